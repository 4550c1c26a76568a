public import Foundation

extension NomadError {
  /// Returns the localized description of an error, or its plain description if it has none.
  package static func words(of error: any Error) -> String {
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
