public import Nomad

/// What the module shows to the app.
public enum Feature {
  /// The tribes of this module, without a word about their types.
  public static var tribes: TribeRegistry { .generated }
}
