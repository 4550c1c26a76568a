#if Nomadctl
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadSources

  /// A tribe that is about to be written: its name, its target and its summary.
  struct NewTribe {
    let target: TribeTarget
    let order: TribeTarget.Position
    var name: String

    /// A sentence about what the tribe does.
    let summary: String

    /// Creates a tribe.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - name: The name of the type; nil to derive it from the version or the id.
    /// - Throws: ``Failure`` if the target is illegal.
    init(_ target: TribeTarget, named name: String?) throws {
      do throws(TargetError) {
        order = try target.position()
      } catch {
        throw Failure("\(error)" + (target.probablyMeant?.text.map { "; did you mean \($0.debugDescription)?" } ?? ""))
      }
      let text = target.text ?? ""
      self.target = target
      if order.version == nil {
        self.name = try name.map(Self.checked) ?? Self.name(afterID: text)
        summary = "Runs once, regardless of the version: \(text)."
      } else {
        self.name = try name.map(Self.checked) ?? Self.name(after: text, order)
        summary = "Brings the data to version \(text)."
      }
    }

    /// Creates a tribe at a version.
    ///
    /// - Parameters:
    ///   - version: The version as the user wrote it.
    ///   - kind: Whether the version is a `.literal` or a `.dotted`; nil if only one of them is possible.
    ///   - name: The name of the type; nil to derive it from the version.
    /// - Throws: ``Failure`` if the text is not a version, or could be both kinds.
    init(version: String, as kind: VersionKind?, named name: String?) throws {
      let literal = try? TribeVersion(semantic: version)
      let dotted = try? TribeVersion(dotted: version)
      if kind == nil, let literal, let dotted, literal != dotted {
        throw Failure(
          "\(version.debugDescription) is a pre-release as .literal and a sub-migration as .dotted; add --as literal or "
            + "--as dotted"
        )
      }
      let isDotted = kind == .dotted || kind == nil && literal == nil && dotted != nil
      try self.init(isDotted ? .dotted(version) : .literal(version), named: name)
    }

    // MARK: Names

    /// Returns a name unchanged if a type can have it; throws otherwise.
    private static func checked(_ name: String) throws -> String {
      // The generator decides which names are possible.
      let text = "struct \(name): Tribe { static let target: TribeTarget = .first }"
      let found = try Check.check(module: "", sources: ["": text]).tribes
      guard found.map(\.name) == [name], name.first?.isNumber == false else {
        throw Failure("\(name.debugDescription) is not a valid name for a type")
      }
      return name
    }

    /// Returns `Tribe_2_1_0` for 2.1.0, `Tribe_1_1_sub_2` for 1.1-2, `Tribe_2_0_0_beta_1` for 2.0.0-beta.1.
    private static func name(after version: String, _ order: TribeTarget.Position) -> String {
      // Build metadata does not affect the order.
      let parts = version.prefix { $0 != "+" }.split(separator: "-", maxSplits: 1)
      var words = ["Tribe", String(parts[0])]
      if parts.count == 2 {
        // A number alone would look like another version: 1.1-1 is not 1.1.1.
        if order.version?.subMigration != nil {
          words.append("sub")
        } else if parts[1].first?.isNumber == true {
          words.append("pre")
        }
        words.append(String(parts[1]))
      }
      return String(words.joined(separator: "_").map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    /// Returns `MoveToken` for 2026-11-move-token.
    private static func name(afterID id: String) throws -> String {
      let words = id.split { !($0.isLetter || $0.isNumber) }.drop { $0.allSatisfy(\.isNumber) }
      let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      guard !name.isEmpty, let checked = try? checked(name) else {
        throw Failure("the id \(id.debugDescription) gives no valid name for a type; choose one with --name")
      }
      return checked
    }
  }
#endif
