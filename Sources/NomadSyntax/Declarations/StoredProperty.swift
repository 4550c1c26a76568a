/// An instance property of a type that may store a value.
///
/// Computed and static properties are not listed.
package struct StoredProperty {
  /// The form of an initial value, as far as it tells the type.
  package enum Value {
    /// A literal of a type: `-1`, `60 * 60`, `"a"`, `true` or `[1, 2]`.
    case literal(String)
    /// A value with its type: `nil as Int?`.
    case typed(TypeText)
    /// A call of something that may be a type, as it is written: `Note(…)`, `Set<Int>(…)`, `[Int]()`, `Note.empty()`.
    ///
    /// A single number does not count as an argument, because it is never refused.
    case call(TypeText, hasArguments: Bool)
    /// A member of something that may be a type, as it is written: `Theme.dark`.
    case member(TypeText)
    /// Any other expression.
    case other
  }

  /// The name, without backticks.
  package let name: String

  /// The location of the name.
  package let location: Location

  /// The written type; nil if there is none, or if only a part of it applies, as in `let (a, b): (Int, Int)`.
  package var type: TypeText?

  /// The initial value; nil if there is none.
  package var value: Value?

  /// Whether it is a `let`.
  package var isConstant: Bool

  /// The explicit access level, if any.
  package var access: Access?

  /// Whether it is `lazy`.
  package var isLazy: Bool

  /// The attributes that the language does not define: property wrappers and macros, as types without their values.
  package var wrappers: [TypeText] = []

  /// The conditions around it, from the outermost `#if` of the file.
  package var conditions: [Condition] = []
}
