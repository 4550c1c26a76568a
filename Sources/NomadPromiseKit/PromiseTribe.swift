#if PromiseKit
  // With MemberImportVisibility (SE-0444), a file that imports this alone would not see the defaults of `Tribe`.
  @_exported public import Nomad
  public import PromiseKit

  /// A tribe whose `migrate()` returns a promise, as the tribes of Nomad 0.9 do.
  ///
  /// ```swift
  /// struct MoveNotes: PromiseTribe {
  ///   static let target: TribeTarget = .literal("2.0.0")
  ///
  ///   func migrate() throws -> Promise<Void> {
  ///     Promise { seal in
  ///       oldStore.upgrade { error in seal.resolve(error) }
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// The build finds it like any other tribe. It is recorded, and the next one begins, when its promise is fulfilled.
  public protocol PromiseTribe: Tribe {
    /// Starts the migration of the data.
    ///
    /// It is called on the main actor, as it was by Nomad 0.9, whoever called for the run. That of an actor is
    /// `nonisolated`.
    ///
    /// - Returns: What is fulfilled when the data is migrated. If it is rejected or cancelled, the run halts, the tribe
    ///   is not recorded, and the next run starts with it. So it is with a promise that nothing can settle any more: see
    ///   ``AbandonedPromise``.
    /// - Throws: Whatever went wrong already, which is the same as a rejected promise.
    func migrate() throws -> Promise<Void>
  }

  extension PromiseTribe {
    /// Migrates the data, and waits until the promise of `migrate()` is settled.
    ///
    /// It waits for that even if the task is cancelled, as nothing can stop what a promise stands for: whoever went on
    /// would have it done twice at once.
    ///
    /// - Throws: What the promise is rejected with, what `migrate()` throws, or ``AbandonedPromise``. If the task was
    ///   cancelled and so was the promise, it is `CancellationError`.
    public func migrate() async throws {
      // It may be the tribe itself that resolves the promise, for someone who does not keep it.
      defer { withExtendedLifetime(self) {} }
      do {
        try await Settlement.of(SoleUse(value: self))
      } catch {
        guard Task.isCancelled, error.isCancelled else { throw error }
        throw CancellationError()
      }
    }
  }
#endif
