public import Nomad
internal import NomadFiles

extension Nomad {
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

  /// Starts work that reports its end through a callback, and waits for that callback.
  ///
  /// ```swift
  /// func migrate() async throws {
  ///   try await Nomad.withCallback { done in oldStore.upgrade { error in done(error) } }
  /// }
  /// ```
  ///
  /// The function waits even if the task is cancelled. Otherwise, the caller could start the same work again while it
  /// is still in progress.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the caller, on which the work is started.
  ///   - onCancel: The closure that is called when the task is cancelled. It can stop the work, which then calls back
  ///     earlier. It does nothing by default.
  ///   - work: The closure that starts the work. It receives the callback that the work calls when it is over.
  /// - Throws: The error that the callback was called with, or that `work` throws.
  public static func withCallback(
    isolation: isolated (any Actor)? = #isolation,
    onCancel: @escaping @Sendable () -> Void = {},
    _ work: (Callback) throws -> Void
  ) async throws {
    let state = Locked(Callback.State.waiting)
    let callback = Callback(state)
    try await withTaskCancellationHandler {
      // A closure runs on the actor that it captures.
      _ = isolation
      try await withCheckedThrowingContinuation { continuation in
        state.value = .continued(continuation)
        do { try work(callback) } catch { callback(error) }
      }
    } onCancel: {
      onCancel()
    }
  }
}
