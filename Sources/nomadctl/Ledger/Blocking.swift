#if Nomadctl
  import Foundation

  /// Waits on the main thread for what is asynchronous: the commands are not.
  enum Blocking {
    private final class Box<Value>: @unchecked Sendable {
      // Written before the semaphore is signalled, and read after that.
      var result: Result<Value, any Error>?
    }

    /// Runs something to its end.
    ///
    /// - Throws: What it throws.
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
