/// The rule that the registry can name every tribe.
enum UnreachableTribe: Rule {
  static func check(_ tribes: [Tribe]) -> [Finding] {
    tribes.compactMap { tribe in
      guard let problem = tribe.namingProblem else { return nil }
      let (reason, remedy) = description(of: problem)
      return Finding(
        code: .unreachableTribe,
        message: "the registry cannot access tribe '\(tribe.name)', because \(reason)",
        location: tribe.location,
        remedy: remedy
      )
    }
    .oncePerPlace
  }

  private static func description(of problem: Tribe.NamingProblem) -> (reason: String, remedy: String) {
    switch problem {
    case .local: ("it is declared inside a function or closure", "declare it outside of functions and closures")
    case .generic(let name): ("'\(name)' is generic", "make '\(name)' a type without generic parameters")
    case .metatype(let name): ("Swift code cannot create a nested type called '\(name)'", "rename '\(name)'")
    case .access(let access, let name): ("\(name) is \(access.rawValue)", "make \(name) internal")
    }
  }
}
