package import NomadGenCore

/// The rule that a check names what it could not see: the module, one type, and the source that it would need.
package enum UncheckedTribes {
  /// Returns one finding for a module, at the first of its types that may be tribes.
  static func check(_ types: [UnseenType], in module: String) -> [Finding] {
    guard let type = types.min(by: { $0.location < $1.location }) else { return [] }
    let others = types.count == 1 ? "" : "; \(types.count - 1) more of \(module) may be missing"
    return [
      Finding(
        severity: .warning,
        code: .uncheckedTribes,
        message: "tribes of \(module) may be missing: '\(type.name)' inherits '\(type.ancestor)', which no checked "
          + "source declares",
        location: type.location,
        impact: "if '\(type.ancestor)' inherits Tribe, the build registers '\(type.name)', but the check, lists and "
          + "Tribes.lock do not include it\(others)",
        remedy: "check the folder of \(type.imports.prefix(3).joined(separator: " or ")) too"
      )
    ]
  }

  /// Returns the finding for a target whose files are unknown because the manifest computes an argument.
  ///
  /// - Parameters:
  ///   - name: The target's name; nil if that is computed, too.
  ///   - label: The argument's label.
  ///   - location: The location of its value in the manifest.
  /// - Returns: The finding.
  package static func finding(ofTarget name: String?, computing label: String, _ location: Location) -> Finding {
    let written = ["name", "path"].contains(label) ? "one string" : "an array of literals"
    return Finding(
      severity: .warning,
      code: .uncheckedTribes,
      message: "the check cannot see the tribes of \(name.map { "the target '\($0)'" } ?? "a target"), because the "
        + "manifest computes its \(label)",
      location: location,
      impact: "the build registers its tribes, but the check, lists and Tribes.lock do not include them",
      remedy: "write its \(label) as \(written), or give the check the target's folder"
    )
  }
}
