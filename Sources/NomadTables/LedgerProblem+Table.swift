package import Nomad

extension LedgerProblem {
  /// Returns the error for a ledger in a database table.
  ///
  /// - Parameters:
  ///   - ledger: The ledger's name in messages.
  ///   - table: The table, such as `the table nomad_ledger`.
  ///   - whole: The object to drop in order to start over, such as `that table`.
  /// - Returns: An error with the code `ledgerDamaged` or `ledgerNewerFormat`.
  package func error(of ledger: String, in table: String, dropping whole: String) -> NomadError {
    let reason: String
    switch self {
    case .newer(let reason):
      return NomadError(
        .ledgerNewerFormat,
        "The ledger \(ledger) was written by a newer version of Nomad: \(reason).",
        advice: "Nothing was run and the database was not touched. Run a newer version of the app."
      )
    case .damaged(let text): reason = text
    case .lost(let first, let last): reason = "it ends before record \(first), although it had \(last) records"
    case .moved: reason = "it was moved"
    case .gone(let last): reason = "\(table) is empty or missing, although it had \(last) records"
    }
    return NomadError(
      .ledgerDamaged,
      "The ledger \(ledger) is damaged: \(reason).",
      advice: "Nothing was run. Put a good copy of the database in its place, or correct \(table) by hand. If all "
        + "tribes may run again, drop \(whole)."
    )
  }
}
