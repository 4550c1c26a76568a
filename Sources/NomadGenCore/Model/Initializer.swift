/// An initializer in the body of a type.
struct Initializer {
  /// Whether it is an `init()`, which is what a registry calls: without parameters, failure, effects or generics.
  var isPlain: Bool

  /// The access level that is written, if one is.
  var access: Access?

  /// Whether it stands in an `#if` in the body, so that some builds do not have it.
  var isConditional: Bool
}
