internal import Nomad
import NomadTables

/// Rows that a contract tribe requires to be gone before it removes the old shape of the data.
///
/// ```swift
/// static let requiresNone = [PostgresRows(in: "orders", where: "total IS NULL")]
/// ```
public struct PostgresRows: Hashable, Sendable {
  /// The table, as a statement names it.
  public let table: String

  /// The condition that the rows meet, in SQL.
  public let condition: String

  /// Creates a description of rows.
  ///
  /// - Parameters:
  ///   - table: The table, as a statement names it: with its schema and with quotation marks if it needs them.
  ///   - condition: The condition that the rows meet, in SQL. Only `table` is locked, so the condition must not depend
  ///     on other tables that are in use.
  public init(in table: String, where condition: String) {
    (self.table, self.condition) = (table, condition)
  }

  private var count: String { "SELECT count(*) FROM \(table) WHERE \(condition)" }

  /// Throws if there are such rows.
  ///
  /// Otherwise, no other session can add one until the transaction ends.
  static func requireNone(of all: [PostgresRows], before tribe: Any.Type, _ db: PostgresTransaction) async throws {
    if all.isEmpty { return }
    // At a higher level, the transaction would not see the rows that others committed before it got the lock.
    guard try await db.query("SELECT current_setting('transaction_isolation')") == [["read committed"]] else {
      throw TribeMisuse(
        description: "a tribe with `requiresNone` was called in a transaction that is not READ COMMITTED"
      )
    }
    // Without a lock at first, so that a tribe that has to wait keeps nobody waiting.
    for rows in all { try await rows.requireNone(before: tribe, db) }
    // A weaker lock would have to be raised when the tribe removes a column, and two sessions that raise a lock deadlock.
    for rows in all { try await db.execute("LOCK TABLE \(rows.table) IN ACCESS EXCLUSIVE MODE") }
    for rows in all { try await rows.requireNone(before: tribe, db) }
  }

  private func requireNone(before tribe: Any.Type, _ db: PostgresTransaction) async throws {
    let number = try await db.query("SELECT (\(count))::text").first?.first.flatMap(\.self) ?? ""
    guard number != "0" else { return }
    throw NomadError(
      .postponed,
      "\(tribe) has to wait: the query \(count) finds \(number) \(number == "1" ? "row" : "rows").",
      advice: "Nothing was changed. Migrate those rows. The next run tries again."
    )
  }
}
