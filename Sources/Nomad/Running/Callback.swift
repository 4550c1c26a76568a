/// The end of work that says by a callback when it is over.
///
/// Call it once, with an error or without. Calls after the first one have no effect.
public struct Callback: Sendable {
  private let state: Locked<State>

  fileprivate enum State: Sendable {
    case waiting
    case continued(CheckedContinuation<Void, any Error>)
    case ended
  }

  fileprivate init(_ state: Locked<State>) {
    self.state = state
  }

  /// Says that the work is over.
  ///
  /// - Parameter error: Why it failed; nil if it did not.
  public func callAsFunction(_ error: (any Error)? = nil) {
    let continuation: CheckedContinuation<Void, any Error>? = state.withLock { state in
      guard case .continued(let continuation) = state else { return nil }
      state = .ended
      return continuation
    }
    if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
  }

  /// Says that the work is over.
  ///
  /// - Parameter result: How it ended.
  public func callAsFunction<Value>(_ result: Result<Value, some Error>) {
    switch result {
    case .success: self(nil)
    case .failure(let error): self(error)
    }
  }
}

/// Waits for work that says by a callback when it is over.
///
/// ```swift
/// func migrate() async throws {
///   try await withCallback { done in oldStore.upgrade { error in done(error) } }
/// }
/// ```
///
/// It waits for that even if the task is cancelled: whoever goes on while the work does would have it done twice at
/// once.
///
/// - Parameters:
///   - isolation: The actor that calls, on which the work is started.
///   - onCancel: Called when the task is cancelled, to stop the work, which then calls back earlier; nothing by
///     default.
///   - work: Starts the work, which calls what it is given when it is over.
/// - Throws: What the callback was called with, or what `work` throws.
public func withCallback(
  isolation: isolated (any Actor)? = #isolation,
  onCancel: @escaping @Sendable () -> Void = {},
  _ work: (Callback) throws -> Void
) async throws {
  let state = Locked(Callback.State.waiting)
  let callback = Callback(state)
  try await withTaskCancellationHandler {
    // A closure is on the actor that it captures.
    _ = isolation
    try await withCheckedThrowingContinuation { continuation in
      state.value = .continued(continuation)
      do { try work(callback) } catch { callback(error) }
    }
  } onCancel: {
    onCancel()
  }
}
