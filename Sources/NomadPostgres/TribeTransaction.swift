/// The kind of transaction in which a ``PostgresTribe`` runs.
public enum TribeTransaction: Sendable {
  /// One transaction for the tribe's changes and the record that it finished.
  case whole

  /// No transaction, for statements that PostgreSQL refuses inside of one, such as `CREATE INDEX CONCURRENTLY`.
  ///
  /// The record that the tribe finished is committed after its work. If the process dies between the two, the tribe
  /// runs again.
  case none
}
