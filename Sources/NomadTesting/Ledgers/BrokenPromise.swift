/// An error for a ledger that breaks one of the promises that every ledger must keep.
public struct BrokenPromise: Error, CustomStringConvertible {
  /// The promise, as a sentence without a full stop.
  public let promise: String

  /// The ledger's behavior.
  public let reason: String

  /// The error that it threw; nil if it broke the promise in another way.
  public let underlying: (any Error)?

  init(_ promise: String, _ reason: String, underlying: (any Error)? = nil) {
    (self.promise, self.reason, self.underlying) = (promise, reason, underlying)
  }

  /// The promise and the ledger's behavior.
  public var description: String { "the ledger breaks a promise: \(promise); \(reason)" }
}
