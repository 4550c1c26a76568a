private import Foundation

/// A value that a lock protects.
public final class Locked<Value: Sendable>: @unchecked Sendable {
  // `Synchronization.Mutex` needs macOS 15 and iOS 18.
  private let lock = NSLock()
  private var storage: Value

  /// Creates the value.
  ///
  /// - Parameter value: The first value.
  public init(_ value: Value) {
    storage = value
  }

  /// Reads or changes the value while no other thread does.
  ///
  /// - Parameter body: The reading or the change. It must not use the value in another way.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  public func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&storage)
  }

  /// Replaces the value.
  ///
  /// - Parameter new: The new value.
  /// - Returns: The previous value.
  public func exchange(_ new: Value) -> Value {
    withLock { value in
      defer { value = new }
      return value
    }
  }

  /// The value, read or replaced on its own.
  public var value: Value {
    get { withLock { $0 } }
    set { withLock { $0 = newValue } }
  }
}
