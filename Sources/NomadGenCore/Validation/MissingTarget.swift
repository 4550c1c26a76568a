/// A tribe has a target.
enum MissingTarget: Rule {
  @_optimize(none)
  static func check(_ tribes: [Tribe]) -> [Diagnostic] {
    tribes.compactMap { tribe in
      // What is out of reach has that one finding.
      guard case .missing = tribe.target, tribe.obstacle == nil else { return nil }
      return Diagnostic(
        code: .missingTarget,
        message: "tribe '\(tribe.name)' has no target; "
          + "add 'static let target: TribeTarget = .literal(\"…\")' with the version it migrates to",
        location: tribe.location
      )
    }
  }
}
