/// A static member of a type, and its value as far as it can be read without running code.
package final class StaticMember {
  /// The value of the member.
  package enum Value {
    /// A case of the member's type, and its text, if it has one.
    case known(String, Text?)
    /// A string.
    case text(Text)
    /// A list of types.
    case types([TypeReference])
    /// A list of strings.
    case texts([String])
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

  package let member: WantedMember

  package let value: Value

  /// The location at which findings about the value appear: the literal, or else the expression.
  package let location: Location

  /// The end of the literal at that location, or of the mistake in its place; nil if a fix-it cannot replace it.
  package let literalEnd: Location?

  /// The reason why the value cannot be read, if the expression alone shows it.
  package let problem: Problem?

  /// Whether the value names the member's type without its module, so that a type of the user's may shadow it.
  package let namesType: Bool

  /// The offsets of the declaration in the source, from its modifiers to its value.
  package internal(set) var range = 0..<0

  /// The type annotation, or the type after `as`, with no components if it cannot be the library's type; nil for neither.
  package internal(set) var annotation: TypeReference?

  /// The explicit access level, if any.
  package var access: Access?

  package let conditions: [Condition]

  init(_ member: WantedMember, _ expression: Scanner.Expression, conditions: [Condition], lines: LineMap) {
    (self.member, value, problem) = (member, expression.value, expression.problem)
    location = lines.location(of: expression.start)
    literalEnd = expression.literalEnd.map(lines.location(of:))
    (namesType, annotation, self.conditions) = (expression.namesType, expression.cast, conditions)
  }
}

extension StaticMember {
  /// The reason why a value cannot be read, if it is certain.
  package enum Problem {
    /// A bare string, `"2.0.0"`, and whether the type of the member is written.
    case bareText(String, isTyped: Bool)
    /// A name that is not a case of the type, and its argument, if that is a single string.
    case unknownCase(String, text: String?)
    /// An argument that the case does not take: `.first()`.
    case surplusArguments(String)
    /// A missing argument: `.literal`.
    case missingArgument(String)
    /// A label: `.literal(version: "2.0.0")`, and its argument, if that is a single string.
    case label(kind: String, String, text: String?)
    /// A number: `.literal(2.0)`, and whether it is the only argument.
    case number(kind: String, String, isAlone: Bool)
    /// A name of a `var`, whose value may change.
    case variable(String)
    /// A name of a constant that is not a `String`, and its type.
    case otherType(String, String)
    /// A name of a constant that branches of an `#if` declare, one of which cannot be read.
    case branches(String)
    /// A name that no source of the module declares as a constant.
    case unknownName(String)
  }
}
