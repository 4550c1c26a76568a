/// Why a target is illegal, where in its text, and what was probably meant.
public struct TargetError: Error, Hashable, Sendable {
  /// What kind of mistake it is.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the code.
    public let rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The text is empty.
    public static let empty = Code(rawValue: "empty")
    /// A number is missing, such as the patch number in `2.0`.
    public static let missingNumber = Code(rawValue: "missing-number")
    /// A number starts with a zero that carries no meaning (SemVer 2.0.0 clauses 2 and 9).
    public static let leadingZero = Code(rawValue: "leading-zero")
    /// There are more numbers than the format has places.
    public static let tooManyNumbers = Code(rawValue: "too-many-numbers")
    /// An identifier of a pre-release or of build metadata is empty (SemVer 2.0.0 clauses 9 and 10).
    public static let emptyIdentifier = Code(rawValue: "empty-identifier")
    /// A character stands where the format allows none of its kind.
    public static let illegalCharacter = Code(rawValue: "illegal-character")
  }

  /// What kind of mistake it is.
  public let code: Code

  /// The text of the target, as it was written.
  public let text: String

  /// Where in ``text`` the mistake is, in UTF-8 bytes from its start; at most its length.
  public let offset: Int

  /// What is wrong, as a clause without a full stop.
  public let reason: String

  /// What was probably meant: a legal target, or nil when there is no good guess.
  public let suggestion: TribeTarget?

  init(_ code: Code, in text: String, at offset: Int, _ reason: String, suggestion: TribeTarget? = nil) {
    self.code = code
    self.text = text
    self.offset = offset
    self.reason = reason
    self.suggestion = suggestion
  }
}

extension TargetError: CustomStringConvertible {
  /// The whole message, such as `"2.0": a patch number is missing; did you mean "2.0.0"?`.
  public var description: String {
    let message = "\(text.debugDescription): \(reason)"
    return switch suggestion {
    case .literal(let meant)? where meant != text: "\(message); did you mean \(meant.debugDescription)?"
    case let meant?: "\(message); did you mean \(meant)?"
    case nil: message
    }
  }
}
