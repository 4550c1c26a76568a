#if !Logging
  /// A log of the events of runs, with swift-log.
  ///
  /// It needs the package trait `Logging`.
  ///
  /// Without the trait, no package resolves swift-log, and this type is unavailable.
  @available(
    *,
    unavailable,
    message: """
      enable the trait: .package(url: …, traits: ["Logging"]), or --traits Logging in a clone of Nomad
      """
  )
  public struct MigrationLog {}
#endif
