package import NomadGenCore
import NomadSyntax

/// The rule that a target has each tribe, and that it uses the plugin or lists the tribe by hand.
///
/// Otherwise the build writes no registry, and the tribes never run.
package enum MissingPlugin {
  /// Returns the finding for a target without the plugin.
  ///
  /// - Parameters:
  ///   - listing: The code that lists its tribes by hand.
  ///   - target: The target.
  ///   - pluginPackage: The manifest's name for the package with the plugin; nil if it is the manifest's own package.
  ///   - manifest: The manifest's path.
  ///   - isWhole: Whether the check sees all code of the package.
  /// - Returns: The finding; nil if some code lists each tribe. It is a warning if other code may list the tribe.
  package static func check(
    _ listing: TribeListing,
    of target: PackageDescription.Target,
    pluginPackage: String?,
    manifest: String,
    isWhole: Bool
  ) -> Finding? {
    let isUnnamed = !listing.unnamed.isEmpty
    let tribes = isUnnamed ? listing.unnamed : listing.isPassedOn ? [] : listing.tribes
    // Other packages may list the public tribes of a product.
    let hidden = tribes.filter { !target.isOffered || $0.access < .public }
    guard let tribe = (hidden.isEmpty ? tribes : hidden).min(by: { $0.location < $1.location }) else { return nil }
    let plugin = pluginPackage.map { ".plugin(name: \"NomadPlugin\", package: \"\($0)\")" } ?? "\"NomadPlugin\""
    // Another plugin may generate the list.
    let isCertain =
      isWhole && isUnnamed && !listing.mayListOthers && !hidden.isEmpty && target.plugins.isEmpty
    let others = tribes.count == 1 ? "" : "; the same is true for \(tribes.count - 1) more"
    let folder = String(manifest.dropLast("Package.swift".count)) + (target.folder.isEmpty ? "." : target.folder)
    let fact =
      isUnnamed ? "no code names '\(tribe.name)'" : "no code passes a list of tribes to TribeRegistry or pack(with:)"
    return Finding(
      severity: isCertain ? .error : .warning,
      code: .missingPlugin,
      message:
        "'\(tribe.name)' \(isCertain ? "never runs" : "may never run"), because the target '\(target.name)' does "
        + "not use NomadPlugin",
      location: tribe.location,
      impact: "the build writes no registry for \(target.name), and \(fact)\(others)",
      remedy: (target.plugins.isEmpty
        ? "add plugins: [\(plugin)] to the target '\(target.name)' in \(manifest)"
        : "add \(plugin) at the end of the plugins of the target '\(target.name)' in \(manifest)")
        + "; or commit a registry, which 'swift run nomad-gen --output \("\(folder)/\(StaleRegistry.fileName)".shellWord) "
        + "--module \(target.module) \(folder.shellWord)' writes"
    )
  }

  /// Returns a finding, at the first tribe, for a folder in `Sources` that does not belong to a target.
  static func check(untargeted tribes: [Tribe], of item: Selection.Item) -> [Finding] {
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
