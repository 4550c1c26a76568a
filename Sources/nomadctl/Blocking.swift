#if Nomadctl
  import Foundation

  /// A bridge to asynchronous code: the commands are synchronous, so it blocks the main thread until the work is done.
  enum Blocking {
    private final class Box<Value>: @unchecked Sendable {
      // Written before the semaphore is signaled, and read after that.
      var result: Result<Value, any Error>?
    }

    /// Runs asynchronous work and waits for its result.
    ///
    /// - Throws: The error of the work.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
      let (box, done) = (Box<Value>(), DispatchSemaphore(value: 0))
      Task.detached {
        do { box.result = .success(try await work()) } catch { box.result = .failure(error) }
        done.signal()
      }
      done.wait()
      guard let result = box.result else { throw CancellationError() }
      return try result.get()
    }
  }
#endif
