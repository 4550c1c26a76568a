/// When the contract tribes of a ledger run.
public enum ContractPolicy: Hashable, Sendable {
  /// When no host is alive that needs the old shape of the data, or when a person has released the tribe.
  ///
  /// Hosts are known that run in a ``PostgresFleet``. A run outside of one, such as that of a release job, knows too
  /// little: there, a contract tribe waits until it is released.
  case whenUnused

  /// When a person has released the tribe: see "A fleet of servers" in the documentation of Nomad.
  case whenReleased

  /// Like every other tribe, as where all hosts are stopped for a new version.
  case atOnce
}
