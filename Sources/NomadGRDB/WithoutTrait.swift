#if !GRDB
  public import Nomad

  /// A tribe that changes an SQLite database through GRDB.
  ///
  /// It needs the package trait `GRDB`.
  ///
  /// Without the trait, no package resolves GRDB.swift, and this type is unavailable.
  @available(
    *,
    unavailable,
    message: """
      enable the trait: .package(url: …, traits: ["GRDB"]), or --traits GRDB in a clone of Nomad
      """
  )
  public protocol DatabaseTribe: Tribe {}
#endif
