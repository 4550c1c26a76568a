package import NomadGenCore
import NomadSyntax

/// The rule that a target with tribes uses the plugin, or lists them by hand.
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
      remedy: target.plugins.isEmpty
        ? "add plugins: [\(plugin)] to the target '\(target.name)' in \(manifest)"
        : "add \(plugin) at the end of the plugins of the target '\(target.name)' in \(manifest)"
    )
  }
}
