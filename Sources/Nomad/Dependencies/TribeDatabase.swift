/// The database that a tribe gets from a ledger in it, or else as a dependency: for the protocols of such tribes only.
public struct _TribeDatabase: Sendable {
  /// The ``Ledger/transactionKind`` of the ledgers that give it.
  let kind: String
  let dependency: TribeRegistry.Dependency
  /// The ways to give it, as advice in an error.
  let advice: String

  /// Creates the description of a database.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency.
  ///   - kind: The ``Ledger/transactionKind`` of the ledgers that give it.
  ///   - advice: The ways to give it.
  public init<Value: Sendable>(_ type: Value.Type, ofLedgers kind: String, advice: String) {
    (self.kind, self.advice) = (kind, advice)
    dependency = TribeRegistry.Dependency(TribeDependency<Value>.self)
  }
}
