import GRDB
import Nomad
import NomadGRDB
import NomadTesting

/// A tribe with which the conformance checks look for its changes.
struct Committed: DatabaseTribe {
  static let target: TribeTarget = .literal("1.0.0")

  func migrate(_ db: Database) throws { try db.execute(sql: "CREATE TABLE committed (id INTEGER)") }
}

extension LedgerConformance.Transaction {
  /// The transaction of a tribe in the database that a check opened last.
  static func grdb(_ last: @escaping @Sendable () -> (any DatabaseWriter)?) -> Self {
    LedgerConformance.Transaction(of: Committed.self) { _ in
      try await last()?.read {
        try Bool.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master WHERE name = 'committed'")
      }
        ?? false
    }
  }
}
