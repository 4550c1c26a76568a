#if !PromiseKit
  public import Nomad

  /// A tribe whose `migrate()` returns a promise.
  ///
  /// It requires the trait `PromiseKit`.
  ///
  /// Without the trait, packages do not resolve PromiseKit, and this protocol is unavailable.
  @available(
    *,
    unavailable,
    message: """
      enable the trait: .package(url: …, traits: ["PromiseKit"]), or --traits PromiseKit in a clone of Nomad
      """
  )
  public protocol PromiseTribe: Tribe {}
#endif
