package import NomadGenCore

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
  /// - Returns: The finding; nil if some code names each tribe. It is a warning if other code may list the tribe.
  package static func check(
    _ listing: TribeListing,
    of target: PackageDescription.Target,
    pluginPackage: String?,
    manifest: String,
    isWhole: Bool
  ) -> Finding? {
    guard let tribe = listing.unnamed.min(by: { $0.location < $1.location }) else { return nil }
    let plugin = pluginPackage.map { ".plugin(name: \"NomadPlugin\", package: \"\($0)\")" } ?? "\"NomadPlugin\""
    let isCertain = isWhole && !listing.hasCall
    let others = listing.unnamed.count == 1 ? "" : "; the same is true for \(listing.unnamed.count - 1) more"
    return Finding(
      severity: isCertain ? .error : .warning,
      code: .missingPlugin,
      message:
        "'\(tribe.name)' \(isCertain ? "never runs" : "may never run"), because the target '\(target.name)' does "
        + "not use NomadPlugin",
      location: tribe.location,
      impact: "the build writes no registry for \(target.name), and no code names '\(tribe.name)'\(others)",
      remedy: target.plugins.isEmpty
        ? "add plugins: [\(plugin)] to the target '\(target.name)' in \(manifest)"
        : "add \(plugin) at the end of the plugins of the target '\(target.name)' in \(manifest)"
    )
  }
}
