import Nomad

extension InMemoryLedger {
  /// What the ledger knows of the tribes that are done.
  var done: [String] { history().finished.map(\.key) }
}
