#if !LibPQ
  /// A session of a PostgreSQL server through libpq, in a package that enables the trait `LibPQ`.
  ///
  /// Without the trait, nobody needs the system library.
  @available(
    *,
    unavailable,
    message: """
      enable the trait: .package(url: …, traits: ["LibPQ"]), or --traits LibPQ in a clone of Nomad
      """
  )
  public struct LibPQConnection {}
#endif
