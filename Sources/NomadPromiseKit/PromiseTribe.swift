#if PromiseKit
  // With MemberImportVisibility (SE-0444), files that import only this module would not see the defaults of `Tribe`.
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
  /// The build finds it like any other tribe. When its promise is fulfilled, it is recorded and the next tribe begins.
  public protocol PromiseTribe: Tribe {
    /// Starts the migration of the data.
    ///
    /// It is called on the main actor, as in Nomad 0.9, wherever the run was started. An actor declares it
    /// `nonisolated`.
    ///
    /// - Returns: A promise that is fulfilled when the data is migrated. If the promise is rejected or cancelled, the
    ///   run halts, the tribe is not recorded, and the next run starts with it. The same happens if the promise can no
    ///   longer be settled: see ``AbandonedPromise``.
    /// - Throws: Any error, which has the same effect as a rejected promise.
    func migrate() throws -> Promise<Void>
  }

  extension PromiseTribe {
    /// Migrates the data, and waits until the promise of `migrate()` is settled.
    ///
    /// It waits even if the task is cancelled, because nothing can stop the work behind a promise. A caller that
    /// continued could start the same work a second time while it still runs.
    ///
    /// - Throws: The error of the rejected promise, the error that `migrate()` throws, or ``AbandonedPromise``. If both
    ///   the task and the promise were cancelled, it is `CancellationError`.
    public func migrate() async throws {
      // The tribe itself may resolve the promise, so it must live until the promise is settled.
      defer { withExtendedLifetime(self) {} }
      do {
        try await Settlement.of(Unchecked(value: self))
      } catch {
        guard Task.isCancelled, error.isCancelled else { throw error }
        throw CancellationError()
      }
    }
  }
#endif
