import Nomad

extension InMemoryLedger {
  /// The keys of the tribes that are done.
  var done: [String] { history().finished.map(\.key) }
}
