/// Why a plan could not be made or a run stopped, and what to do about it.
public struct NomadError: Error {
  /// What kind of error it is.
  public let code: Code

  /// What went wrong, in a sentence.
  public let message: String

  /// What to do next, in a sentence or two.
  public let advice: String

  /// The error behind this one, such as what a tribe threw; nil if there is none.
  public let underlying: (any Error)?

  /// What the run did before it stopped; nil if it had not begun.
  public internal(set) var report: MigrationReport?

  /// Makes an error, for a ledger of your own.
  ///
  /// - Parameters:
  ///   - code: What kind of error it is.
  ///   - message: What went wrong, in a sentence.
  ///   - advice: What to do next, in a sentence or two.
  ///   - underlying: The error behind this one, if there is one.
  public init(_ code: Code, _ message: String, advice: String, underlying: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.advice = advice
    self.underlying = underlying
  }
}

extension NomadError {
  /// The same error with what the run did before it.
  func with(_ report: MigrationReport) -> NomadError {
    var error = self
    error.report = report
    return error
  }
}

extension NomadError {
  /// The text with a full stop, unless it ends like a sentence already, as other errors' words may.
  static func sentence(_ text: String) -> String {
    text.last.map { ".!?…".contains($0) } == true ? text : text + "."
  }
}

extension NomadError: CustomStringConvertible {
  /// The message and the advice.
  public var description: String { "\(message) \(advice)" }
}
