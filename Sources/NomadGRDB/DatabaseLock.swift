#if GRDB
  import Foundation
  import GRDB
  import Nomad

  /// The lock of a database: a ledger that records nothing.
  enum DatabaseLock {
    private struct Held {
      weak var lock: InMemoryLedger?
    }

    /// The locks of databases in memory, each by what tells its database from others.
    private static let inMemory = Locked<[String: Held]>([:])

    /// The lock that all ledgers of a database share.
    static func lock(of writer: any DatabaseWriter, waitingAtMost waitLimit: Duration) -> any Ledger {
      let path = writer.path
      guard let name = nameInMemory(of: writer) else {
        let named = path.hasPrefix("file:") ? URL(string: path)?.path ?? "" : ""
        // SQLite, too, opens the file that a link leads to.
        let file = URL(fileURLWithPath: named.isEmpty ? path : named).resolvingSymlinksInPath()
        return FileLedger(at: URL(fileURLWithPath: file.path + ".nomad"), waitingAtMost: waitLimit)
      }
      return inMemory.withLock { locks in
        if let lock = locks[name]?.lock { return lock }
        let lock = InMemoryLedger()
        locks[name] = Held(lock: lock)
        return lock
      }
    }

    /// What tells a database in memory from others; nil for one in a file.
    ///
    /// See <https://www.sqlite.org/inmemorydb.html>: those with a shared cache have a name, the others a connection.
    private static func nameInMemory(of writer: any DatabaseWriter) -> String? {
      let path = writer.path
      if path.isEmpty || path == ":memory:" { return "\(ObjectIdentifier(writer as AnyObject))" }
      return path.hasPrefix("file:") && (path.contains("mode=memory") || path.contains(":memory:")) ? path : nil
    }
  }
#endif
