#if GRDB
  import Dispatch

  /// Runs a closure on a thread of its own, which it may block, as it must not block one of Swift's cooperative pool.
  ///
  /// It belongs to the current task: it keeps the task-local values, which a tribe may read, and `Task.isCancelled`.
  func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await OwnThread().run(body)
  }

  /// Runs a closure on a thread of its own, without regard to the cancellation of the task.
  func onThreadUncancelled<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await Task { try await onThread(body) }.value
  }

  /// An actor with a thread of its own.
  private actor OwnThread {
    private let executor = Executor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func run<Value>(_ body: () throws -> Value) rethrows -> Value { try body() }

    private final class Executor: SerialExecutor {
      private let queue = DispatchQueue(label: "nomad.grdb", qos: .userInitiated)

      // The form with an `ExecutorJob` needs macOS 14 and iOS 17.
      func enqueue(_ job: UnownedJob) {
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
      }

      func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
    }
  }
#endif
