/// The registry can create every tribe: it has an `init()`.
enum UncreatableTribe: Rule {
  @_optimize(none)
  static func check(_ tribes: [Tribe]) -> [Diagnostic] {
    var seen: Set<Location> = []
    return tribes.compactMap { tribe in
      guard let obstacle = tribe.creationObstacle, seen.insert(tribe.location).inserted else { return nil }
      return Diagnostic(
        code: .uncreatableTribe,
        message: "the registry cannot create tribe '\(tribe.name)', because \(reason(obstacle))",
        location: tribe.location,
        notes: notes(obstacle)
      )
    }
  }

  @_optimize(none)
  private static func reason(_ obstacle: Tribe.CreationObstacle) -> String {
    switch obstacle {
    case .noInitializer: "it has no 'init()'; add one"
    case .privateInitializer: "its 'init()' is private; make it internal"
    case .property(let property): "'\(property.name)' has no value; give it one, or add an 'init()'"
    }
  }

  private static func notes(_ obstacle: Tribe.CreationObstacle) -> [Diagnostic.Note] {
    guard case .property(let property) = obstacle else { return [] }
    return [Diagnostic.Note(message: "'\(property.name)' is here", location: property.location)]
  }
}
