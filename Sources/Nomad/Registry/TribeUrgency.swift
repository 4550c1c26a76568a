/// The urgency of a tribe: it runs when the app starts, or later, when there is time.
///
/// Use a deferred tribe for long work that the app does not depend on yet, such as filling a search index: see
/// <doc:DeferredTribes>.
public enum TribeUrgency: Hashable, Sendable {
  /// `migrate()` runs the tribe.
  case immediate

  /// `migrateDeferred()` runs the tribe. `migrate()` runs it only if a tribe that runs requires it, or if its target is
  /// `.first`.
  case deferred
}
