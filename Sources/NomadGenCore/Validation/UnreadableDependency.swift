/// The rule that the registry can name the type of every dependency.
enum UnreadableDependency: Rule {
  static func check(_ tribes: [Tribe]) -> [Finding] {
    tribes.filter { $0.namingProblem == nil }.flatMap { tribe in
      tribe.dependencies.compactMap { dependency in
        guard let (reason, remedy) = description(of: dependency) else { return nil }
        return Finding(
          code: .unreadableDependency,
          message: "the registry cannot list the dependency '\(dependency.property)' of tribe '\(tribe.name)', because "
            + reason,
          location: dependency.location,
          remedy: remedy
        )
      }
    }
    .oncePerPlace
  }

  private static func description(of dependency: Dependency) -> (reason: String, remedy: String)? {
    switch dependency.type {
    case .written, .unsayable: nil
    case .missing:
      ("its type is not written here", "write the type after a colon, as in '\(dependency.property): Store'")
    case .unreachable(let name, let access):
      ("its type '\(name)' is \(access.rawValue)", "make '\(name)' internal")
    }
  }
}
