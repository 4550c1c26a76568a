/// The completion handler that ``withCallback(isolation:onCancel:_:)`` passes to callback-based code.
///
/// Call it once, with or without an error. Later calls have no effect.
public struct Callback: Sendable {
  private let state: Locked<State>

  enum State: Sendable {
    case waiting
    case continued(CheckedContinuation<Void, any Error>)
    case ended
  }

  init(_ state: Locked<State>) {
    self.state = state
  }

  /// Reports that the work is over.
  ///
  /// - Parameter error: The reason why the work failed; nil if it succeeded.
  public func callAsFunction(_ error: (any Error)? = nil) {
    let continuation: CheckedContinuation<Void, any Error>? = state.withLock { state in
      guard case .continued(let continuation) = state else { return nil }
      state = .ended
      return continuation
    }
    if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
  }

  /// Reports that the work is over.
  ///
  /// - Parameter result: The result of the work.
  public func callAsFunction<Value>(_ result: Result<Value, some Error>) {
    switch result {
    case .success: self(nil)
    case .failure(let error): self(error)
    }
  }
}
