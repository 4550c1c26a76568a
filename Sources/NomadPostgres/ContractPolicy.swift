/// The rule for when a ledger runs its contract tribes: the tribes that remove the old shape of the data.
public enum ContractPolicy: Hashable, Sendable {
  /// Runs a contract tribe when no live host needs the old shape of the data, or when a person has released the tribe.
  ///
  /// Only hosts that run in a ``PostgresFleet`` are known. A run outside of a fleet, such as a release job, cannot tell
  /// who needs the old shape. There, a contract tribe waits until it is released.
  case whenUnused

  /// Runs a contract tribe only after a person has released it: see "A fleet of servers" in the documentation of Nomad.
  case whenReleased

  /// Runs contract tribes like every other tribe. Use it if all hosts are stopped before a new version starts.
  case atOnce
}
