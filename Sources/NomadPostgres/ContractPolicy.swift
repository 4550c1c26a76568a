/// The rule for when contract tribes may run: the tribes that remove the old shape of the data.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum ContractPolicy: Hashable, Sendable {
  /// A contract tribe may run when no live host needs the old shape of the data, or when a person has approved it.
  ///
  /// Only hosts that run in a ``PostgresFleet`` are known. A run outside of a fleet, such as a release job, cannot tell
  /// who needs the old shape. There, a contract tribe waits until it is approved.
  case whenUnused

  /// A contract tribe may run only after a person has approved it with `nomadctl fleet contract`.
  ///
  /// The page "A fleet of servers" in the documentation of Nomad explains the approval.
  case whenApproved

  /// Contract tribes run like every other tribe. Use it if all hosts are stopped before a new version starts.
  case atOnce
}
