extension TribeRegistry {
  /// The registry of a target without the plugin.
  ///
  /// It is unavailable, and the compiler's message tells what to add.
  ///
  /// In a target with the plugin, the generated registry hides this one.
  @available(
    *,
    unavailable,
    message: "add plugins: [.plugin(name: \"NomadPlugin\", package: \"Nomad\")] to this target in Package.swift"
  )
  public static var generated: TribeRegistry { TribeRegistry(entries: []) }
}
