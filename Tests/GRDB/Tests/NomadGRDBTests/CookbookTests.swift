import Foundation
import GRDB
import Nomad
import NomadGRDB
import NomadTesting
import Testing

@testable import samples

/// The recipe of the cookbook for a GRDB schema, run as a tribe.
@Suite("The cookbook's recipe for a GRDB schema")
struct CookbookTests {
  private let registry: TribeRegistry

  init() throws { registry = try TribeRegistry([AddFolders.self]) }

  /// Returns a database as version 2.0.0 left it.
  private func database(at path: String) throws -> DatabasePool {
    let dbPool = try DatabasePool(path: path)
    try dbPool.write { db in
      try db.create(table: "note") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("text", .text).notNull()
      }
      try db.execute(sql: "INSERT INTO note (text) VALUES ('Buy water'), ('Feed the camels')")
    }
    return dbPool
  }

  @Test("The recipe runs once and puts every note into the first folder")
  func schema() async throws {
    let folder = TemporaryFolder()
    let dbPool = try database(at: folder.path("notes.sqlite"))
    let nomad = Nomad(registry, ledger: .grdb(dbPool), currentVersion: .exactly("3.0.0"))
    #expect(try await nomad.migrate().migrated.map(\.name) == ["AddFolders"])
    #expect(try await nomad.migrate().migrated.isEmpty)
    let names = try await dbPool.read { db in
      try String.fetchAll(db, sql: "SELECT folder.name FROM note JOIN folder ON folder.id = note.folderID")
    }
    #expect(names == ["Notes", "Notes"])
  }

  @Test("A kill at any record does not change the final schema and rows")
  func killed() async throws {
    let kills = try await UpgradePaths(registry, from: ["2.0.0"]).verifyWhenKilled { _, migrate in
      let folder = TemporaryFolder()
      let dbPool = try database(at: folder.path("notes.sqlite"))
      try await migrate(recordingIn: .grdb(dbPool))
      return try await DatabaseState(of: dbPool)
    }
    #expect(kills > 0)
  }

  @Test("The cookbook shows the code that these tests run")
  func shown() throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../..")
    let page = package.appendingPathComponent("Sources/Nomad/Nomad.docc/Cookbook.md")
    let source = package.appendingPathComponent("Tests/GRDB/Sources/samples/Cookbook.swift")
    let text = try String(contentsOf: source, encoding: .utf8)
    #expect(try String(contentsOf: page, encoding: .utf8).contains("```swift\n\(text)```\n"))
  }
}
