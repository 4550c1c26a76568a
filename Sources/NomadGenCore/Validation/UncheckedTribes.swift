/// A check that cannot see what makes a type a tribe names the module, one type and the source that it lacks.
package enum UncheckedTribes {
  /// One finding for a module, at the first of its types that may be tribes.
  static func check(_ types: [UnseenType], in module: String) -> [Diagnostic] {
    guard let type = types.min(by: { $0.location < $1.location }) else { return [] }
    let source = type.imports.prefix(3).joined(separator: " or ")
    let others = types.count == 1 ? "" : "; \(types.count - 1) more of \(module) may be missing"
    return [
      Diagnostic(
        severity: .warning,
        code: .uncheckedTribes,
        message: "tribes of \(module) may be missing: '\(type.name)' inherits '\(type.ancestor)', which no checked "
          + "source declares; check the folder of \(source) too",
        location: type.location,
        notes: [
          Diagnostic.Note(
            message: "if '\(type.ancestor)' leads to Tribe, the build registers '\(type.name)', and checks, lists and "
              + "Tribes.lock lack it\(others)",
            location: type.location
          )
        ]
      )
    ]
  }

  /// The finding for a target that the manifest puts where a check without paths does not look.
  ///
  /// - Parameters:
  ///   - path: The target's path.
  ///   - location: Where the manifest says that.
  ///   - all: All paths that a check of the package needs.
  /// - Returns: The finding.
  package static func finding(ofTargetAt path: String, _ location: Location, all: [String]) -> Diagnostic {
    Diagnostic(
      severity: .warning,
      code: .uncheckedTribes,
      message: "the target at '\(path)' is outside of Sources, so its tribes are not checked; give the paths "
        + all.joined(separator: " "),
      location: location,
      notes: [
        Diagnostic.Note(
          message: "the build registers its tribes, and checks, lists and Tribes.lock lack them: "
            + "nomad-gen --check \(all.joined(separator: " "))",
          location: location
        )
      ]
    )
  }
}
