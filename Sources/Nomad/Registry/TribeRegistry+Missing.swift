extension TribeRegistry {
  /// The registry of a target that does not use the plugin: it cannot be used, and its message says what to add.
  ///
  /// In a target with the plugin, the generated registry hides this one.
  @available(
    *,
    unavailable,
    message: "add plugins: [.plugin(name: \"NomadPlugin\", package: \"Nomad\")] to this target in Package.swift"
  )
  public static var generated: TribeRegistry { TribeRegistry(entries: []) }
}
