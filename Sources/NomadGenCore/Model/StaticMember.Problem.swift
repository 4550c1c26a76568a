import NomadTargets

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
    /// A name that no source of the module declares as a constant.
    case unknownName(String)
  }
}
