/// The rule that every tribe has a target.
enum MissingTarget: Rule {
  static func check(_ tribes: [Tribe]) -> [Finding] {
    tribes.compactMap { tribe in
      // An unreachable tribe has a finding about that, and needs no second one.
      guard case .missing = tribe.target, tribe.namingProblem == nil else { return nil }
      return Finding(
        code: .missingTarget,
        message: "tribe '\(tribe.name)' has no target\(tribe.lookalike.map(advice) ?? "; ")"
          + "add 'static let target: TribeTarget = .literal(\"…\")' with the version it migrates to",
        location: tribe.location,
        notes: tribe.lookalike.map { [Finding.Note(message: "'\($0.name)' is here", location: $0.location)] } ?? []
      )
    }
  }

  /// Returns why a member that may be meant as the target is none, and how to change it.
  private static func advice(_ lookalike: TargetLookalike) -> String {
    switch lookalike.difference {
    case .notStatic: ", only a '\(lookalike.name)' that is not static; make it static, or "
    case .otherName: ", only a static '\(lookalike.name)'; call it 'target', or "
    case .function: ", only a function '\(lookalike.name)'; make it a property, or "
    }
  }
}
