public import Foundation
public import Nomad

/// A test suite for your own ledger: it checks the rules that every ledger must keep.
///
/// ```swift
/// func keepsItsRules() async throws {
///   try await LedgerConformance.verify { InMemoryLedger() }
/// }
/// ```
///
/// If the ledger is a `SynchronousLedger`, threads use it too.
///
/// The suite cannot test whether records survive a loss of power, whether other processes are excluded, and whether the
/// ledger notices damage: see "Write your own ledger".
public enum LedgerConformance {
  /// Checks every rule, each on a new ledger, and stops at the first broken one.
  ///
  /// - Parameters:
  ///   - transaction: A tribe whose changes are one transaction with its records; needed if the ledger has a
  ///     `transactionKind`.
  ///   - makeLedger: Makes an empty ledger. It is called once for each rule.
  ///   - reopen: Makes another ledger for the same records, as the next start of an app does; by default it returns the
  ///     same ledger.
  ///   - lockedFiles: Returns the files that the ledger locks with `flock(2)` during a session, as a `FileLedger` locks the
  ///     file that has its name and `.lock`. By default, there are none. Leave out a database in a file, whose locks are
  ///     of another kind.
  ///   - close: Closes what `makeLedger` and `reopen` opened. It is called after each rule, even if the rule is
  ///     broken or `reopen` throws.
  /// - Throws: ``Failure``, or the error of `makeLedger`, `reopen` or `close`.
  public static func verify(
    committing transaction: Transaction? = nil,
    _ makeLedger: @Sendable () async throws -> any Ledger,
    reopening reopen: @Sendable (any Ledger) async throws -> any Ledger = { $0 },
    locking lockedFiles: @escaping @Sendable (any Ledger) -> [URL] = { _ in [] },
    closing close: @Sendable () async throws -> Void = {}
  ) async throws {
    for rule in LedgerRule.all + [.unlocked(lockedFiles), .committed(transaction)] {
      do {
        let ledger = try await makeLedger()
        try await verify(rule, of: LedgerPair(ledger: ledger, reopened: try await reopen(ledger)))
      } catch {
        // The first error tells more.
        try? await close()
        throw error
      }
      try await close()
    }
  }

  private static func verify(_ rule: LedgerRule, of pair: LedgerPair<any Ledger>) async throws {
    do {
      try await rule.check(pair)
    } catch let violation as LedgerRule.Violation {
      throw Failure(rule.text, violation.reason)
    } catch {
      throw Failure(rule.text, "it threw: \(error)", underlying: error)
    }
  }
}
