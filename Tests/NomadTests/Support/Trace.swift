import Foundation

@testable import Nomad

/// Records the tribes' actions, in order.
final class Trace: Sendable {
  private let notes = Locked<[String]>([])

  var all: [String] { notes.value }

  func note(_ text: String) {
    notes.withLock { $0.append(text) }
  }
}

struct Failure: Error, Equatable {
  var reason = "on purpose"
}
