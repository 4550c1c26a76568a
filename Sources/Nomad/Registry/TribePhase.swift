/// Whether a tribe adds to the shape of the data, or takes away what older versions of the app still use.
///
/// It matters where several versions of an app work on the same data at once, as in a rolling deployment: see
/// "A fleet of servers". On a device there is one version at a time, and both phases are the same.
public enum TribePhase: Hashable, Sendable {
  /// The tribe adds, such as a column: the release before can go on.
  case expand

  /// The tribe takes away, such as a column that no release uses any more: it waits until no host is left that needs the
  /// old shape.
  case contract
}
