import Foundation
import GRDB
import Nomad
import NomadGRDB
import Testing

/// The command-line tool, as a process.
@Suite("The command nomadctl ledger on a database")
struct NomadctlTests {
  private let folder = TemporaryFolder()

  private func nomadctl(_ arguments: String...) throws -> (status: Int32, output: String) {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = builtProduct("nomadctl")
    process.arguments = ["ledger"] + arguments
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }

  private func database(_ name: String = "notes.sqlite") async throws -> (DatabasePool, path: String) {
    let database = try DatabasePool(path: folder.path(name))
    let nomad = Nomad(
      try TribeRegistry([CreateTable.self, Failing.self]),
      ledger: .grdb(database),
      currentVersion: .unlimited
    )
    _ = await Failing.$fails.withValue(true) { await #expect(throws: NomadError.self) { try await nomad.migrate() } }
    return (database, folder.path(name))
  }

  @Test("The show and doctor commands report the ledger of an open database without changing it")
  func shows() async throws {
    let (database, path) = try await database()
    let before = try database.read { try Row.fetchAll($0, sql: "SELECT * FROM nomad_ledger") }
    let show = try nomadctl("show", path)
    #expect(show.status == 0)
    #expect(show.output.contains("4 records of 2 tribes\n"))
    #expect(show.output.contains(/✓ +1\.0\.0 .*CreateTable +finished/))
    #expect(show.output.contains(/✗ +2\.0\.0 .*Failing +failed/))
    #expect(!show.output.contains("lock") && !show.output.contains("seal"))
    let json = try nomadctl("show", "--format", "json", path).output
    #expect(json.contains(#""table" : "nomad_ledger""#) && json.contains(#""records" : 4"#))
    #expect(show.output.contains("last error: "))
    #expect(try !nomadctl("show", "--redact", path).output.contains("last error: "))
    let doctor = try nomadctl("doctor", path)
    #expect(doctor.status == 0 && doctor.output.contains("healthy: 4 records"))
    #expect(try database.read { try Row.fetchAll($0, sql: "SELECT * FROM nomad_ledger") } == before)
  }

  @Test(
    "Both commands report the damage and its place, and no repair changes a database",
    arguments: [
      ("DELETE FROM nomad_ledger WHERE id = 2", 1, "is damaged: record 2 is missing"),
      ("DELETE FROM nomad_ledger WHERE id > 2", 1, "it ends before record 3, although it had 4 records"),
      ("DELETE FROM nomad_ledger", 1, "is empty or missing, although it had 4 records"),
      ("UPDATE nomad_ledger SET record = '{}' WHERE id = 3", 1, "record 3 cannot be read"),
      (
        "UPDATE nomad_ledger SET version = 7 WHERE id = 3", 1,
        "was written by a newer version of Nomad: record 3 has version 7"
      ),
      ("DROP TABLE nomad_ledger", 2, "is a database without a ledger"),
      ("INSERT INTO nomad_ledger VALUES (9223372036854775807, 1, 'x', NULL)", 1, "no ledger reaches"),
    ]
  )
  func damaged(sql: String, status: Int32, finding: String) async throws {
    let (database, path) = try await database()
    try await database.write { try $0.execute(sql: sql) }
    for command in ["doctor", "show"] {
      let result = try nomadctl(command, path)
      #expect(result.status == status, "\(result.output)")
      #expect(result.output.contains(finding), "\(result.output)")
    }
    let repair = try nomadctl("doctor", "--repair", path)
    #expect(repair.status == 2 && !repair.output.contains("kept"))
  }

  @Test("Both commands find the ledger's table, and ask for its name only if several tables could be meant")
  func tables() throws {
    let path = folder.path("notes.sqlite")
    let database = try DatabaseQueue(path: path)
    func migrate(in table: String) throws {
      let old = try TribeRegistry { DatabaseMigration(.once(table)) { _ in } }
      try Nomad(old, ledger: .grdb(database, table: table)).migrateSynchronously()
    }
    try database.write { try $0.execute(sql: "CREATE TABLE other (id INTEGER, version, record)") }
    #expect(try nomadctl("show", path).output.contains("it has no table nomad_ledger"))
    try migrate(in: "billing_ledger")
    let only = try nomadctl("show", "--format", "json", path)
    #expect(only.status == 0 && only.output.contains(#""table" : "billing_ledger""#), "\(only.output)")
    try migrate(in: "search_ledger")
    let several = try nomadctl("doctor", path)
    #expect(several.status == 2 && several.output.contains("--table, of billing_ledger, search_ledger"))
    let search = try nomadctl("show", "--table", "search_ledger", path)
    #expect(search.status == 0 && search.output.contains("search_ledger") && !search.output.contains("billing"))
    try migrate(in: "nomad_ledger")
    let standard = try nomadctl("show", "--format", "json", path)
    #expect(standard.status == 0 && standard.output.contains(#""table" : "nomad_ledger""#))
    for (table, finding) in [("unknown", "it has no table unknown"), ("No!", "--table: ")] {
      let wrong = try nomadctl("show", "--table", table, path)
      #expect(wrong.status == 2 && wrong.output.contains(finding), "\(wrong.output)")
    }
    try database.write { try $0.execute(sql: "DELETE FROM search_ledger") }
    let damaged = try nomadctl("doctor", "--table", "search_ledger", path)
    #expect(damaged.status == 1 && damaged.output.contains("correct the table search_ledger by hand"))
  }
}
