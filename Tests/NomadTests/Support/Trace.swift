import Foundation
import NomadFiles

@testable import Nomad

/// The actions of the tribes, in order.
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
