#if GRDB
  import Foundation
  import GRDB
  import Nomad
  import NomadTables
  internal import NomadFiles

  /// The lock that excludes other runs on a database.
  ///
  /// It is a ledger that records nothing.
  enum DatabaseLock {
    private struct Held {
      weak var lock: InMemoryLedger?
    }

    /// The locks of in-memory databases, by the names of the tables and those that identify the databases.
    private static let inMemory = Locked<[String: Held]>([:])

    /// Returns the lock that all ledgers in a table of a database share.
    static func lock(
      of writer: any DatabaseWriter,
      table: String,
      waitingAtMost waitLimit: Duration
    ) -> any SynchronousLedger {
      let path = writer.path
      guard let name = nameInMemory(of: writer) else {
        let named = path.hasPrefix("file:") ? URL(string: path)?.path ?? "" : ""
        // SQLite also follows symbolic links when it opens a file.
        let file = URL(fileURLWithPath: named.isEmpty ? path : named).resolvingSymlinksInPath()
        let suffix = table == LedgerTable.defaultName ? "nomad" : table
        return FileLedger(at: URL(fileURLWithPath: "\(file.path).\(suffix)"), waitingAtMost: waitLimit)
      }
      return inMemory.withLock { locks in
        if let lock = locks["\(table) \(name)"]?.lock { return lock }
        let lock = InMemoryLedger()
        locks["\(table) \(name)"] = Held(lock: lock)
        return lock
      }
    }

    /// Returns a name that identifies an in-memory database; nil for a database in a file.
    ///
    /// See <https://www.sqlite.org/inmemorydb.html>: a database with a shared cache has a name. Any other belongs to
    /// one connection.
    private static func nameInMemory(of writer: any DatabaseWriter) -> String? {
      let path = writer.path
      if path.isEmpty || path == ":memory:" { return "\(ObjectIdentifier(writer as AnyObject))" }
      return path.hasPrefix("file:") && (path.contains("mode=memory") || path.contains(":memory:")) ? path : nil
    }
  }
#endif
