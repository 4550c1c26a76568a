public import Nomad

/// The part of the module that the app uses.
public enum Feature {
  /// The tribes of this module, without revealing their types.
  public static var tribes: TribeRegistry { .generated }
}
