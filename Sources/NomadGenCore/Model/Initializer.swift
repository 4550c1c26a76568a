/// An initializer in the body of a type.
struct Initializer {
  /// The reason why a registry cannot call an initializer, apart from its access level.
  enum Problem {
    case parameters, failure, generics, async, `throws`
  }

  /// The reason why it is not a plain `init()`, which a registry calls; nil if it is one.
  var problem: Problem?

  /// The location of the keyword `init`.
  var location: Location

  /// The explicit access level, if any.
  var access: Access?

  /// Whether it is inside an `#if` in the body, so that some builds lack it.
  var isConditional: Bool
}
