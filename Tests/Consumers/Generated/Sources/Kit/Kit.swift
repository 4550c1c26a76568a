public import Nomad

/// The tribes of the module, which a plugin generates.
public enum Kit {
  /// The registry.
  public static var tribes: TribeRegistry { .generated }
}
