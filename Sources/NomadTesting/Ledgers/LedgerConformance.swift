public import Nomad

/// Checks that a ledger of your own keeps what every ledger promises.
///
/// ```swift
/// func keepsItsPromises() async throws {
///   try await LedgerConformance.verify { InMemoryLedger() }
/// }
/// ```
///
/// It cannot test what survives a loss of power.
public enum LedgerConformance {
  /// Checks every promise, each on a new ledger, and stops at the first one that is broken.
  ///
  /// - Parameters:
  ///   - makeLedger: Makes a ledger in which nothing is recorded. It is called once for each promise.
  ///   - reopen: Makes another ledger of what such a ledger keeps, as the next start of an app does; by default it is the
  ///     same one.
  /// - Throws: ``BrokenPromise``, or what `makeLedger` or `reopen` throws.
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
