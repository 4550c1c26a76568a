/// The rule that the registry can create every tribe, with an `init()`.
enum UncreatableTribe: Rule {
  static func check(_ tribes: [Tribe]) -> [Finding] {
    tribes.compactMap { tribe in
      // An unreachable tribe has a finding about that, and needs no second one.
      guard tribe.namingProblem == nil, let problem = tribe.creationProblem else { return nil }
      let (reason, remedy) = description(of: problem)
      return Finding(
        code: .uncreatableTribe,
        message: "the registry cannot create tribe '\(tribe.name)', because \(reason)",
        location: tribe.location,
        related: related(problem),
        remedy: remedy
      )
    }
    .oncePerPlace
  }

  private static func description(of problem: Tribe.CreationProblem) -> (reason: String, remedy: String) {
    switch problem {
    case .noInitializer(let initializer):
      switch initializer?.problem {
      case .parameters?: ("its 'init' has parameters", "add an 'init()'; default arguments do not replace it")
      case .failure?: ("its 'init?()' can fail", "add an 'init()' that cannot fail")
      case .generics?: ("its 'init' is generic", "add an 'init()' that is not generic")
      case .async?: ("its 'init()' is 'async'", "add an 'init()' that is not 'async'")
      case .throws?: ("its 'init()' throws", "add an 'init()' that does not throw")
      case nil: ("it has no 'init()'", "add an 'init()'")
      }
    case .privateInitializer: ("its 'init()' is private", "make the 'init()' internal")
    case .property(let property):
      (
        "'\(property.name)' has no value",
        "give '\(property.name)' a value, add an 'init()', or receive it with @TribeDependency"
      )
    }
  }

  private static func related(_ problem: Tribe.CreationProblem) -> [Finding.Note] {
    switch problem {
    case .property(let property): [Finding.Note(message: "'\(property.name)' is here", location: property.location)]
    case .noInitializer(let initializer?), .privateInitializer(let initializer):
      [Finding.Note(message: "the initializer is here", location: initializer.location)]
    case .noInitializer: []
    }
  }
}
