/// The effect that a run would have, as far as this is known without waiting.
package enum Outlook: Sendable {
  /// The run would do nothing, and return this report at once.
  case nothing(MigrationReport)
  /// The run would run no tribe, but would write or throw an error.
  case noTribe
  /// The run would run tribes, unless another run does that first.
  case tribes
  /// Only a run can tell, because something must be awaited first, such as the ledger.
  case unknown
}
