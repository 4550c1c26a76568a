#if !GRDB
  public import Nomad

  /// A tribe that changes a database, in a package that enables the trait `GRDB`.
  ///
  /// Without the trait, no package resolves GRDB.swift, and there is no such tribe.
  @available(
    *,
    unavailable,
    message: """
      enable the trait: .package(url: …, traits: ["GRDB"]), or --traits GRDB in a clone of Nomad
      """
  )
  public protocol DatabaseTribe: Tribe {}
#endif
