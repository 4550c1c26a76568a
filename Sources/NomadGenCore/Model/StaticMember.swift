/// A static member that the build reads without running code.
package struct StaticMember {
  /// The value of the member.
  package enum Value {
    /// A case of the member's type, and its text, if it has one.
    case known(String, Text?)
    /// A string.
    case text(Text)
    /// A list of types.
    case types([TypeReference])
    /// An expression that only running code could evaluate.
    case unreadable

    /// The name of the case.
    package var name: String? {
      if case .known(let name, _) = self { name } else { nil }
    }
  }

  package enum Text {
    case literal(String)
    /// A name or a path that may stand for a constant with a literal value.
    case reference(TypeReference)
  }

  package var member: TribeMember

  package var value: Value

  /// The location at which findings about the value appear: the literal, or else the expression.
  var location: Location

  /// The end of the literal at that location, or of the mistake in its place; nil if a fix-it cannot replace it.
  var literalEnd: Location?

  /// The reason why the value cannot be read, if the expression alone shows it.
  var problem: Problem?

  /// Whether the value names the member's type without its module, so that a type of the user's may shadow it.
  package var namesType = false

  /// The type annotation, with no components if it cannot be the library's type; nil if there is no annotation.
  package var annotation: TypeReference?

  /// The explicit access level, if any.
  var access: Access?

  var conditions: [Condition]
}
