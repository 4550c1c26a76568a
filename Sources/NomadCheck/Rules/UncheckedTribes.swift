package import NomadGenCore

/// The rule that a check names what it could not see: the module, one type, and the source that it would need.
package enum UncheckedTribes {
  /// Returns one finding for a module, at the first of its types that may be tribes.
  static func check(_ types: [UnseenType], in module: String) -> [Finding] {
    guard let type = types.min(by: { $0.location < $1.location }) else { return [] }
    let source = type.imports.prefix(3).joined(separator: " or ")
    let others = types.count == 1 ? "" : "; \(types.count - 1) more of \(module) may be missing"
    return [
      Finding(
        severity: .warning,
        code: .uncheckedTribes,
        message: "tribes of \(module) may be missing: '\(type.name)' inherits '\(type.ancestor)', which no checked "
          + "source declares; check the folder of \(source) too",
        location: type.location,
        notes: [
          Finding.Note(
            message: "if '\(type.ancestor)' leads to Tribe, the build registers '\(type.name)', and checks, lists and "
              + "Tribes.lock lack it\(others)",
            location: type.location
          )
        ]
      )
    ]
  }

  /// Returns the finding for a target whose folder is unknown because the manifest computes its path.
  ///
  /// - Parameters:
  ///   - name: The target's name; nil if that is computed, too.
  ///   - location: The location of the path in the manifest.
  /// - Returns: The finding.
  package static func finding(ofTarget name: String?, _ location: Location) -> Finding {
    Finding(
      severity: .warning,
      code: .uncheckedTribes,
      message: "the path of \(name.map { "the target '\($0)'" } ?? "a target") is computed, so the check does not see "
        + "its tribes; give the check its folder",
      location: location,
      notes: [
        Finding.Note(
          message: "the build registers its tribes, and checks, lists and Tribes.lock lack them",
          location: location
        )
      ]
    )
  }
}
