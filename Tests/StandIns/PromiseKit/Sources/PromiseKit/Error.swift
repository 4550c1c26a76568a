// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// An error with which the library itself rejects promises.
public enum PMKError: Error {
  case invalidCallingConvention
  case returnedSelf
  case badInput
  case cancelled
}

/// An error that may represent a cancellation.
public protocol CancellableError: Error {
  var isCancelled: Bool { get }
}

extension Error {
  /// Whether the error represents a cancellation.
  public var isCancelled: Bool {
    if let error = self as? PMKError, case .cancelled = error { return true }
    return (self as? CancellableError)?.isCancelled ?? false
  }
}

/// The errors that a handler sees.
public enum CatchPolicy {
  case allErrors
  case allErrorsExceptCancellation
}
