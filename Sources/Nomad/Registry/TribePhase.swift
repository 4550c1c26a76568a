/// The expand/contract phase of a tribe: it either adds to the shape of the data, or removes an old shape.
///
/// The phase matters where several versions of an app work on the same data at once, as in a rolling deployment: see "A
/// fleet of servers". On a device, only one version runs at a time, so a contract tribe runs in its place, as an expand
/// tribe does.
///
/// With every ledger, a contract tribe is never late, it delays no other tribe while it is on hold, and a
/// ``MigrationRole/observer`` does not wait for it.
public enum TribePhase: Hashable, Sendable {
  /// The tribe adds something, such as a column. The previous release can continue to work.
  case expand

  /// The tribe removes something, such as a column that no release uses any more. It waits until no host needs the old
  /// shape.
  case contract
}
