/// The rule that the source declares a tribe's conformance, rather than a macro.
///
/// The scanner does not see what a macro adds, so the registry would lack the tribe.
enum SuspectedTribe {
  static func check(_ suspects: [Suspect]) -> [Finding] {
    suspects.map { suspect in
      let heir = suspect.heir.map { ", from which '\($0)' inherits," } ?? ""
      let what = (suspect.type.map { "'\($0)'" } ?? "a type") + heir
      return Finding(
        severity: .warning,
        code: .suspectedTribe,
        message: "'\(suspect.use)' may make \(what) a tribe, which cannot be seen before it is compiled: the registry "
          + "leaves it out; write the conformance in the source, or '// nomad:ignore' above it",
        location: suspect.location
      )
    }
  }
}
