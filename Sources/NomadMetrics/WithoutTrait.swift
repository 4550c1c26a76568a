#if !Metrics
  /// The metrics of runs, for swift-metrics.
  ///
  /// It needs the package trait `Metrics`.
  ///
  /// Without the trait, no package resolves swift-metrics, and this type is unavailable.
  @available(
    *,
    unavailable,
    message: """
      enable the trait: .package(url: …, traits: ["Metrics"]), or --traits Metrics in a clone of Nomad
      """
  )
  public struct MigrationMetrics {}
#endif
