#if GRDB
  import Foundation
  import GRDB
  public import Nomad
  import NomadTables

  extension Nomad {
    /// Returns whether the tribes that have run would make another schema now.
    ///
    /// They run again on an empty temporary database, which has the configuration of the real one. Each table, index,
    /// view and trigger that they make must be in the real database, with the same SQL. Other objects of that database
    /// are ignored. Only tribes of NomadGRDB run, and none with the target `.always` or `.whenChanged`, without a
    /// transaction, or with other changes than those of its transaction. For details, see "Nomad and DatabaseMigrator".
    ///
    /// The thread blocks meanwhile. The database and the ledger are not changed.
    ///
    /// - Returns: Whether an object is missing or differs.
    /// - Throws: ``NomadError`` with the code `schemaNotComparable` if this app's tribes alone did not make the schema,
    ///   if a tribe that does not run again may explain a difference, or if the ledger is not a ``GRDBLedger``; an error
    ///   of a tribe, of the ledger or of the database.
    public func hasSchemaChanges() throws -> Bool {
      guard let ledger = ledger as? GRDBLedger else { throw NomadError.otherLedger(ledger) }
      return try ledger.hasSchemaChanges(by: self)
    }

    #if DEBUG
      /// Erases the database if the tribes that have run would make another schema now, for development.
      ///
      /// Call it before `migrate()`, which then runs every tribe on an empty database:
      ///
      /// ```swift
      /// func migrateInDevelopment(_ dbPool: DatabasePool) async throws {
      ///   let migrator = Nomad(.generated, ledger: .grdb(dbPool))
      ///   #if DEBUG
      ///     try migrator.eraseOnChange()
      ///   #endif
      ///   try await migrator.migrate()
      /// }
      /// ```
      ///
      /// It exists in debug builds only, so a call outside of `#if DEBUG` does not compile in a release build. It erases
      /// everything in the database, including the ledger. Nothing is erased if ``hasSchemaChanges()`` throws an error.
      ///
      /// The thread blocks until no other run uses the ledger.
      ///
      /// - Returns: Whether the database was erased.
      /// - Throws: The errors of ``hasSchemaChanges()``, or an error if the ledger cannot be held.
      @discardableResult
      public func eraseOnChange() throws -> Bool {
        guard let ledger = ledger as? GRDBLedger else { throw NomadError.otherLedger(ledger) }
        return try ledger.blockForExclusiveAccess(in: LedgerContext()) { _ in
          guard try ledger.hasSchemaChanges(by: self) else { return false }
          try ledger.erase()
          return true
        }
      }
    #endif
  }

  extension GRDBLedger {
    fileprivate func erase() throws { try database.retrying { try database.writer.erase() } }

    fileprivate func hasSchemaChanges(by migrator: Nomad) throws -> Bool {
      let table = try table
      let history = try database.read { try table.history($0, of: identity) }
      let tribes = try migrator.registry.replayable(after: history)
      let omitted = try tribes.first { try !$0.hasTransaction }
      let result = Result { try makesOtherSchema(tribes.filter { try $0.hasTransaction }, by: migrator) }
      if let omitted, (try? result.get()) != false { throw NomadError.notComparable(without: omitted, result) }
      return try result.get()
    }

    /// Returns whether an object that the tribes make on an empty database is missing in the real one, or differs.
    private func makesOtherSchema(_ tribes: [TribeRegistry.Entry], by migrator: Nomad) throws -> Bool {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nomad-schema-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      // A file, because the app's preparation of a connection can fail in memory, such as with `SQLITE_FCNTL_PERSIST_WAL`.
      let fresh = try DatabaseQueue(
        path: folder.appendingPathComponent("schema.sqlite").path,
        configuration: database.writer.configuration.ofComparison
      )
      defer { try? fresh.close() }
      // Their own database: a tribe must not reach the real one.
      let dependencies = migrator.dependencies.providing(fresh, as: (any DatabaseWriter).self)
      // With a ledger in that database, their commits are not synced.
      try GRDBLedger(fresh).blockForExclusiveAccess(in: LedgerContext()) { session in
        let work = { for tribe in tribes { try dependencies.make { try tribe.workInDatabase?() } } }
        try session.perform(work, recording: { [] })
      }
      let (made, found) = (try fresh.read(schema), try database.read { try schema($0) })
      return !found.isSuperset(of: made)
    }

    private var schema: (Database) throws -> Set<String> {
      { db in
        let sql = "SELECT sql FROM main.sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!'"
        return try String.fetchSet(db, sql: sql)
      }
    }
  }

  extension Configuration {
    /// The configuration of an empty database that is to get the same schema.
    fileprivate var ofComparison: Configuration {
      var configuration = self
      configuration.journalMode = .default
      // The app may only read the real database.
      configuration.readonly = false
      // The caller may be on one of these queues.
      (configuration.targetQueue, configuration.writeTargetQueue) = (nil, nil)
      // After the app's own preparation. The file is removed in any case.
      configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA synchronous = OFF") }
      return configuration
    }
  }

  extension TribeRegistry {
    /// Returns the tribes that made the schema, in order.
    fileprivate func replayable(after history: LedgerHistory) throws -> [Entry] {
      let ran = Set(history.finished.filter { $0.kind == .finished }.map(\.key))
      var known = Set<LedgerKey>()
      // The keys that are marked because a tribe has run which did their work: merged tribes and those that merge them.
      var backed = Set<LedgerKey>()
      for entry in entries {
        let parts = Set(entry.mergedKeys)
        known.formUnion(parts.union([entry.key]))
        if ran.contains(entry.key) { backed.formUnion(parts) }
        let done = parts.filter(history.isDone)
        if !done.isEmpty, done.isSubset(of: ran) { backed.insert(entry.key) }
      }
      for record in history.finished where record.key.isOfOneRun && !ran.contains(record.key) {
        if known.contains(record.key), backed.contains(record.key) { continue }
        throw NomadError.notComparable("\(record.key) was marked as done and did not run")
      }
      if let key = ran.first(where: { $0.isOfOneRun && !known.contains($0) }) {
        throw NomadError.notComparable("\(key) has run, and this app has no such tribe")
      }
      return entries.filter { entry in
        switch entry.target {
        case .always, .whenChanged: return false
        default: return history.isDone(entry.key) && entry.workInDatabase != nil
        }
      }
    }
  }

  extension TribeRegistry.Entry {
    /// Whether a transaction contains everything that a tribe of this module changes.
    ///
    /// Any other tribe may change data outside of the database, which must not happen again.
    fileprivate var hasTransaction: Bool {
      get throws {
        if let type = type as? any DatabaseTribe.Type { return type.transactionKind != nil }
        return try (make() as? DatabaseMigration)?.transactionKind != nil
      }
    }

    /// The work of a tribe of this module, which blocks the thread; nil for any other tribe.
    var workInDatabase: (() throws -> Void)? {
      guard type is any DatabaseTribe.Type || type is DatabaseMigration.Type else { return nil }
      return {
        switch try make() {
        case let tribe as any DatabaseTribe: try tribe.work.performBlocking()
        case let migration as DatabaseMigration: try migration.work.performBlocking()
        default: throw TribeMisuse(description: "it could not be made")
        }
      }
    }
  }

  extension NomadError {
    fileprivate static func otherLedger(_ ledger: any Ledger) -> NomadError {
      .notComparable("the ledger \(ledger.identity) is not in a GRDB database")
    }

    /// Returns the error for a difference, or for a tribe that failed, which a tribe that did not run may explain.
    fileprivate static func notComparable(
      without omitted: TribeRegistry.Entry,
      _ result: Result<Bool, any Error>
    ) -> NomadError {
      var failure: (any Error)?
      if case .failure(let error) = result { failure = error }
      return .notComparable(
        "it differs, and \(omitted.name) did not run again, because it can also change data outside of the database",
        failure
      )
    }

    fileprivate static func notComparable(_ reason: String, _ underlying: (any Error)? = nil) -> NomadError {
      NomadError(
        .schemaNotComparable,
        "The schema cannot be compared with the one that the tribes make: \(reason).",
        advice: "Nothing was erased. If this is a database of your own development, delete it.",
        underlying: underlying
      )
    }
  }
#endif
