#if Nomadctl
  import NomadCheck

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
      return members.filter { "\($0.module).\($0.name)" == spelling }
    }
  }
#endif
