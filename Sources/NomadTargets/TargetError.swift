/// The error for an illegal target: the mistake, and its place in the text.
public struct TargetError: Error, Equatable, Sendable {
  /// The kind of mistake.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code's stable name.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The text is empty.
    public static var empty: Code { Code(rawValue: "empty") }
    /// A number is missing, such as the patch number in `2.0`.
    public static var missingNumber: Code { Code(rawValue: "missing-number") }
    /// A number has a leading zero (SemVer 2.0.0 clauses 2 and 9).
    public static var leadingZero: Code { Code(rawValue: "leading-zero") }
    /// There are more numbers than the format allows.
    public static var tooManyNumbers: Code { Code(rawValue: "too-many-numbers") }
    /// An identifier of a pre-release or of build metadata is empty (SemVer 2.0.0 clauses 9 and 10).
    public static var emptyIdentifier: Code { Code(rawValue: "empty-identifier") }
    /// A character is not allowed at its place.
    public static var illegalCharacter: Code { Code(rawValue: "illegal-character") }
  }

  /// The kind of mistake.
  public let code: Code

  /// The text of the target, as written in the source.
  public let text: String

  /// The place of the mistake in ``text``, as a UTF-8 offset; at most the text's length.
  public let offset: Int

  /// The reason why the target is illegal, as a clause without a final period.
  public let reason: String

  init(_ code: Code, in text: String, at offset: Int, _ reason: String) {
    self.code = code
    self.text = text
    self.offset = offset
    self.reason = reason
  }
}

extension TargetError: CustomStringConvertible {
  /// The whole message, such as `"2.0": a patch number is missing`.
  public var description: String { "\(text.debugDescription): \(reason)" }
}
