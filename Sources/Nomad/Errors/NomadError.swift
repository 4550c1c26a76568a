public import Foundation

/// An error that tells why a plan could not be made or why a run stopped, and what to do next.
///
/// Its texts are in English, and for developers. For users, `NomadUI` adds the property `userMessage`.
public struct NomadError: Error {
  // One reference: every function that can throw would otherwise move a whole report.
  private let contents: Contents

  private final class Contents: Sendable {
    let code: Code
    let message: String
    let advice: String
    let underlying: (any Error)?
    let report: MigrationReport?

    init(_ code: Code, _ message: String, _ advice: String, _ underlying: (any Error)?, _ report: MigrationReport?) {
      (self.code, self.message, self.advice) = (code, message, advice)
      (self.underlying, self.report) = (underlying, report)
    }
  }

  /// The kind of error.
  public var code: Code { contents.code }

  /// The problem, in one sentence, for developers.
  public var message: String { contents.message }

  /// The next step, in one or two sentences, for developers.
  public var advice: String { contents.advice }

  /// The error that caused this one, such as an error that a tribe threw; nil if there is none.
  public var underlying: (any Error)? { contents.underlying }

  /// The report of the run up to this error; nil if the run had not begun.
  public var report: MigrationReport? { contents.report }

  /// Creates an error that a custom ledger can throw.
  ///
  /// - Parameters:
  ///   - code: The kind of error.
  ///   - message: The problem, in one sentence.
  ///   - advice: The next step, in one or two sentences.
  ///   - underlying: The error that caused this one; nil if there is none.
  public init(_ code: Code, _ message: String, advice: String, underlying: (any Error)? = nil) {
    contents = Contents(code, message, advice, underlying, nil)
  }

  /// Creates the same error with the report of the run that it stopped.
  private init(_ error: NomadError, _ report: MigrationReport) {
    contents = Contents(error.code, error.message, error.advice, error.underlying, report)
  }
}

extension NomadError {
  /// Whether both are the same error, thrown on.
  func isSame(as other: NomadError) -> Bool { contents === other.contents }

  /// Returns this error with the report of the run that it stopped.
  package func with(_ report: MigrationReport) -> NomadError { NomadError(self, report) }

  /// Returns the text with a full stop, unless it already ends like a sentence, as descriptions of other errors may.
  package static func sentence(_ text: String) -> String {
    text.last.map { ".!?…".contains($0) } == true ? text : text + "."
  }
}

extension NomadError: CustomStringConvertible {
  /// The message and the advice.
  public var description: String { "\(message) \(advice)" }

  /// Returns an error's text, as records and messages contain it.
  ///
  /// - Parameter error: The error.
  /// - Returns: Its localized description, or its plain description if it has none.
  public static func words(of error: any Error) -> String {
    (error as? any LocalizedError)?.errorDescription ?? "\(error)"
  }
}

extension NomadError: LocalizedError {
  /// The problem: the ``message``.
  public var errorDescription: String? { message }

  /// The next step: the ``advice``.
  public var recoverySuggestion: String? { advice }

  /// The description of the ``underlying`` error; nil if there is none.
  public var failureReason: String? { underlying.map(Self.words) }
}

extension NomadError {
  /// Stands for a part of a tribe that is still to be written, and throws.
  ///
  /// `nomadctl new` and `nomadctl freeze` write calls of it. The check reports them, and
  /// `nomad-gen --lock 2.5.0` refuses a tribe that has one.
  ///
  /// - Parameter part: The missing part, for the error's message.
  /// - Returns: Nothing: it always throws. The call compiles in place of a value of any type.
  /// - Throws: ``NomadError`` with the code ``Code/tribeFailed``.
  public static func unwritten<Value>(_ part: String) throws(NomadError) -> Value {
    throw NomadError(
      .tribeFailed,
      "\(part) is not written yet.",
      advice: "Write it in place of NomadError.unwritten(_:)."
    )
  }
}
