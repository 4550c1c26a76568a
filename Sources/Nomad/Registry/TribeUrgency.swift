/// Whether a tribe runs when the app starts, or later, when there is time.
///
/// A deferred tribe suits long work on which the app does not depend yet, such as filling a search index: see
/// <doc:DeferredTribes>.
public enum TribeUrgency: Hashable, Sendable {
  /// `migrate()` runs the tribe.
  case immediate

  /// `migrateDeferred()` runs the tribe; `migrate()` does so only for a tribe that requires it.
  case deferred
}
