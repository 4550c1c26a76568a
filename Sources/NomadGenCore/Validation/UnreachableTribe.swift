/// The rule that the registry can name every tribe.
enum UnreachableTribe: Rule {
  static func check(_ tribes: [Tribe]) -> [Finding] {
    tribes.compactMap { tribe in
      guard let problem = tribe.namingProblem else { return nil }
      return Finding(
        code: .unreachableTribe,
        message: "the registry cannot reach tribe '\(tribe.name)', because \(reason(problem, tribe))",
        location: tribe.location
      )
    }
    .oncePerPlace
  }

  private static func reason(_ problem: Tribe.NamingProblem, _ tribe: Tribe) -> String {
    switch problem {
    case .local:
      "it is declared inside a function or closure; move it out"
    case .generic(let name):
      "'\(name)' is generic; make it a type without generic parameters"
    case .metatype(let name):
      "no code can name a nested type '\(name)' to create it; rename it"
    case .access(let access, let name):
      "\(name) is \(access.rawValue); make it internal"
    }
  }
}
