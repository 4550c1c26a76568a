import Foundation
import GRDB
import Nomad
import NomadAdoption
import NomadGRDB
import Testing

@testable import samples

/// The samples that compare a database with the schema of its tribes.
@Suite struct SchemaChangeTests {
  private static func tribes(titled: Bool, tagged: Bool = false) throws -> TribeRegistry {
    try TribeRegistry {
      DatabaseMigration("1.0.0") { db in
        try db.execute(sql: "CREATE TABLE note (id INTEGER PRIMARY KEY\(titled ? ", title TEXT" : ""))")
      }
      if tagged { DatabaseMigration("1.1.0") { db in try db.execute(sql: "CREATE TABLE tag (name TEXT)") } }
    }
  }

  @Test("A tribe that makes another schema now empties the database in a debug build; one that is new does not")
  func development() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "nomad-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let dbPool = try DatabasePool(path: folder.appending(path: "notes.sqlite").path)
    let notes = { @Sendable (db: Database) in try Int.fetchOne(db, sql: "SELECT count(*) FROM note") }

    try await migrateInDevelopment(dbPool, Self.tribes(titled: false))
    try await dbPool.write { db in try db.execute(sql: "INSERT INTO note (id) VALUES (1)") }
    #expect(try await !hasSchemaChanges(dbPool, Self.tribes(titled: false)))
    try await migrateInDevelopment(dbPool, Self.tribes(titled: false, tagged: true))
    #expect(try await dbPool.read(notes) == 1)

    let edited = try Self.tribes(titled: true, tagged: true)
    #expect(try await hasSchemaChanges(dbPool, edited))
    #if DEBUG
      try await migrateInDevelopment(dbPool, edited)
      #expect(try await dbPool.read(notes) == 0)
      #expect(try await dbPool.read { try $0.columns(in: "note").map(\.name) } == ["id", "title"])
      #expect(try await !hasSchemaChanges(dbPool, edited))
      #expect(try await Nomad(edited, ledger: .grdb(dbPool)).plan().isEmpty)
    #endif
  }
}
