/// The rule that every tribe has a target.
enum MissingTarget: Rule {
  static func check(_ tribes: [Tribe]) -> [Finding] {
    tribes.compactMap { tribe in
      // An unreachable tribe has a finding about that, and needs no second one.
      guard case .missing = tribe.target, tribe.namingProblem == nil else { return nil }
      let (reason, remedy) = tribe.lookalike.map(description) ?? ("", "")
      return Finding(
        code: .missingTarget,
        message: "tribe '\(tribe.name)' has no target\(reason)",
        location: tribe.location,
        related: tribe.lookalike.map { [Finding.Note(message: "'\($0.name)' is here", location: $0.location)] } ?? [],
        remedy: remedy + "add 'static let target: TribeTarget = .literal(\"…\")' with the version it migrates to"
      )
    }
  }

  /// Returns why a member that may be meant as the target is none, and how to change it.
  private static func description(of lookalike: TargetLookalike) -> (reason: String, remedy: String) {
    let name = "'\(lookalike.name)'"
    return switch lookalike.difference {
    case .notStatic: (", because \(name) is not static", "make \(name) static, or ")
    case .otherName: (", because \(name) has another name", "rename \(name) to 'target', or ")
    case .function: (", because \(name) is a function", "make \(name) a property, or ")
    }
  }
}
