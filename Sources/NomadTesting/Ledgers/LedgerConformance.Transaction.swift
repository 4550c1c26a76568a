public import Nomad

extension LedgerConformance {
  /// A tribe whose changes are one transaction with its records, so that the suite can check a ledger's
  /// `transactionKind`.
  public struct Transaction: Sendable {
    let tribe: any ListedTribe.Type
    let isCommitted: @Sendable (any Ledger) async throws -> Bool

    /// Creates the transaction of a tribe.
    ///
    /// - Parameters:
    ///   - tribe: A tribe with the ledger's `transactionKind`, which needs no dependencies. The suite runs it on a new
    ///     ledger: first it fails, and then it succeeds.
    ///   - isCommitted: Returns whether the data of a ledger has the tribe's changes. It is called with the ledger of
    ///     `reopening`.
    public init(
      of tribe: any ListedTribe.Type,
      isCommitted: @escaping @Sendable (_ ledger: any Ledger) async throws -> Bool
    ) {
      (self.tribe, self.isCommitted) = (tribe, isCommitted)
    }
  }
}
