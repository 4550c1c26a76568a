import NomadGenCore

/// The rule that a target of the package has the files of each tribe.
///
/// Otherwise no build compiles them, and the tribes never run.
enum UntargetedTribes {
  /// Returns one finding for a folder in `Sources` that is no target, at its first tribe.
  static func check(_ tribes: [Tribe], of item: Selection.Item) -> [Finding] {
    guard let package = item.package, package.description != nil, let place = item.target, place.description == nil,
      let tribe = tribes.min(by: { $0.location < $1.location })
    else { return [] }
    let folder = package.root + place.folder
    let others = tribes.count == 1 ? "" : "; the same is true for \(tribes.count - 1) more"
    return [
      Finding(
        severity: .error,
        code: .missingPlugin,
        message: "'\(tribe.name)' never runs, because no target of the package has the files in '\(folder)'",
        location: tribe.location,
        impact: "the build does not compile these files\(others)",
        remedy:
          "add a target for the folder to \(package.root)Package.swift; if something else compiles it, run the check "
          + "with '. \(folder)'"
      )
    ]
  }
}
