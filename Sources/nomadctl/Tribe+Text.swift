#if Nomadctl
  import NomadCheck
  import NomadGenCore
  import NomadSyntax
  import NomadTargets

  // A tribe as the tools show it.
  extension Tribe {
    /// The target as it is written; nil if it is missing or cannot be read.
    var writtenTarget: TribeTarget? {
      switch target {
      case .legal(let target, _), .illegal(let target, _): target
      case .unreadable, .missing: nil
      }
    }

    /// The traits and the conditions under which a build has the tribe: `deferred`, `#if os(Linux)`, `@available iOS
    /// 17`.
    var remarks: [String] {
      traits.map(\.description) + conditions.map { "#if \($0.text)" } + availability.map { "@available \($0)" }
    }

    /// Whether the tribe is deferred in some build.
    var isDeferred: Bool { traits.contains { $0.value == .deferred } }

    /// The tribes that it requires in some build, each by its module and qualified name.
    var requires: [String] {
      traits.flatMap { trait -> [String] in
        if case .requires(let names) = trait.value { names } else { [] }
      }
    }

    /// The versions and once-ids of the tribes that it merges in some build.
    var merges: [String] {
      traits.flatMap { trait -> [String] in
        if case .merges(let texts) = trait.value { texts } else { [] }
      }
    }
  }

  extension TribeTrait {
    /// The trait for people, with its conditions.
    var description: String {
      let text: String =
        switch value {
        case .contract: "contract"
        case .deferred: "deferred"
        case .readableSince(let version): "readable since \(version)"
        case .requires(let names): "requires \(names.joined(separator: ", "))"
        case .migrates(let types, _): "migrates \(types.map(\.spelling).joined(separator: ", "))"
        case .merges(let texts): "merges \(texts.joined(separator: ", "))"
        case .unreadable(let member), .otherType(let member): "\(member.rawValue) unreadable"
        case .ineffectivePhase: "phase ineffective"
        }
      return text + conditions.map { " #if \($0.text)" }.joined()
    }
  }
#endif
