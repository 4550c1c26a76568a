import CSQLite
import Foundation
import Nomad

/// A value of a column or of a parameter.
package enum SQLiteValue: Hashable, Sendable {
  case null, integer(Int64), real(Double), text(String), blob([UInt8])
}

package struct SQLiteError: Error, CustomStringConvertible {
  package let description: String
}

/// A connection to a database.
package final class SQLiteDatabase: @unchecked Sendable {
  private let handle: OpaquePointer
  private let mutex = NSRecursiveLock()
  private var count = 0
  /// The number of suspensions when the transaction began; nil outside of one.
  private var began: Int?
  private var isBroken = false

  /// Opens a database, and creates it if it will be written.
  package init(at url: URL, toWrite writes: Bool = true) throws {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX | (writes ? SQLITE_OPEN_CREATE : 0)
    let code = sqlite3_open_v2(url.path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      sqlite3_close_v2(handle)
      throw SQLiteError(description: "\(url.path): \(String(cString: sqlite3_errstr(code)))")
    }
    self.handle = handle
    sqlite3_busy_timeout(handle, 2_000)
    guard writes else { return }
    // Readers then do not wait for a tribe.
    guard try execute("PRAGMA journal_mode = WAL") == [[.text("wal")]] else {
      throw SQLiteError(description: "\(url.path): there can be no write-ahead log")
    }
    try execute("PRAGMA synchronous = FULL")
    try execute("PRAGMA fullfsync = 1")
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs one statement and returns its rows.
  @discardableResult
  package func execute(_ sql: String, _ values: SQLiteValue...) throws -> [[SQLiteValue]] {
    try mutex.withLock {
      try checkTransaction()
      var statement: OpaquePointer?
      defer { sqlite3_finalize(statement) }
      try sql.withCString { text in
        var rest: UnsafePointer<CChar>?
        try check(sqlite3_prepare_v2(handle, text, -1, &statement, &rest))
        if let rest, rest.pointee != 0 { throw SQLiteError(description: "more than one statement: \(sql)") }
      }
      for (value, index) in zip(values, Int32(1)...) { try check(bind(value, to: statement, at: index)) }
      var rows: [[SQLiteValue]] = []
      while true {
        let code = sqlite3_step(statement)
        if code == SQLITE_DONE { return rows }
        if code != SQLITE_ROW { try check(code) }
        rows.append((0..<sqlite3_column_count(statement)).map { Self.column($0, of: statement) })
      }
    }
  }

  private func check(_ code: Int32) throws {
    if code != SQLITE_OK { throw SQLiteError(description: String(cString: sqlite3_errmsg(handle))) }
  }

  private func bind(_ value: SQLiteValue, to statement: OpaquePointer?, at index: Int32) -> Int32 {
    // SQLITE_TRANSIENT: SQLite copies the bytes.
    let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    return switch value {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let value): sqlite3_bind_int64(statement, index, value)
    case .real(let value): sqlite3_bind_double(statement, index, value)
    case .text(let text):
      sqlite3_bind_text64(statement, index, text, UInt64(text.utf8.count), copied, UInt8(SQLITE_UTF8))
    // Not nil for no bytes, which would be NULL.
    case .blob(let bytes): sqlite3_bind_blob64(statement, index, bytes + [0], UInt64(bytes.count), copied)
    }
  }

  private static func column(_ index: Int32, of statement: OpaquePointer?) -> SQLiteValue {
    switch sqlite3_column_type(statement, index) {
    case SQLITE_NULL: return .null
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, index))
    case let type:
      let start = sqlite3_column_blob(statement, index)
      let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index))))
      guard type == SQLITE_TEXT, let text = String(bytes: bytes, encoding: .utf8) else { return .blob(bytes) }
      return .text(text)
    }
  }
}

// Transactions of the ledger, which end if the process is suspended.
extension SQLiteDatabase {
  var isInTransaction: Bool { mutex.withLock { began != nil } }
  var suspensions: Int { mutex.withLock { count } }

  /// Begins a transaction, unless the process was suspended after a number of suspensions.
  func begin(after suspensions: Int) throws -> Bool {
    try mutex.withLock {
      guard count == suspensions else { return false }
      if isBroken { throw SQLiteError(description: "an earlier commit failed") }
      if began != nil { throw SQLiteError(description: "no record can be added during the transaction of a tribe") }
      try execute("BEGIN IMMEDIATE")
      began = count
      return true
    }
  }

  func commit() throws {
    try mutex.withLock {
      try checkTransaction()
      do {
        try execute("COMMIT")
        began = nil
      } catch {
        // It is not known whether the next start finds the transaction.
        isBroken = true
        throw error
      }
    }
  }

  /// Rolls the transaction back, and returns the error to throw.
  func rollBack(after error: any Error) -> any Error {
    mutex.withLock {
      began = nil
      guard sqlite3_get_autocommit(handle) == 0 else { return error }
      do {
        try execute("ROLLBACK")
        return error
      } catch let second {
        isBroken = true
        return SQLiteError(description: "\(error); and the rollback failed: \(second)")
      }
    }
  }

  /// Runs `body` in a transaction for which ``suspend()`` waits; false if the process was suspended before it.
  func transaction(after suspensions: Int, _ body: () throws -> Void) throws -> Bool {
    try mutex.withLock {
      guard try begin(after: suspensions) else { return false }
      do {
        try body()
        try commit()
        return true
      } catch {
        throw rollBack(after: error)
      }
    }
  }

  func suspend() {
    mutex.withLock {
      count += 1
      // If it fails, `rollBack(after:)` tries again and returns the error. No other statement is run until then.
      if began != nil { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    }
  }

  /// SQLite itself rolls back after some errors, and the next statement would be a transaction of its own.
  private func checkTransaction() throws {
    guard let began else { return }
    if began != count {
      throw NomadError(.suspended, "The system suspended the process.", advice: "Nothing was changed. Run again.")
    }
    if sqlite3_get_autocommit(handle) != 0 { throw SQLiteError(description: "the tribe's transaction has ended") }
  }
}
