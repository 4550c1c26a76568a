// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// What the library itself rejects promises with.
public enum PMKError: Error {
  case invalidCallingConvention
  case returnedSelf
  case badInput
  case cancelled
}

/// An error that may say that something was cancelled.
public protocol CancellableError: Error {
  var isCancelled: Bool { get }
}

extension Error {
  /// Whether the error says that something was cancelled.
  public var isCancelled: Bool {
    if let error = self as? PMKError, case .cancelled = error { return true }
    return (self as? CancellableError)?.isCancelled ?? false
  }
}

/// Which errors a handler sees.
public enum CatchPolicy {
  case allErrors
  case allErrorsExceptCancellation
}
