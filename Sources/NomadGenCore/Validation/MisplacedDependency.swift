/// The rule that every property with `@TribeDependency` belongs to a tribe.
///
/// Otherwise no run checks that the property gets a value.
enum MisplacedDependency {
  static func check(_ strays: [StrayDependency]) -> [Finding] {
    strays.map { stray in
      let place = stray.owner.map { "a dependency of '\($0)', which is not a tribe" } ?? "a dependency outside a tribe"
      let exception = stray.owner.map { ", or write '// nomad:ignore' above '\($0)'" } ?? ""
      return Finding(
        severity: .warning,
        code: .misplacedDependency,
        message: "'\(stray.property)' is \(place), so no run checks that it is provided",
        location: stray.location,
        impact: "reading '\(stray.property)' stops the process if it was not provided",
        remedy: "declare '@TribeDependency' in the tribe and pass the value on" + exception
      )
    }
  }
}
