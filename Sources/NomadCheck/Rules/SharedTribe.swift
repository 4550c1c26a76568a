import NomadGenCore
import NomadSyntax

/// The rule that a tribe belongs to the registry of one module.
///
/// An app that runs both registries finds one target twice.
///
/// The finding is a warning, because an app and its extension may share a source file and run a registry each.
enum SharedTribe {
  /// Returns the findings for each of several modules, from the second on.
  static func check(_ modules: [[Tribe]], identity: (_ path: String) -> String) -> [[Finding]] {
    var first: [Location: Tribe] = [:]
    return modules.map { tribes in
      var seen: Set<Location> = []
      return tribes.compactMap { tribe in
        var place = tribe.location
        place.file = identity(place.file)
        guard seen.insert(place).inserted else { return nil }
        guard let other = first[place], other.module != tribe.module else {
          first[place] = tribe
          return nil
        }
        return Finding(
          severity: .warning,
          code: .sharedTribe,
          message: "tribe '\(tribe.name)' is in the registries of \(other.module) and \(tribe.module)",
          location: tribe.location,
          impact: "an app that combines both registries finds the tribe twice",
          remedy: "run only one of the registries, or keep the tribe in one module"
        )
      }
    }
  }
}
