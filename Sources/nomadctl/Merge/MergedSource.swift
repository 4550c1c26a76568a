#if Nomadctl
  import NomadCheck
  import NomadGenCore
  import NomadSources
  import NomadSyntax
  import NomadTargets

  /// The source of a merged tribe.
  struct MergedSource {
    private let tribe: NewTribe
    private let items: [String]
    private let parts: [TribePart]
    private let members: [TribePart.Member]
    private let kind: TribePart.Kind

    /// Combines the parts of several tribes.
    ///
    /// - Throws: ``Failure`` if two of them have different members of one name, or different protocols, or if one uses a
    ///   name that would mean a member of another.
    init(_ tribe: NewTribe, _ items: [String], _ parts: [TribePart]) throws(Failure) {
      (self.tribe, self.items, self.parts) = (tribe, items, parts)
      kind = parts[0].kind
      for part in parts { try part.requireKind(of: parts[0]) }
      var owners: [String: (tribe: String, texts: Set<String>)] = [:]
      var members: [TribePart.Member] = []
      for part in parts {
        var own: [String: Set<String>] = [:]
        for member in part.members {
          let text = Self.trimmed(member.text)
          if let owner = owners[member.name] {
            guard owner.texts.contains(text) else {
              throw Failure(
                "\(owner.tribe) and \(part.tribe.name) have different members named '\(member.name)'; rename one of them"
              )
            }
            continue
          }
          own[member.name, default: []].insert(text)
          members.append(member)
        }
        for (name, texts) in own { owners[name] = (part.tribe.name, texts) }
      }
      self.members = members
      let works = Set(parts.indices.map(Self.name))
      for part in parts {
        let own = Set(part.members.map(\.name))
        for name in part.names.subtracting(own).intersection(owners.keys).sorted() {
          throw Failure(
            "\(part.tribe.name) uses '\(name)', which would mean a member of \(owners[name]?.tribe ?? ""); rename that "
              + "member"
          )
        }
        if let name = own.intersection(works).min() {
          throw Failure("\(part.tribe.name) has a member named '\(name)', as a function of the merged tribe; rename it")
        }
      }
    }

    private static func trimmed(_ text: String) -> String {
      text.split(separator: "\n").map { $0.drop { $0 == " " || $0 == "\t" } }.joined(separator: "\n")
    }

    private static func name(_ index: Int) -> String { "part\(index + 1)" }

    /// Returns the file.
    func text(imports: [String]) -> String {
      let argument = kind.parameter == nil ? "" : "db"
      let calls = parts.enumerated().map { index, part in
        let effects = (part.canThrow ? "try " : "") + (part.isAsync ? "await " : "")
        return
          "    if try !TribeAttempt.wasDone(\(items[index].swiftLiteral)) { \(effects)\(Self.name(index))(\(argument)) }"
      }
      let works = parts.enumerated().map { index, part in
        part.work.replacing(TribePart.placeholder, with: Self.name(index))
      }
      let list = items.map(\.swiftLiteral).joined(separator: ", ")
      let isAsync = parts.contains(where: \.isAsync)
      return """
        \(imports.joined(separator: "\n"))

        /// Does the work of the tribes \(items.joined(separator: ", ")).
        struct \(tribe.name): \(kind.rawValue) {
          static let target: TribeTarget = \(tribe.target.source)
          static let merges: [String] = [\(list)]

          func migrate(\(kind.parameter.map { "_ db: \($0.type)" } ?? "")) \(isAsync ? "async " : "")throws {
        \(calls.joined(separator: "\n"))
          }
        \((members.map(\.text) + works).map { Self.separated($0) }.joined())}

        """
    }

    /// Returns the text of a member, with an empty line above it.
    private static func separated(_ text: String) -> String {
      "\n" + String(text.drop { $0 == "\n" }) + "\n"
    }

    /// Returns the test of a merged tribe.
    func test(in module: String) -> String {
      let versions = items.filter { (try? TribeTarget.Position(merged: $0))?.version != nil }
      return """
        import Nomad
        import NomadTesting
        import Testing

        @testable import \(module)

        @Suite struct \(tribe.name)Tests {
          @Test("All users end with the same data, whichever of the merged tribes they have run")
          func migrates() async throws {
            // Put a version before the first one in front.
            let paths = UpgradePaths(.generated, from: [\(versions.map(\.swiftLiteral).joined(separator: ", "))])
            _ = try await paths.verify { version, migrate in
              // Write data here as `version` left it, and pass what the tribe depends on: migrate(with:).
              try await migrate()
              // Return the new data, in place of this line.
              return version
            }
            Issue.record("Write the data above, and remove this line.")
          }
        }

        """
    }
  }
#endif
