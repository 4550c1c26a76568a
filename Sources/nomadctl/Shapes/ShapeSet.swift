#if Nomadctl
  import NomadCheck
  import NomadGenCore
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

    /// Returns the type that a user names.
    ///
    /// - Throws: ``Failure`` if there is none, or more than one.
    func type(named name: String, in place: String) throws(Failure) -> [Member] {
      let found = type(name)
      guard found.isEmpty else { return found }
      let others = Set(members.filter { $0.name == name }.map(\.id))
      if others.count > 1 {
        throw Failure("several modules have a stored type '\(name)'; give one of \(Self.list(others))")
      }
      let all = Set(members.map(\.id))
      throw Failure(
        "\(place) no stored type '\(name)'; \(all.isEmpty ? "it has none" : "its stored types are \(Self.list(all))")"
      )
    }

    private static func list(_ names: Set<String>) -> String {
      names.sorted(by: ByteOrder.precedes).joined(separator: ", ")
    }
  }

  extension ShapeSet {
    /// Creates the stored types of a release.
    ///
    /// - Parameters:
    ///   - lock: The release lock.
    ///   - version: The release; nil for the newest one.
    ///   - today: The stored types of today, which tell the generic parameters.
    init(of lock: ReleaseLock, at version: TribeVersion?, today: ShapeSet) {
      let shapes = LockedShapes(lock.shapes)
      members = shapes.lines.keys.sorted(by: ByteOrder.precedes).flatMap { type in
        shapes.lines(of: type, at: version).map { line in
          Member(
            module: line.module,
            name: line.name,
            shape: line.shape,
            condition: line[.if],
            parameters: today.members.first { $0.id == type }?.parameters ?? [],
            release: line.release?.text
          )
        }
      }
    }
  }
#endif
