#if !LibPQ
  /// A session with a PostgreSQL server, through the C library libpq.
  ///
  /// It needs the package trait `LibPQ`.
  ///
  /// Without the trait, the package builds without the system library.
  @available(
    *,
    unavailable,
    message: """
      enable the trait: .package(url: …, traits: ["LibPQ"]), or --traits LibPQ in a clone of Nomad
      """
  )
  public struct LibPQConnection {}
#endif
