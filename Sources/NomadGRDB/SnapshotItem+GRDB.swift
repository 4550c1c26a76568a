#if GRDB
  import Foundation
  public import GRDB
  public import NomadSnapshots

  extension SnapshotItem {
    /// An SQLite database file in a snapshot.
    ///
    /// GRDB may have the database open.
    ///
    /// ```swift
    /// func policy(_ dbPool: DatabasePool, _ snapshots: URL) -> MigrationPolicy {
    ///   MigrationPolicy(snapshot: .before([.database(dbPool)], in: snapshots))
    /// }
    /// ```
    ///
    /// SQLite's backup API copies it: see <https://www.sqlite.org/backup.html>. A restore replaces all contents of the
    /// database in one transaction, so the connection stays open. Values that the app read earlier are stale
    /// afterwards. A ledger in the database is restored with it.
    ///
    /// - Parameter writer: The database: a `DatabaseQueue` or a `DatabasePool`.
    /// - Returns: The item.
    public static func database(_ writer: any DatabaseWriter) -> SnapshotItem {
      .database(
        at: URL(fileURLWithPath: writer.path),
        saving: { path in
          let copy = try DatabaseQueue(path: path)
          try writer.backup(to: copy)
          try copy.close()
        },
        restoring: { path in
          // Opens a copy of the snapshot, because SQLite may write files beside it.
          let copy = FileManager.default.temporaryDirectory.appendingPathComponent("nomad-\(UUID().uuidString).sqlite")
          try FileManager.default.copyItem(atPath: path, toPath: copy.path)
          defer {
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy.path + suffix) }
          }
          let source = try DatabaseQueue(path: copy.path)
          try await writer.barrierWriteWithoutTransaction { db in
            // As the ledger's records.
            try db.synced { try source.read { try $0.backup(to: db) } }
          }
          try source.close()
        }
      )
    }
  }
#endif
