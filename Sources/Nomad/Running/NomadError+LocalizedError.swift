public import Foundation

extension NomadError: LocalizedError {
  /// What went wrong: the ``message``.
  public var errorDescription: String? { message }

  /// What to do next: the ``advice``.
  public var recoverySuggestion: String? { advice }

  /// What is behind the error, if something is.
  public var failureReason: String? { underlying.map { String(describing: $0) } }
}
