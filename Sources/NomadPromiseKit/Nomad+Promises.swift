#if PromiseKit
  public import Nomad
  public import PromiseKit

  extension Nomad {
    /// Runs the packed tribes that have not run yet, for synchronous callers.
    ///
    /// ```swift
    /// Nomad.pack(with: .generated).migrate()
    ///   .done { showNotes() }
    ///   .catch { error in show(error) }
    /// ```
    ///
    /// The run begins at once, and continues even if nothing keeps the promise. In asynchronous code, call `try await
    /// Nomad.migrate()` instead.
    ///
    /// - Returns: A promise that is fulfilled when the run is complete. It is rejected with ``NomadError``, also if
    ///   nothing was packed. PromiseKit never treats that error as a cancellation, so every `catch` receives it.
    public static func migrate() -> Promise<Void> {
      Promise(running: { _ = try await self.migrate() as MigrationReport })
    }

    /// Runs the tribes that have not run yet, for synchronous callers.
    ///
    /// The run begins at once, and continues even if nothing keeps the promise. In asynchronous code, call `try await
    /// migrate()` instead.
    ///
    /// - Returns: A promise of the run's report. It is rejected with ``NomadError``. PromiseKit never treats that error
    ///   as a cancellation, so every `catch` receives it.
    public func migrate() -> Promise<MigrationReport> {
      Promise(running: { try await self.migrate() as MigrationReport })
    }
  }

  extension Promise where T: Sendable {
    /// Creates the promise of a task's result.
    fileprivate convenience init(running work: @escaping @Sendable () async throws -> T) {
      self.init { resolver in
        let resolver = Unchecked(value: resolver)
        Task {
          do {
            resolver.value.fulfill(try await work())
          } catch {
            resolver.value.reject(error)
          }
        }
      }
    }
  }
#endif
