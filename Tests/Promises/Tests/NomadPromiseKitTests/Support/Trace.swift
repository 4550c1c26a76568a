import Foundation

/// Records events, in order.
final class Trace: @unchecked Sendable {
  private let lock = NSLock()
  private var notes: [String] = []

  var all: [String] {
    lock.withLock { notes }
  }

  func note(_ text: String) {
    lock.withLock { notes.append(text) }
  }
}
