#if !PostgresNIO
  /// A session with a PostgreSQL server, through PostgresNIO.
  ///
  /// It needs the package trait `PostgresNIO`.
  ///
  /// Without the trait, no package resolves PostgresNIO, and this type is unavailable.
  @available(
    *,
    unavailable,
    message: """
      enable the trait: .package(url: …, traits: ["PostgresNIO"]), or --traits PostgresNIO in a clone of Nomad
      """
  )
  public struct PostgresNIOConnection {}
#endif
