#if !PromiseKit
  public import Nomad

  /// A tribe whose `migrate()` returns a promise, in a package that enables the trait `PromiseKit`.
  ///
  /// Without it nobody resolves PromiseKit for nothing, and there is no such tribe.
  @available(
    *,
    unavailable,
    message: """
      enable the trait: .package(url: …, traits: ["PromiseKit"]), or --traits PromiseKit in a clone of Nomad
      """
  )
  public protocol PromiseTribe: Tribe {}
#endif
