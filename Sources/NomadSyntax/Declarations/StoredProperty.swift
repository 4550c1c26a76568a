/// An instance property of a type that may store a value.
///
/// Computed and static properties are not listed.
package struct StoredProperty {
  /// The name, without backticks.
  package let name: String

  /// The location of the name.
  package let location: Location

  /// The written type; nil if there is none.
  package var type: TypeText?

  /// The tokens of the initial value, separated by spaces; nil if there is none.
  package var value: String?

  /// Whether it is a `let`.
  package var isConstant: Bool

  /// Whether it is `lazy`.
  package var isLazy: Bool

  /// The attributes that the language does not define, as they are written, without arguments: property wrappers and macros.
  package var wrappers: [TypeReference] = []

  /// The conditions around it, from the outermost `#if` of the file.
  package var conditions: [Condition] = []
}
