#if Nomadctl
  import NomadCheck
  import NomadGenCore
  import NomadSources
  import NomadSyntax
  import NomadTargets

  /// The texts of a new tribe that migrates a stored type, and of its test.
  struct StoredTribe {
    /// The shapes of one release, and the type in these.
    private struct Version {
      var release: String
      var shapes: ShapeSet
      var root: [ShapeSet.Member]
    }

    private let sources: StoredSources

    /// The type of today.
    private let type: [ShapeSet.Member]

    /// The releases from which users can come, the newest first; of several with the same shapes, the newest.
    private let versions: [Version]

    /// The module of the type.
    var module: String { type[0].module }

    /// Finds the type.
    ///
    /// - Parameters:
    ///   - type: The stored type as the user names it.
    ///   - judgement: The comparison of the types with the lock, which has the names of today.
    ///   - sources: The stored types of today.
    ///   - renamed: The former names of types, by their new ones.
    /// - Throws: ``Failure`` if no release has the type, or if the sources do not declare it.
    init(
      for type: String,
      _ judgement: ShapeJudgement,
      _ sources: StoredSources,
      _ renamed: [String: String]
    ) throws(Failure) {
      self.sources = sources
      let lock = judgement.lock
      let newest = ShapeSet(of: lock, at: nil, today: sources.shapes)
      let locked = try newest.type(named: type, in: "\(ReleaseLock.fileName) has", renamed)
      self.type = sources.shapes.members.filter { $0.id == locked[0].id }
      guard !self.type.isEmpty else {
        throw Failure(
          "the sources have no stored type '\(locked[0].id)' any more; 'swift package nomad freeze \(locked[0].name)' prints its last shape"
        )
      }
      let releases = Set(lock.shapes.map(\.release.version)).sorted().reversed()
      var versions: [Version] = []
      for version in releases {
        let shapes = ShapeSet(of: lock, at: version, today: sources.shapes)
        let root = shapes.target(of: shapes.members.filter { $0.id == locked[0].id })
        // A tribe has brought users of an older release to a newer shape.
        let isMigrated = !versions.isEmpty && judgement.isMigrated(locked[0].id, after: version)
        guard let first = root.first, !isMigrated else { continue }
        let text = lock.shapes.compactMap(\.release).first { $0.version == version }?.text ?? first.release ?? ""
        versions.append(Version(release: text, shapes: shapes, root: root))
      }
      self.versions = versions
    }

    /// Returns the values of the placeholders in the templates.
    ///
    /// - Parameters:
    ///   - module: The module of the tribe.
    ///   - tribe: The tribe.
    /// - Returns: The values by the placeholders' names.
    /// - Throws: ``Failure`` if the tribe could not name the type.
    func values(in module: String, for tribe: NewTribe) throws(Failure) -> [String: String] {
      let today = sources.shapes
      let name = type[0].spelling(in: today)
      // An alias has no declaration of its own, and is visible where its type is.
      if let access = sources.access(of: type[0]) {
        guard type[0].module == module ? !access.isPrivate : access >= .package else {
          throw Failure(
            "'\(name)' is \(access.rawValue), so a tribe in \(module) cannot list it in 'migrates'; give it more access"
          )
        }
      }
      var old: [(version: Version, copies: PrivateCopies)] = []
      for version in versions {
        let copies = PrivateCopies(of: version.root, in: version.shapes, besides: old.map(\.copies))
        // Users of other releases have the same shapes.
        if old.contains(where: { $0.copies.name == copies.name }) || isRead(version, by: old.first?.version) {
          continue
        }
        old.append((version, copies))
      }
      guard let newest = old.first else { throw Failure("\(ReleaseLock.fileName) has no release with '\(name)'") }
      let label = tribe.target.text ?? ""
      let new = PrivateCopies(of: today.target(of: type), in: today, label: label, besides: old.map(\.copies))
      let conversions = old.map { ShapeConversion(from: $0.copies, to: new) }
      let imports = sources.imports(of: new.types.compactMap(\.first), for: module)
      var functions: [[String]] = []
      for function in conversions.flatMap(\.functions) where !functions.contains(function) {
        functions.append(function)
      }
      var unknown: [String] = []
      let fixtures = old.map { version, _ in
        var json = StoredJSON(of: version.shapes)
        let text = json.value(of: version.root[0]).printed()
        unknown += json.unknown
        let literal = "#\"\"\"\n\(Self.indented(text, by: 8))\n        \"\"\"#"
        return "      \(version.release.swiftLiteral): \(literal),"
      }
      return [
        "type": name, "release": newest.version.release, "new": new.name,
        "imports": Self.joined(imports, with: ["Foundation", "Nomad"]),
        "conversion": Self.indented(conversion(from: old, to: new), by: 4),
        "functions": functions.map { "\n" + Self.indented($0.joined(separator: "\n"), by: 2) }.joined(separator: "\n"),
        "copies": Self.indented(PrivateCopies.text(of: old.map(\.copies) + [new]), by: 2),
        "fixtures": fixtures.joined(separator: "\n"),
        "remarks": unknown.isEmpty ? "" : "// Write the values that are null: \(unknown.joined(separator: ", ")).",
      ]
    }

    /// Whether the shapes of a newer release read all data of an older one.
    private func isRead(_ older: Version, by newer: Version?) -> Bool {
      guard let newer else { return false }
      return differences(from: older, to: newer.shapes, newer.root).flatMap(\.all).allSatisfy(\.isReadable)
    }

    /// The differences of a type.
    private struct Differences {
      var all: [ShapeDifference]
      /// Whether each value of the type has all of its properties; one of an enum has only one case.
      var isOfProperties: Bool

      /// Whether decoding throws for each value.
      var isCertain: Bool {
        isOfProperties
          && all.contains { difference in
            if case .throwing(_, true, "") = difference.effect { true } else { false }
          }
      }

      /// Whether decoding throws, or there is no difference.
      var isThrowing: Bool {
        all.allSatisfy { difference in
          if case .throwing = difference.effect { true } else { false }
        }
      }
    }

    /// Returns the differences of a type, and then those of each type in it.
    private func differences(from old: Version, to shapes: ShapeSet, _ root: [ShapeSet.Member]) -> [Differences] {
      let comparison = ShapeComparison(from: { old.shapes.type($0).map(\.shape) }, to: { shapes.type($0).map(\.shape) })
      let parts = PrivateCopies(of: old.root, in: old.shapes).types.joined().dropFirst(old.root.count)
      func differences(_ olds: [ShapeSet.Member], _ news: [ShapeSet.Member]) -> Differences {
        let all = olds.flatMap { old in news.flatMap { comparison.differences(from: old.shape, to: $0.shape) } }
        return Differences(all: all, isOfProperties: olds.allSatisfy { !$0.shape.isEnum && $0.shape.rawType == nil })
      }
      return [differences(old.root, root)]
        + parts.map { part in differences([part], shapes.members.filter { $0.id == part.id }) }
    }

    /// Whether data of an older release that can be decoded in the new shape is the same in both.
    private func isTold(by version: Version) -> Bool {
      let root = sources.shapes.target(of: type)
      let all = differences(from: version, to: sources.shapes, root)
      // A value always has its own properties, but may have no values of other types in them.
      if all[0].isCertain { return true }
      return all.contains { !$0.all.isEmpty } && all.allSatisfy { $0.isCertain || $0.isThrowing }
    }

    /// Returns the statements that bring data from each of the old shapes to the new one.
    private func conversion(from old: [(version: Version, copies: PrivateCopies)], to copies: PrivateCopies) -> String {
      let new = copies.name
      var lines: [String] = []
      if old.allSatisfy({ isTold(by: $0.version) }) {
        lines += [
          "// If the process ends before its record is written, the tribe runs again, on what it has written.",
          "if (try? values(\(new).self)) != nil { return data }",
        ]
      } else {
        lines += [
          "// The new shape can be decoded from old data, too. If the process ends before its record is written, the tribe runs",
          "// again, on what it has written: find out here whether it has, or let the result stay as it is.",
          "if try NomadError.unwritten(\"whether the data is new\") { return data }",
        ]
      }
      guard let newest = old.first else { return lines.joined(separator: "\n") }
      let first = "return try json(values(\(newest.copies.name).self).map(migrated))"
      if old.count == 1 { return (lines + [first]).joined(separator: "\n") }
      lines += ["do {", "  \(first)", "} catch {"]
      for (version, copies) in old.dropFirst() {
        lines += [
          "  // Users of \(version.release) have another shape.",
          "  if let old = try? values(\(copies.name).self) { return try json(old.map(migrated)) }",
        ]
      }
      return (lines + ["  throw error", "}"]).joined(separator: "\n")
    }

    /// Returns import declarations, each on its own line, sorted.
    private static func joined(_ imports: Set<String>, with modules: [String]) -> String {
      let missing = modules.filter { module in
        !imports.contains { $0.split(separator: " ").last.map(String.init) == module && !$0.contains("#if") }
      }
      let lines = imports.union(missing.map { "import \($0)" })
      return lines.sorted { Self.module(of: $0) < Self.module(of: $1) }.joined(separator: "\n")
    }

    private static func module(of line: String) -> Substring {
      line.split(separator: "\n").first { !$0.hasPrefix("#") }?.split(separator: " ").last ?? ""
    }

    private static func indented(_ text: String, by spaces: Int) -> String {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let indented = lines.map {
        $0.isEmpty || $0.hasPrefix("#if") || $0.hasPrefix("#endif")
          ? String($0) : String(repeating: " ", count: spaces) + $0
      }
      return indented.joined(separator: "\n").trimmingSuffix("\n")
    }
  }

  extension ShapeSet {
    /// Returns the type for which an alias stands, or of whose values it is an array; the same type if it is no alias.
    func target(of type: [Member]) -> [Member] {
      guard let alias = type.first?.shape.alias else { return type }
      let named = if case .array(let element) = alias { element } else { alias }
      return named.name.map(self.type) ?? []
    }
  }

  extension String {
    fileprivate func trimmingSuffix(_ suffix: Character) -> String {
      String(prefix(count - reversed().prefix { $0 == suffix }.count))
    }
  }
#endif
