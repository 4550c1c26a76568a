import Foundation

/// The result of a promise, and the handlers that wait for it.
///
/// A promise shares its box with its resolver.
final class Box<Value> {
  private let lock = NSLock()
  private var value: Value?
  private var handlers: [(Value) -> Void] = []

  init(_ value: Value? = nil) {
    self.value = value
  }

  var current: Value? {
    lock.lock()
    defer { lock.unlock() }
    return value
  }

  /// Sets the value, unless there already is one.
  func seal(_ value: Value) {
    lock.lock()
    guard self.value == nil else { return lock.unlock() }
    self.value = value
    let waiting = handlers
    handlers = []
    lock.unlock()
    for handler in waiting { handler(value) }
  }

  /// Calls a handler once there is a value, on the thread that sets it.
  func whenSealed(_ handler: @escaping (Value) -> Void) {
    lock.lock()
    guard let value = value else {
      handlers.append(handler)
      return lock.unlock()
    }
    lock.unlock()
    handler(value)
  }
}
