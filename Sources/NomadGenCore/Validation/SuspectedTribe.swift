/// The rule that the source declares a tribe's conformance, rather than a macro.
///
/// The scanner does not see what a macro adds, so the registry would lack the tribe.
enum SuspectedTribe {
  static func check(_ suspects: [Suspect]) -> [Finding] {
    suspects.map { suspect in
      let type = suspect.type.map { "'\($0)'" } ?? "a type"
      let tribes = suspect.heir.map { "\(type) and its subclass '\($0)' tribes" } ?? "\(type) a tribe"
      return Finding(
        severity: .warning,
        code: .suspectedTribe,
        message: "'\(suspect.use)' may make \(tribes), which the registry does not include",
        location: suspect.location,
        impact: "the build writes the registry before it expands macros, so the tribe would never run",
        remedy: "write the conformance in the source, or '// nomad:ignore' above it"
      )
    }
  }
}
