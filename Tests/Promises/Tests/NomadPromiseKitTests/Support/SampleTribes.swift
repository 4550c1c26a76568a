import Nomad
import NomadPromiseKit
import PromiseKit

/// A tribe with the behavior that a test sets.
struct One: PromiseTribe {
  static let target: TribeTarget = .literal("1.0.0")
  var start: @Sendable () throws -> Promise<Void> = { Promise() }

  func migrate() throws -> Promise<Void> { try start() }
}

/// Another such tribe, which comes after it.
struct Two: PromiseTribe {
  static let target: TribeTarget = .literal("2.0.0")
  var start: @Sendable () throws -> Promise<Void> = { Promise() }

  func migrate() throws -> Promise<Void> { try start() }
}

struct Failure: Error, Equatable {}

/// An app's own error that represents a cancellation.
struct Stopped: CancellableError, Equatable {
  var isCancelled: Bool { true }
}
