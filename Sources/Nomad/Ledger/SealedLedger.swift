/// A ledger that can say at a glance which tribes have finished.
protocol SealedLedger: Ledger {
  /// Reads the seal at the end of the ledger; nil if there is none, or if anything before it has changed.
  func seal() throws(NomadError) -> LedgerSeal?

  /// Makes durable what a run that was killed left, unless another run holds the ledger, or it cannot be written.
  func secure() async throws
}
