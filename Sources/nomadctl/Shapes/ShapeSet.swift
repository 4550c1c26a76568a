#if Nomadctl
  import NomadCheck
  import NomadGenCore
  import NomadSources
  import NomadTargets

  /// The stored types of one moment: of a release, as the lock has them, or of today, as the sources have them.
  struct ShapeSet {
    /// A stored type in one branch of `#if`.
    struct Member {
      var module: String
      /// The qualified name, without the module.
      var name: String
      var shape: Shape
      /// The condition of the builds that have it; nil if all have it.
      var condition: String?
      /// The names of the generic parameters, as far as they are known.
      var parameters: [String] = []
      /// The names of the properties in the order of today's declaration, as far as they are known.
      var order: [String] = []
      /// The release whose line has the shape; nil if the sources have it.
      var release: String?

      /// The module and the name.
      var id: String { "\(module).\(name)" }
    }

    var members: [Member]

    /// Returns the type that a shape, or a user, names; there are several members if branches of `#if` differ.
    ///
    /// - Parameter spelling: The name, with the module if two modules have the name.
    /// - Returns: The members, all of one module; empty if the name is unknown or ambiguous.
    func type(_ spelling: String) -> [Member] {
      let spelling = spelling.replacing("`", with: "")
      let found = members.filter { $0.name == spelling }
      if let first = found.first, found.allSatisfy({ $0.module == first.module }) { return found }
      return members.filter { $0.id == spelling }
    }

    /// Whether a user names one of the types.
    ///
    /// - Parameters:
    ///   - name: The name, with the module or without.
    ///   - renamed: The former names of types, by their new ones.
    /// - Returns: Whether one of the types has the name, now or formerly.
    /// - Throws: ``Failure`` if the name can mean several.
    func has(_ name: String, _ renamed: [String: String]) throws(Failure) -> Bool {
      try ShortName.meaning(of: name, among: members.map(\.id) + renamed.values) != nil
    }

    /// Returns the type that a user names.
    ///
    /// - Parameters:
    ///   - name: The name, with the module or without.
    ///   - place: The start of a message, such as `Tribes.lock has`.
    ///   - renamed: The former names of types, by their new ones.
    /// - Returns: The members, all of one type.
    /// - Throws: ``Failure`` if there is none, or more than one.
    func type(named name: String, in place: String, _ renamed: [String: String] = [:]) throws(Failure) -> [Member] {
      let all = Set(members.map(\.id))
      if let id = try ShortName.meaning(of: name, among: all) { return members.filter { $0.id == id } }
      if let former = try ShortName.meaning(of: name, among: renamed.values),
        let new = renamed.first(where: { $0.value == former })?.key
      {
        return members.filter { $0.id == new }
      }
      let list = all.sorted(by: ByteOrder.precedes).joined(separator: ", ")
      throw Failure(
        "\(place) no stored type '\(name)'; \(all.isEmpty ? "it has none" : "its stored types are \(list)")"
      )
    }
  }

  extension ShapeSet {
    /// Creates the stored types of a release.
    ///
    /// - Parameters:
    ///   - lock: The release lock.
    ///   - version: The release; nil for the newest one.
    ///   - today: The stored types of today, which tell what the lock does not.
    init(of lock: ReleaseLock, at version: TribeVersion?, today: ShapeSet) {
      let shapes = LockedShapes(lock.shapes)
      members = shapes.lines.keys.sorted(by: ByteOrder.precedes).flatMap { type in
        let now = today.members.first { $0.id == type }
        return shapes.lines(of: type, at: version).map { line in
          Member(
            module: line.module,
            name: line.name,
            shape: line.shape,
            condition: line[.if],
            parameters: now?.parameters ?? [],
            order: now?.order ?? [],
            release: line.release.text
          )
        }
      }
    }
  }

  extension ReleaseLock {
    /// Returns the version of a release, for a look at the shapes that it had.
    ///
    /// The lock has a release only if that changed something, so it tells the shapes of versions in between, too.
    ///
    /// - Throws: ``Failure`` if the version is before or after all releases of the lock.
    func version(of release: String) throws -> TribeVersion {
      let version = try TribeVersion(app: release)
      let releases = knownReleases
      guard let former = releases.last(where: { $0.version <= version }),
        releases.contains(where: { version <= $0.version })
      else {
        let list = releases.map(\.text).joined(separator: ", ")
        throw Failure(
          "\(Self.fileName) has no release \(release); \(list.isEmpty ? "it has none" : "its releases are \(list)")"
        )
      }
      if former.version != version {
        Console.error.note("\(Self.fileName) has no release \(release); these are the shapes of \(former.text)")
      }
      return version
    }

    /// Gives the shapes of types that have other names in the sources these names.
    ///
    /// - Returns: The former names with modules, by the new ones.
    mutating func followRenames(in census: TribeCensus) -> [String: String] {
      let moves = ShapeJudgement(self, census).moves
      _ = moveShapes(to: census)
      return Dictionary(moves.map { ($1, $0) }) { first, _ in first }
    }

    /// Returns the findings about shapes that cannot be read for certain, as if all stored types were locked.
    func doubts(about census: TribeCensus) throws -> [Finding] {
      var lock = self
      _ = try lock.updateShapes(to: census, release: newestRelease ?? "0.0.0")
      return lock.findings(in: census).filter { $0.code == .unreadShape }
    }
  }
#endif
