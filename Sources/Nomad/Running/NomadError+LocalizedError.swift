public import Foundation

extension NomadError {
  /// An error in words for people, if it has them.
  package static func words(of error: any Error) -> String {
    (error as? any LocalizedError)?.errorDescription ?? "\(error)"
  }
}

extension NomadError: LocalizedError {
  /// What went wrong: the ``message``.
  public var errorDescription: String? { message }

  /// What to do next: the ``advice``.
  public var recoverySuggestion: String? { advice }

  /// What is behind the error, if something is.
  public var failureReason: String? { underlying.map(Self.words) }
}
