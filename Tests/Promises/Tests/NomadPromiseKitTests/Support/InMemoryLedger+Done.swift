import Nomad

extension InMemoryLedger {
  /// The keys of the tribes that are done.
  var done: [LedgerKey] { history().finished.map(\.key) }
}
