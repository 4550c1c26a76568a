#if PromiseKit
  import Foundation
  import PromiseKit

  /// The end of a promise that someone waits for, which comes once, whatever becomes of the promise.
  ///
  /// The promise's handler holds it, and nothing else does: if it goes before the promise is settled, then so did all
  /// that could settle it.
  final class Settlement: @unchecked Sendable {
    private let lock = NSLock()
    private var continuation: CheckedContinuation<Void, any Error>?

    private init(_ continuation: CheckedContinuation<Void, any Error>) {
      self.continuation = continuation
    }

    deinit {
      settle(.failure(AbandonedPromise()))
    }

    /// Has a tribe start on the main actor, and waits until the promise that it makes is settled.
    @MainActor static func of(_ tribe: SoleUse<some PromiseTribe>) async throws {
      try await withCheckedThrowingContinuation { continuation in
        let settlement = Settlement(continuation)
        do {
          settlement.follow(try tribe.value.migrate())
        } catch {
          settlement.settle(.failure(error))
        }
      }
    }

    /// Takes the end of a promise for its own, a cancellation as well.
    ///
    /// Not on the main actor, or so would be the handler, which a promise calls on any thread.
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

  /// A tribe on its way to the main actor and back, which nobody else uses meanwhile.
  struct SoleUse<Tribe>: @unchecked Sendable {
    let value: Tribe
  }
#endif
