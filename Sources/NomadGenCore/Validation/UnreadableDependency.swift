/// The rule that the registry can name the type of every dependency.
enum UnreadableDependency: Rule {
  static func check(_ tribes: [Tribe]) -> [Finding] {
    tribes.filter { $0.namingProblem == nil }.flatMap { tribe in
      tribe.dependencies.compactMap { dependency in
        guard let reason = reason(dependency) else { return nil }
        return Finding(
          code: .unreadableDependency,
          message: "the registry cannot say that tribe '\(tribe.name)' depends on '\(dependency.property)', because "
            + reason,
          location: dependency.location
        )
      }
    }
    .oncePerPlace
  }

  private static func reason(_ dependency: Dependency) -> String? {
    switch dependency.type {
    case .written, .unsayable: nil
    case .missing: "its type is not written here; write it behind a colon, as in '\(dependency.property): Store'"
    case .unreachable(let name, let access): "its type '\(name)' is \(access.rawValue); make it internal"
    }
  }
}
