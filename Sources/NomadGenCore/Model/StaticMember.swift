import NomadTargets

/// A static member that the build reads without running code.
package final class StaticMember {
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

  package let member: TribeMember

  package let value: Value

  /// The location at which findings about the value appear: the literal, or else the expression.
  let location: Location

  /// The end of the literal at that location, or of the mistake in its place; nil if a fix-it cannot replace it.
  let literalEnd: Location?

  /// The reason why the value cannot be read, if the expression alone shows it.
  let problem: Problem?

  /// Whether the value names the member's type without its module, so that a type of the user's may shadow it.
  package let namesType: Bool

  /// The type annotation, with no components if it cannot be the library's type; nil if there is no annotation.
  package internal(set) var annotation: TypeReference?

  /// The explicit access level, if any.
  var access: Access?

  let conditions: [Condition]

  init(_ member: TribeMember, _ expression: Scanner.Expression, conditions: [Condition], lines: LineMap) {
    (self.member, value, problem) = (member, expression.value, expression.problem)
    location = lines.location(of: expression.start)
    literalEnd = expression.literalEnd.map(lines.location(of:))
    (namesType, self.conditions) = (expression.namesType, conditions)
  }
}

extension StaticMember {
  /// The reason why a value cannot be read, if it is certain.
  enum Problem {
    /// A bare string, `"2.0.0"`, and whether the type of the member is written.
    case bareText(String, isTyped: Bool)
    /// A name that is not a case of `TribeTarget`, and its argument, if that is a single string.
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

/// The name of a static member of tribes that the build reads.
package enum TribeMember: String, CaseIterable {
  case target, phase, urgency, readableSince, requires

  /// The cases of a phase.
  enum Phase: String { case expand, contract }

  /// The cases of an urgency.
  enum Urgency: String { case immediate, deferred }

  /// The members other than the target.
  static let traits = allCases.filter { !$0.is(.target) }

  /// The members whose values are cases of the library's types.
  static let choices = allCases.filter { $0.form == .choice }

  func `is`(_ member: Self) -> Bool { self == member }

  /// Whether a name differs from the member's at most in case.
  func isSpelled(_ name: String) -> Bool { rawValue.lowercased() == name.lowercased() }

  /// The form of a member's value.
  enum Form {
    /// A case of one of the library's types, with or without a text.
    case choice
    /// A version of the app, as a string.
    case version
    /// A list of types.
    case types
  }

  var form: Form {
    switch self {
    case .target, .phase, .urgency: .choice
    case .readableSince: .version
    case .requires: .types
    }
  }

  /// The name of the member's type; for a list, the type of its elements.
  package var type: String {
    switch self {
    case .target: "TribeTarget"
    case .phase: "TribePhase"
    case .urgency: "TribeUrgency"
    case .readableSince: "String"
    case .requires: "Any.Type"
    }
  }

  /// The module of the member's type; nil for `Any.Type`, which is part of the language.
  var module: String? {
    switch form {
    case .choice: Library.core
    case .version: "Swift"
    case .types: nil
    }
  }

  /// A text that almost every file that declares the member contains, and few other files do.
  var mark: String {
    switch self {
    case .target, .phase, .urgency, .requires: type
    case .readableSince: rawValue
    }
  }

  /// Returns whether a case of the member's type has a text; nil if there is no such case.
  func hasText(_ name: String) -> Bool? {
    switch self {
    case .target: TribeTarget.Kind(rawValue: name)?.hasText
    case .phase: Phase(rawValue: name).map { _ in false }
    case .urgency: Urgency(rawValue: name).map { _ in false }
    case .readableSince, .requires: nil
    }
  }
}
