import Foundation
import GRDB
import Nomad
import NomadAdoption
import NomadGRDB
import NomadRepair
import Testing

@Suite("Changes of the schema that tribes make")
struct SchemaChangeTests {
  private let folder = TemporaryFolder()

  /// The tribes of an app: the first one was edited, the second one is new, or a tribe for files is among them.
  private func nomad(
    _ database: any DatabaseWriter,
    edited: Bool = false,
    tagged: Bool = false,
    others: [any ListedTribe.Type] = []
  ) throws -> Nomad {
    let tribes = try TribeRegistry {
      DatabaseMigration("1.0.0") { db in
        try db.execute(sql: "CREATE TABLE note (id INTEGER PRIMARY KEY\(edited ? ", title TEXT" : ""))")
        try db.execute(sql: "CREATE INDEX noteOnID ON note (id)")
      }
      if tagged { DatabaseMigration("1.1.0") { db in try db.execute(sql: "CREATE TABLE tag (name TEXT)") } }
    }
    let registry = TribeRegistry(combining: [tribes, try TribeRegistry(others)])
    return Nomad(registry, ledger: .grdb(database), currentVersion: .unlimited)
  }

  private func database() throws -> DatabasePool { try DatabasePool(path: folder.path("notes.sqlite")) }

  private func notes(_ database: DatabasePool) throws -> Int? {
    try database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM note") }
  }

  @Test("A tribe that makes another schema now is a change; one that is new is none")
  func changes() async throws {
    let database = try database()
    #expect(try !nomad(database).hasSchemaChanges())
    try await nomad(database).migrate()
    #expect(try !nomad(database).hasSchemaChanges())
    #expect(try !nomad(database, tagged: true).hasSchemaChanges())
    #expect(try nomad(database, edited: true, tagged: true).hasSchemaChanges())
    // Neither the ledger nor a table of the app itself is made by a tribe.
    try await database.write { try $0.execute(sql: "CREATE TABLE cache (id INTEGER)") }
    #expect(try !nomad(database).hasSchemaChanges())
    try await database.write { try $0.execute(sql: "DROP INDEX noteOnID") }
    #expect(try nomad(database).hasSchemaChanges())
  }

  #if DEBUG
    @Test("A tribe that makes another schema now empties the database; one that is new does not")
    func erases() async throws {
      let database = try database()
      try await nomad(database).migrate()
      try await database.write { db in try db.execute(sql: "INSERT INTO note (id) VALUES (1)") }
      let newer = try nomad(database, tagged: true)
      #expect(try !newer.eraseOnChange())
      try await newer.migrate()
      #expect(try notes(database) == 1)

      let edited = try nomad(database, edited: true, tagged: true)
      #expect(try edited.eraseOnChange())
      try edited.migrateSynchronously()
      #expect(try notes(database) == 0)
      #expect(try await database.read { try $0.columns(in: "note").map(\.name) } == ["id", "title"])
      #expect(try !edited.eraseOnChange())
      #expect(try await edited.plan().isEmpty)
    }

    @Test("A database with a tribe that this app lacks is not erased")
    func unknown() async throws {
      let database = try database()
      try await nomad(database, tagged: true).migrate()
      try refuses(try nomad(database, edited: true), database, "version:1.1.0")
    }

    @Test("A database with a tribe that was marked as done is not erased")
    func marked() async throws {
      let database = try database()
      try await database.write { try $0.execute(sql: "CREATE TABLE note (id INTEGER PRIMARY KEY, old TEXT)") }
      let nomad = try nomad(database, tagged: true)
      try await nomad.ledger.markAsDone(.literal("1.0.0"))
      try await nomad.migrate()
      try refuses(nomad, database, "version:1.0.0")
    }

    @Test("A database is not erased if one of its tribes also changes data outside of it, and that tribe does not run")
    func outside() async throws {
      let database = try database()
      try await nomad(database, others: [Exporting.self]).migrate()
      try Exporting.$isForbidden.withValue(true) {
        try refuses(try nomad(database, edited: true, others: [Exporting.self]), database, "Exporting")
      }
    }

    private func refuses(_ nomad: Nomad, _ database: DatabasePool, _ text: String) throws {
      let tables = { @Sendable (db: Database) in try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") }
      let before = try database.read(tables)
      let error = #expect(throws: NomadError.self) { try nomad.eraseOnChange() }
      #expect(error?.code == .schemaNotComparable)
      #expect(error?.message.contains(text) == true)
      #expect(try database.read(tables) == before)
    }
  #endif

  @Test("A tribe without a transaction, which may change anything, does not run again to compare the schema")
  func withoutTransaction() async throws {
    let database = try database()
    func nomad(edited: Bool = false, dependent: Bool = false) throws -> Nomad {
      let tribes = try TribeRegistry {
        DatabaseMigration("1.1.1", isTransactional: false) { db in
          if Exporting.isForbidden { throw Mishap() }
          try db.execute(sql: "CREATE TABLE alone (id INTEGER)")
        }
        if dependent { DatabaseMigration("1.3.0") { try $0.execute(sql: "CREATE INDEX aloneOnID ON alone (id)") } }
      }
      var nomad = try self.nomad(database, edited: edited, others: [ExportingAlone.self])
      nomad.registry = TribeRegistry(combining: [nomad.registry, tribes])
      return nomad
    }
    try await nomad().migrate()
    Exporting.$isForbidden.withValue(true) {
      #expect((try? nomad().hasSchemaChanges()) == false)
      let error = #expect(throws: NomadError.self) { try nomad(edited: true).hasSchemaChanges() }
      #expect(error?.code == .schemaNotComparable)
    }
    try await nomad(dependent: true).migrate()
    Exporting.$isForbidden.withValue(true) {
      let error = #expect(throws: NomadError.self) { try nomad(dependent: true).hasSchemaChanges() }
      #expect(error?.code == .schemaNotComparable)
      #expect(error?.underlying is DatabaseError)
    }
  }

  @Test("Only the tribes for the database run to compare it, on a database of their own")
  func separate() async throws {
    let database = try database()
    let tribes: [any ListedTribe.Type] = [Moving.self, Reaching.self]
    let nomad = try nomad(database, others: tribes).providing(database, as: (any DatabaseWriter).self)
    try await nomad.migrate()
    #expect(try Moving.$isForbidden.withValue(true) { try nomad.hasSchemaChanges() } == false)
    #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM reached") } == 1)
  }

  @Test("Merged tribes are compared with what their parts made")
  func merged() async throws {
    let database = try database()
    try await nomad(database, tagged: true).migrate()
    func merged(_ column: String) throws -> Nomad {
      let tribes = try TribeRegistry {
        DatabaseMigration("1.1.0", merging: ["1.0.0", "1.1.0"]) { db in
          if try !TribeAttempt.wasDone("1.0.0") {
            try db.execute(sql: "CREATE TABLE note (id INTEGER PRIMARY KEY)")
            try db.execute(sql: "CREATE INDEX noteOnID ON note (id)")
          }
          if try !TribeAttempt.wasDone("1.1.0") { try db.execute(sql: "CREATE TABLE tag (\(column) TEXT)") }
        }
      }
      return Nomad(tribes, ledger: .grdb(database), currentVersion: .unlimited)
    }
    try await merged("name").migrate()
    #expect(try !merged("name").hasSchemaChanges())
    #expect(try merged("title").hasSchemaChanges())
  }

  @Test("A tribe that this app lacks is found by the bytes of its id", arguments: ["x", "\u{301}x"])
  func mark(id: String) async throws {
    let database = try database()
    let tribes = try TribeRegistry { DatabaseMigration(.once(id)) { _ in } }
    try await Nomad(tribes, ledger: .grdb(database), currentVersion: .unlimited).migrate()
    let error = #expect(throws: NomadError.self) { try nomad(database).hasSchemaChanges() }
    #expect(error?.code == .schemaNotComparable)
  }

  @Test("The temporary database is not synced, and is removed if a tribe throws")
  func temporary() async throws {
    let (database, seen) = (try database(), Seen())
    let tribes = try TribeRegistry {
      DatabaseMigration("1.0.0") { db in
        seen.add(try String.fetchOne(db, sql: "SELECT file FROM pragma_database_list"))
        seen.add(try String.fetchOne(db, sql: "PRAGMA synchronous"))
        if seen.all.count > 2 { throw Mishap() }
      }
    }
    let nomad = Nomad(tribes, ledger: .grdb(database), currentVersion: .unlimited)
    try await nomad.migrate()
    #expect(throws: Mishap.self) { try nomad.hasSchemaChanges() }
    #expect(seen.all.dropFirst(3) == ["0"])
    let folder = URL(fileURLWithPath: seen.all[2]).deletingLastPathComponent()
    #expect(folder.lastPathComponent.hasPrefix("nomad-schema-"))
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test("A ledger elsewhere cannot tell")
  func otherLedger() throws {
    var nomad = try nomad(try database())
    nomad.ledger = InMemoryLedger()
    let other = nomad
    #expect(throws: NomadError.self) { try other.hasSchemaChanges() }
  }
}

/// A tribe that also writes a file.
private struct Exporting: DatabaseTribe {
  @TaskLocal static var isForbidden = false
  static let target: TribeTarget = .literal("1.2.0")
  static let transactionKind: String? = nil

  func migrate(_ db: Database) throws {
    if Self.isForbidden { throw Mishap() }
  }
}

/// A tribe that writes a file, without a transaction.
private struct ExportingAlone: DatabaseTribe {
  static let target: TribeTarget = .literal("1.2.0")
  static let isTransactional = false

  func migrate(_ db: Database) throws {
    if Exporting.isForbidden { throw Mishap() }
  }
}

/// A tribe for files.
private struct Moving: Tribe {
  @TaskLocal static var isForbidden = false
  static let target: TribeTarget = .literal("1.2.0")

  func migrate() async throws {
    if Self.isForbidden { throw Mishap() }
  }
}

/// A tribe that declares the database as a dependency.
private struct Reaching: DatabaseTribe {
  static let target: TribeTarget = .literal("1.3.0")
  @TribeDependency private var database: any DatabaseWriter

  func migrate(_ db: Database) throws {
    try db.execute(sql: "CREATE TABLE reached (path TEXT); INSERT INTO reached VALUES (?)", arguments: [database.path])
  }
}

/// What tribes saw, in order.
private final class Seen: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var texts: [String] = []

  func add(_ text: String?) { lock.withLock { texts.append(text ?? "nothing") } }
  var all: [String] { lock.withLock { texts } }
}
