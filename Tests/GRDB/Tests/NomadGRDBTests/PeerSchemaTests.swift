import Dispatch
import Foundation
import GRDB
import Nomad
import NomadAdoption
import NomadGRDB
import Testing

/// What GRDB's tests of `hasSchemaChanges` and `eraseDatabaseOnSchemaChange` check, in the words of Nomad.
@Suite("As the tests of DatabaseMigrator, for changes of the schema")
struct PeerSchemaTests {
  private let folder = TemporaryFolder()

  private func database(_ configuration: Configuration = Configuration()) throws -> DatabaseQueue {
    try DatabaseQueue(path: folder.path("players.sqlite"), configuration: configuration)
  }

  private func nomad(
    _ database: any DatabaseWriter,
    @TribeRegistryBuilder _ tribes: () -> TribeRegistryBuilder.Component
  ) throws -> Nomad {
    Nomad(try TribeRegistry(tribes), ledger: .grdb(database), currentVersion: .unlimited)
  }

  /// The app before and after an edit of its first tribe, which the second tribe needs.
  private func app(_ database: any DatabaseWriter, edited: Bool, name: String = "'Ada'") throws -> Nomad {
    try nomad(database) {
      DatabaseMigration("1.0.0") { db in
        try db.execute(sql: "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT\(edited ? ", score INTEGER" : ""))")
        try db.execute(sql: "INSERT INTO player (name) VALUES (\(name))")
      }
      if edited {
        DatabaseMigration("2.0.0") { db in
          try db.execute(sql: "INSERT INTO player (name, score) VALUES (\(name), 1000)")
        }
      }
    }
  }

  private func names(_ database: any DatabaseWriter) throws -> [String] {
    try database.read { try String.fetchAll($0, sql: "SELECT name FROM player ORDER BY id") }
  }

  @Test("testHasSchemaChangesWorksWithReadonlyConfig: a read-only connection can ask")
  func readOnly() async throws {
    let writer = try database()
    #expect(try !app(writer, edited: false).hasSchemaChanges())
    try await app(writer, edited: false).migrate()
    #expect(try !app(writer, edited: false).hasSchemaChanges())
    try writer.close()
    var configuration = Configuration()
    configuration.readonly = true
    let reader = try database(configuration)
    #expect(try !app(reader, edited: false).hasSchemaChanges())
    #expect(try app(reader, edited: true).hasSchemaChanges())
  }

  @Test("testIssue931: a connection whose preparation needs a file can ask")
  func preparationOfFile() async throws {
    var configuration = Configuration()
    // A database in memory has no file.
    configuration.prepareDatabase { db in
      let file = try String.fetchOne(db, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'")
      if file?.isEmpty ?? true { throw Mishap() }
    }
    let database = try database(configuration)
    try await app(database, edited: false).migrate()
    #expect(try !app(database, edited: false).hasSchemaChanges())
    #expect(try app(database, edited: true).hasSchemaChanges())
  }

  @Test("The database for the comparison is removed, whether a tribe fails or not", arguments: [false, true])
  func removed(fails: Bool) async throws {
    let database = try database()
    let paths = Paths()
    let run = { (isComparison: Bool) throws -> Nomad in
      try nomad(database) {
        DatabaseMigration("1.0.0") { db in
          try db.execute(sql: "CREATE TABLE player (name TEXT)")
          paths.add(try String.fetchOne(db, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'"))
          if isComparison, fails { throw Mishap() }
        }
      }
    }
    try await run(false).migrate()
    #expect((try? run(true).hasSchemaChanges()) == (fails ? nil : false))
    let path = try #require(paths.all.last)
    #expect(paths.all.count == 2 && !path.isEmpty && path != paths.all.first)
    let beside = try? FileManager.default.contentsOfDirectory(atPath: (path as NSString).deletingLastPathComponent)
    #expect(beside?.contains { $0.hasPrefix((path as NSString).lastPathComponent) } != true)
  }

  @Test("testEraseDatabaseOnSchemaChangeDoesNotDeadLockOnTargetQueue, …OnWriteTargetQueue", arguments: [false, true])
  func targetQueues(isForWrites: Bool) async throws {
    var configuration = Configuration()
    let queue = DispatchQueue(label: "target")
    if isForWrites { configuration.writeTargetQueue = queue } else { configuration.targetQueue = queue }
    let database = try database(configuration)
    for versions in [["1.0.0"], ["1.0.0", "2.0.0"]] {
      let nomad = try nomad(database) { for version in versions { DatabaseMigration(version) { _ in } } }
      #expect(try !nomad.hasSchemaChanges())
      #if DEBUG
        #expect(try !nomad.eraseOnChange())
      #endif
      try nomad.migrateSynchronously()
      #expect(try !nomad.hasSchemaChanges())
    }
  }

  #if DEBUG
    @Test(
      """
      testEraseDatabaseOnSchemaChange, testManualEraseDatabaseOnSchemaChange, …WithConfiguration: an edited tribe does \
      not run again until the database is erased, and the functions of the connection are there
      """,
      arguments: [false, true]
    )
    func erases(hasFunction: Bool) async throws {
      var configuration = Configuration()
      configuration.prepareDatabase { db in
        db.add(function: DatabaseFunction("playerName", argumentCount: 0, pure: true) { _ in "Bea" })
      }
      let database = try database(hasFunction ? configuration : Configuration())
      let name = hasFunction ? "playerName()" : "'Ada'"
      try await app(database, edited: false, name: name).migrate()
      let edited = try app(database, edited: true, name: name)
      let error = await #expect(throws: NomadError.self) { try await edited.migrate() }
      let cause = error?.underlying as? DatabaseError
      #expect(cause?.resultCode == .SQLITE_ERROR)
      #expect(cause?.message?.contains("score") == true)
      #expect(try await edited.ledger.history().finished.map(\.key) == ["version:1.0.0"])

      #expect(try edited.hasSchemaChanges())
      #expect(try edited.eraseOnChange())
      try await edited.migrate()
      #expect(try !edited.hasSchemaChanges())
      #expect(try names(database) == Array(repeating: hasFunction ? "Bea" : "Ada", count: 2))
      #expect(try await edited.ledger.history().finished.map(\.key) == ["version:1.0.0", "version:2.0.0"])
    }

    @Test(
      "testEraseDatabaseOnSchemaChangeDoesNotEraseDatabaseOnAddedMigration, …IgnoresInternalSchemaObjects: the rows stay"
    )
    func keeps() async throws {
      let database = try database()
      try await app(database, edited: false).migrate()
      // SQLite keeps the statistics in a table of its own.
      try await database.write { try $0.execute(sql: "CREATE INDEX byName ON player (name); ANALYZE") }
      #expect(try await database.read { try $0.tableExists("sqlite_stat1") })
      let added = try nomad(database) {
        DatabaseMigration("1.0.0") { db in
          try db.execute(sql: "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT)")
          try db.execute(sql: "INSERT INTO player (name) VALUES ('Bea')")
        }
        DatabaseMigration("2.0.0") { db in try db.execute(sql: "CREATE TABLE team (id INTEGER PRIMARY KEY)") }
      }
      #expect(try !added.hasSchemaChanges())
      #expect(try !added.eraseOnChange())
      try await added.migrate()
      #expect(try names(database) == ["Ada"])
      #expect(try await database.read { try $0.tableExists("team") })
    }

    @Test(
      "testEraseDatabaseOnSchemaChangeWithRenamedMigration: an error says that the tribe is gone, and all rows stay"
    )
    func renamed() async throws {
      let database = try database()
      try await app(database, edited: false).migrate()
      let renamed = try nomad(database) {
        DatabaseMigration("1.0.1") { db in try db.execute(sql: "CREATE TABLE player (id INTEGER PRIMARY KEY)") }
      }
      // GRDB erases such a database.
      for body in [{ _ = try renamed.hasSchemaChanges() }, { _ = try renamed.eraseOnChange() }] as [() throws -> Void] {
        let error = #expect(throws: NomadError.self) { try body() }
        #expect(error?.code == .schemaNotComparable)
        #expect(error?.message.contains("version:1.0.0") == true)
      }
      #expect(try names(database) == ["Ada"])
    }
  #endif
}

/// Paths that tribes add.
private final class Paths: @unchecked Sendable {
  private let lock = NSLock()
  private var paths: [String] = []

  func add(_ path: String?) { lock.withLock { paths.append(path ?? "") } }
  var all: [String] { lock.withLock { paths } }
}
