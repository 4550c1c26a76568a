#if !ServiceLifecycle
  /// A service that migrates, and then runs another service.
  ///
  /// It needs the package trait `ServiceLifecycle`.
  ///
  /// Without the trait, no package resolves swift-service-lifecycle, and this type is unavailable.
  @available(
    *,
    unavailable,
    message: """
      enable the trait: .package(url: …, traits: ["ServiceLifecycle"]), or --traits ServiceLifecycle in a clone of Nomad
      """
  )
  public struct MigrationService {}
#endif
