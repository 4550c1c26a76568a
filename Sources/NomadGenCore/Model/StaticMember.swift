/// A static member that the build reads, as far as it can be read without running code.
package struct StaticMember {
  /// What the member's value says.
  package enum Value {
    /// A case of the member's type, and the text of one that has a text.
    case known(String, Text?)
    /// A string.
    case text(Text)
    /// A list of types.
    case types([TypeReference])
    /// An expression that only running the code could evaluate.
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

  /// Where a mistake in the value is shown: at the literal or, where there is none, at the expression.
  var location: Location

  /// Where the literal at that place ends, or what else stands there by mistake, if there is one.
  var literalEnd: Location?

  /// Why the value cannot be read, if the expression alone says so.
  var fault: Fault?

  /// Whether the value names the member's type without its module, which a type of the user's may shadow.
  package var namesType = false

  /// The type that is written behind the name; without components if it is none that could be the library's.
  package var annotation: TypeReference?

  /// The access level that is written, if one is.
  var access: Access?

  var conditions: [Condition]
}
