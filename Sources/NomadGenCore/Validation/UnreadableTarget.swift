/// A target's value can be read without running code.
enum UnreadableTarget: Rule {
  @_optimize(none)
  static func check(_ tribes: [Tribe]) -> [Diagnostic] {
    tribes.compactMap { tribe in
      guard case .unreadable = tribe.target else { return nil }
      return Diagnostic(
        code: .unreadableTarget,
        message: "the target of '\(tribe.name)' cannot be read without running it; "
          + "write a case of TribeTarget with a string literal, such as .literal(\"2.0.0\"), or with a constant of this "
          + "module that is one; a base class that is no tribe itself is left out with '// nomad:ignore' above it",
        location: tribe.targetLocation
      )
    }
  }
}
