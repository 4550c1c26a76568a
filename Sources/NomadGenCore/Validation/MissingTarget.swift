/// A tribe has a target.
enum MissingTarget: Rule {
  static func check(_ tribes: [Tribe]) -> [Diagnostic] {
    tribes.compactMap { tribe in
      // What is out of reach has that one finding.
      guard case .missing = tribe.target, tribe.obstacle == nil else { return nil }
      return Diagnostic(
        code: .missingTarget,
        message: "tribe '\(tribe.name)' has no target\(tribe.lookalike.map(advice) ?? "; ")"
          + "add 'static let target: TribeTarget = .literal(\"…\")' with the version it migrates to",
        location: tribe.location,
        notes: tribe.lookalike.map { [Diagnostic.Note(message: "'\($0.name)' is here", location: $0.location)] } ?? []
      )
    }
  }

  /// What keeps a member that may be meant from being the target.
  private static func advice(_ lookalike: TargetLookalike) -> String {
    switch lookalike.difference {
    case .notStatic: ", only a '\(lookalike.name)' that is not static; make it static, or "
    case .otherName: ", only a static '\(lookalike.name)'; call it 'target', or "
    case .function: ", only a function '\(lookalike.name)'; make it a property, or "
    }
  }
}
