#if Nomadctl
  import NomadCheck
  import NomadGenCore
  import NomadSyntax
  import NomadTargets

  /// A tribe as the tools show it.
  struct TribeSummary: Hashable, Sendable {
    /// The qualified name, without the module and without backticks.
    let name: String

    let module: String

    /// The target as it is written; nil if it is missing or cannot be read.
    let target: TribeTarget?

    /// The parsed target; nil if it is not legal.
    let order: TribeTarget.Position?

    /// The location of the type's name.
    var location: Location

    /// The conditions of all enclosing `#if` directives.
    ///
    /// A build has the tribe only if every one holds.
    let conditions: [String]

    /// The contents of its `@available` attributes, each for one platform.
    let availability: [String]

    /// Its traits besides the target, as text for people.
    let traits: [String]

    /// Whether the tribe is deferred in some build.
    let isDeferred: Bool

    /// The tribes that it requires in some build, each by its module and qualified name.
    let requires: [String]

    /// The versions and once-ids of the tribes that it merges in some build.
    let merges: [String]

    /// The traits and the conditions under which a build has the tribe: `deferred`, `#if os(Linux)`, `@available iOS
    /// 17`.
    var remarks: [String] { traits + conditions.map { "#if \($0)" } + availability.map { "@available \($0)" } }

    /// Summarizes a tribe that the generator found.
    init(_ tribe: Tribe) {
      name = tribe.name
      module = tribe.module
      location = tribe.location
      conditions = tribe.conditions.map(\.text)
      availability = tribe.availability.map(\.description)
      traits = tribe.traits.map(\.description)
      isDeferred = tribe.traits.contains { $0.value == .deferred }
      requires = tribe.traits.flatMap { trait -> [String] in
        if case .requires(let names) = trait.value { names } else { [] }
      }
      merges = tribe.traits.flatMap { trait -> [String] in
        if case .merges(let texts) = trait.value { texts } else { [] }
      }
      switch tribe.target {
      case .legal(let target, let order): (self.target, self.order) = (target, order)
      case .illegal(let target, _): (self.target, order) = (target, nil)
      case .unreadable, .missing: (target, order) = (nil, nil)
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

  extension CheckedPackage {
    /// The tribes as the tools show them, in the same order.
    var summaries: [TribeSummary] { tribes.map(TribeSummary.init) }
  }
#endif
