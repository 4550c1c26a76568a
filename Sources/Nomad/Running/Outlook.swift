/// What a run would do, as far as that can be seen without waiting for anybody.
package enum Outlook: Sendable {
  /// Nothing: it would return this report at once.
  case nothing(MigrationReport)
  /// It would run no tribe, and yet write, or throw an error.
  case noTribe
  /// It would run tribes, unless another run does that first.
  case tribes
  /// Only a run can tell, because the ledger has to be awaited.
  case unknown
}
