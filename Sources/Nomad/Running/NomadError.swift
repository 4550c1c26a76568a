/// Why a plan could not be made or a run stopped, and what to do about it.
public struct NomadError: Error {
  // One reference: whatever can throw an error moves a pointer, not a report.
  private let storage: Storage

  /// What kind of error it is.
  public var code: Code { storage.code }

  /// What went wrong, in a sentence.
  public var message: String { storage.message }

  /// What to do next, in a sentence or two.
  public var advice: String { storage.advice }

  /// The error behind this one, such as what a tribe threw; nil if there is none.
  public var underlying: (any Error)? { storage.underlying }

  /// What the run did before it stopped; nil if it had not begun.
  public var report: MigrationReport? { storage.report }

  /// Makes an error, for a ledger of your own.
  ///
  /// - Parameters:
  ///   - code: What kind of error it is.
  ///   - message: What went wrong, in a sentence.
  ///   - advice: What to do next, in a sentence or two.
  ///   - underlying: The error behind this one, if there is one.
  public init(_ code: Code, _ message: String, advice: String, underlying: (any Error)? = nil) {
    storage = Storage(code, message, advice, underlying, nil)
  }

  private init(_ error: NomadError, _ report: MigrationReport) {
    storage = Storage(error.code, error.message, error.advice, error.underlying, report)
  }
}

extension NomadError {
  private final class Storage: Sendable {
    let code: Code
    let message: String
    let advice: String
    let underlying: (any Error)?
    let report: MigrationReport?

    init(
      _ code: Code,
      _ message: String,
      _ advice: String,
      _ underlying: (any Error)?,
      _ report: MigrationReport?
    ) {
      self.code = code
      self.message = message
      self.advice = advice
      self.underlying = underlying
      self.report = report
    }
  }
}

extension NomadError {
  /// The same error with what the run did before it.
  func with(_ report: MigrationReport) -> NomadError {
    NomadError(self, report)
  }
}

extension NomadError {
  /// The text with a full stop, unless it ends like a sentence already, as other errors' words may.
  package static func sentence(_ text: String) -> String {
    text.last.map { ".!?…".contains($0) } == true ? text : text + "."
  }
}

extension NomadError: CustomStringConvertible {
  /// The message and the advice.
  public var description: String { "\(message) \(advice)" }
}
