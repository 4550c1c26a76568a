#if PromiseKit
  import Foundation
  import PromiseKit

  /// The result of an awaited promise.
  ///
  /// It arrives exactly once, whatever happens to the promise.
  ///
  /// Only the promise's handler keeps this object alive. If it is deallocated before the promise is settled, nothing is
  /// left that could settle the promise.
  final class Settlement: @unchecked Sendable {
    private let lock = NSLock()
    private var continuation: CheckedContinuation<Void, any Error>?

    private init(_ continuation: CheckedContinuation<Void, any Error>) {
      self.continuation = continuation
    }

    deinit {
      settle(.failure(AbandonedPromise()))
    }

    /// Starts a tribe on the main actor, and waits until its promise is settled.
    @MainActor static func of(_ tribe: Unchecked<some PromiseTribe>) async throws {
      try await withCheckedThrowingContinuation { continuation in
        let settlement = Settlement(continuation)
        do {
          settlement.follow(try tribe.value.migrate())
        } catch {
          settlement.settle(.failure(error))
        }
      }
    }

    /// Takes over the result of a promise, including a cancellation.
    ///
    /// Nonisolated, because the promise calls the handler on any thread.
    private nonisolated func follow(_ promise: Promise<Void>) {
      promise.pipe { result in
        switch result {
        case .fulfilled: self.settle(.success(()))
        case .rejected(let error): self.settle(.failure(error))
        }
      }
    }

    private func settle(_ result: Swift.Result<Void, any Error>) {
      lock.lock()
      let continuation = continuation
      self.continuation = nil
      lock.unlock()
      continuation?.resume(with: result)
    }
  }

  /// A tribe that is passed to the main actor and back while nothing else uses it, or a resolver, which any thread may
  /// call.
  struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
  }
#endif
