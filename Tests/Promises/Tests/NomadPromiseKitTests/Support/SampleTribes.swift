import Nomad
import NomadPromiseKit
import PromiseKit

/// A tribe that does what a test says.
struct One: PromiseTribe {
  static let target: TribeTarget = .literal("1.0.0")
  var start: @Sendable () throws -> Promise<Void> = { Promise() }

  func migrate() throws -> Promise<Void> { try start() }
}

/// Another one, which comes after it.
struct Two: PromiseTribe {
  static let target: TribeTarget = .literal("2.0.0")
  var start: @Sendable () throws -> Promise<Void> = { Promise() }

  func migrate() throws -> Promise<Void> { try start() }
}

struct Failure: Error, Equatable {}

/// An app's own error that stands for a cancellation.
struct Stopped: CancellableError, Equatable {
  var isCancelled: Bool { true }
}
