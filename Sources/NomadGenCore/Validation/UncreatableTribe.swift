/// The rule that the registry can create every tribe, with an `init()`.
enum UncreatableTribe: Rule {
  static func check(_ tribes: [Tribe]) -> [Finding] {
    tribes.compactMap { tribe in
      // An unreachable tribe has a finding about that, and needs no second one.
      guard tribe.namingProblem == nil, let problem = tribe.creationProblem else { return nil }
      return Finding(
        code: .uncreatableTribe,
        message: "the registry cannot create tribe '\(tribe.name)', because \(reason(problem))",
        location: tribe.location,
        notes: notes(problem)
      )
    }
    .oncePerPlace
  }

  private static func reason(_ problem: Tribe.CreationProblem) -> String {
    switch problem {
    case .noInitializer(let initializer?): reason(initializer.problem)
    case .noInitializer: "it has no 'init()'; add one"
    case .privateInitializer: "its 'init()' is private; make it internal"
    case .property(let property): "'\(property.name)' has no value; give it one, or add an 'init()'"
    }
  }

  /// Returns why the registry cannot call an initializer.
  private static func reason(_ problem: Initializer.Problem?) -> String {
    switch problem {
    case .parameters?: "it has no 'init()', only one with parameters, and defaults do not change that; add one"
    case .failure?: "it has no 'init()', only an 'init?()'; add one that cannot fail"
    case .generics?: "it has no 'init()', only one that is generic; add one that is not"
    case .async?: "it has no 'init()', only one that is 'async'; add one that is not"
    case .throws?: "it has no 'init()', only one that throws; add one that does not"
    case nil: "it has no 'init()'; add one"
    }
  }

  private static func notes(_ problem: Tribe.CreationProblem) -> [Finding.Note] {
    switch problem {
    case .property(let property): [Finding.Note(message: "'\(property.name)' is here", location: property.location)]
    case .noInitializer(let initializer?), .privateInitializer(let initializer):
      [Finding.Note(message: "the initializer is here", location: initializer.location)]
    case .noInitializer: []
    }
  }
}
