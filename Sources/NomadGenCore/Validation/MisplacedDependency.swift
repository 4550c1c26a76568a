/// The rule that every property with `@TribeDependency` belongs to a tribe.
///
/// Otherwise no run checks that the property gets a value.
enum MisplacedDependency {
  static func check(_ strays: [StrayDependency]) -> [Finding] {
    strays.map { stray in
      let place = stray.owner.map { "'\($0)' is no tribe" } ?? "'\(stray.property)' is no property of a tribe"
      let exception = stray.owner.map { ", or write '// nomad:ignore' above '\($0)'" } ?? ""
      return Finding(
        severity: .warning,
        code: .misplacedDependency,
        message: "\(place), so no registry says that '\(stray.property)' has to be given, and without it the process "
          + "would stop; let the tribe have '@TribeDependency' and hand on the value" + exception,
        location: stray.location
      )
    }
  }
}
