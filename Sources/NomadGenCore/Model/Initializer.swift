/// An initializer in the body of a type.
struct Initializer {
  /// What keeps a registry from calling an initializer, however far it can be seen.
  enum Flaw {
    case parameters, failure, generics, async, `throws`
  }

  /// Why it is no `init()`, which is what a registry calls; nil if it is one.
  var flaw: Flaw?

  /// Where its `init` stands.
  var location: Location

  /// The access level that is written, if one is.
  var access: Access?

  /// Whether it stands in an `#if` in the body, so that some builds do not have it.
  var isConditional: Bool
}
