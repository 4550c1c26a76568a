public import Nomad

/// A test suite for your own ledger: it checks the promises that every ledger must keep.
///
/// ```swift
/// func keepsItsPromises() async throws {
///   try await LedgerConformance.verify { InMemoryLedger() }
/// }
/// ```
///
/// The suite cannot test whether records survive a loss of power.
public enum LedgerConformance {
  /// Checks every promise, each on a new ledger, and stops at the first broken one.
  ///
  /// - Parameters:
  ///   - makeLedger: Makes an empty ledger. It is called once for each promise.
  ///   - reopen: Makes another ledger for the same records, as the next start of an app does; by default it returns the
  ///     same ledger.
  /// - Throws: ``BrokenPromise``, or the error of `makeLedger` or `reopen`.
  public static func verify(
    _ makeLedger: @Sendable () async throws -> any Ledger,
    reopening reopen: @Sendable (any Ledger) async throws -> any Ledger = { $0 }
  ) async throws {
    for promise in LedgerPromise.all {
      let ledger = try await makeLedger()
      let reopened = try await reopen(ledger)
      do {
        try await promise.check(ledger, reopened)
      } catch let violation as LedgerPromise.Violation {
        throw BrokenPromise(promise.text, violation.reason)
      } catch {
        throw BrokenPromise(promise.text, "it threw: \(error)", underlying: error)
      }
    }
  }
}
