#if Nomadctl
  import NomadCheck
  import NomadGenCore
  import NomadSyntax

  /// The texts of a new tribe that migrates a stored type, and of its test.
  struct StoredTribe {
    private let sources: StoredSources

    /// The stored types of the newest release, under their names of today.
    private let before: ShapeSet

    /// The type in these.
    private let root: [ShapeSet.Member]

    /// The module of the type.
    var module: String { root[0].module }

    /// Finds the type.
    ///
    /// - Parameters:
    ///   - type: The stored type as the user names it.
    ///   - lock: The release lock, with the names of today.
    ///   - sources: The stored types of today.
    ///   - renamed: The former names of types, by their new ones.
    /// - Throws: ``Failure`` if no release has the type.
    init(for type: String, _ lock: ReleaseLock, _ sources: StoredSources, _ renamed: [String: String]) throws(Failure) {
      self.sources = sources
      before = ShapeSet(of: lock, at: nil, today: sources.shapes)
      root = try before.type(named: type, in: "\(ReleaseLock.fileName) has", renamed)
    }

    /// Returns the values of the placeholders in the templates.
    ///
    /// - Parameter module: The module of the tribe.
    /// - Returns: The values by the placeholders' names.
    /// - Throws: ``Failure`` if the tribe could not name the type.
    func values(in module: String) throws(Failure) -> [String: String] {
      let today = sources.shapes
      let release = root[0].release ?? ""
      let name = root[0].spelling(in: today)
      guard let access = sources.access(of: root[0]) else {
        throw Failure(
          "the sources have no stored type '\(root[0].id)' any more; 'nomadctl freeze \(root[0].name)' prints its last shape"
        )
      }
      guard root[0].module == module ? !access.isPrivate : access >= .package else {
        throw Failure("'\(name)' is \(access.rawValue), so a tribe in \(module) cannot use it")
      }
      let copies = PrivateCopies(of: root, at: release, in: before)
      let conversion = ShapeConversion(copies, from: before, to: today) { sources.facts(of: $0, for: module) }
      var json = StoredJSON(of: before)
      let fixture = json.value(of: root[0]).printed()
      let imports = sources.imports(of: copies.types.compactMap(\.first), for: module)
      return [
        "type": name, "release": release, "copy": copies.name,
        "imports": Self.joined(imports, with: ["Foundation", "Nomad"]),
        "functions": conversion.functions.map { "\n" + Self.indented($0.joined(separator: "\n"), by: 2) }.joined(
          separator: "\n"
        ),
        "copies": Self.indented(copies.text, by: 2),
        "fixture": Self.indented(fixture, by: 4),
        "remarks": json.unknown.isEmpty
          ? "" : "// Write the values that are null: \(json.unknown.joined(separator: ", ")).",
      ]
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
        $0.isEmpty || $0.hasPrefix("#") ? String($0) : String(repeating: " ", count: spaces) + $0
      }
      return indented.joined(separator: "\n").trimmingSuffix("\n")
    }
  }

  extension String {
    fileprivate func trimmingSuffix(_ suffix: Character) -> String {
      String(prefix(count - reversed().prefix { $0 == suffix }.count))
    }
  }
#endif
