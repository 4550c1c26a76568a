import NomadTargets

extension StaticMember {
  /// Why a value cannot be read, where that is known for sure.
  enum Fault {
    /// A string by itself, `"2.0.0"`, and whether the type of the member is written.
    case bareText(String, isTyped: Bool)
    /// A name that is no case of `TribeTarget`, and the text behind it if there is just that.
    case unknownCase(String, text: String?)
    /// `.first()`
    case surplusArguments(String)
    /// `.literal`
    case missingArgument(String)
    /// `.literal(version: "2.0.0")`, and the text if there is just that.
    case label(kind: String, String, text: String?)
    /// `.literal(2.0)`, and whether there is nothing else.
    case number(kind: String, String, isAlone: Bool)
    /// A name that stands for what may change.
    case variable(String)
    /// A name that nothing in the module's sources declares as a constant.
    case unknownName(String)
  }
}
