#if PromiseKit
  public import Nomad
  public import PromiseKit

  extension Nomad {
    /// Runs the packed tribes that have not run yet, for callers that are not asynchronous.
    ///
    /// ```swift
    /// Nomad.pack(with: .generated).migrate()
    ///   .done { showNotes() }
    ///   .catch { error in show(error) }
    /// ```
    ///
    /// The run begins at once, and goes on if nobody keeps the promise. In asynchronous code `try await Nomad.migrate()`
    /// is the call without one.
    ///
    /// - Returns: What is fulfilled when the run is complete. It is rejected with ``NomadError``, also if nothing was
    ///   packed. That is never a cancellation to PromiseKit, so that every `catch` sees it.
    public static func migrate() -> Promise<Void> {
      Promise(running: { _ = try await self.migrate() as MigrationReport })
    }

    /// Runs the tribes that have not run yet, for callers that are not asynchronous.
    ///
    /// The run begins at once, and goes on if nobody keeps the promise. In asynchronous code `try await migrate()` is
    /// the call without one.
    ///
    /// - Returns: What is fulfilled with the report of what ran when the run is complete. It is rejected with
    ///   ``NomadError``, which is never a cancellation to PromiseKit, so that every `catch` sees it.
    public func migrate() -> Promise<MigrationReport> {
      Promise(running: { try await self.migrate() as MigrationReport })
    }
  }

  extension Promise where T: Sendable {
    /// Makes the promise of what a task comes to.
    fileprivate convenience init(running work: @escaping @Sendable () async throws -> T) {
      self.init { resolver in
        let end = TaskResolver(resolver: resolver)
        Task {
          do {
            end.resolver.fulfill(try await work())
          } catch {
            end.resolver.reject(error)
          }
        }
      }
    }
  }

  /// A resolver for a task: any thread may call one, which its type does not say.
  private struct TaskResolver<Value>: @unchecked Sendable {
    let resolver: Resolver<Value>
  }
#endif
