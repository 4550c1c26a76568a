import Foundation
import NomadSnapshots
import Testing

@testable import Nomad

@Suite("A snapshot of an SQLite database that another process uses")
struct SnapshotDatabaseTests {
  private static let python = "/usr/bin/python3"

  /// Starts a process that opens a database and runs statements, and waits until they have run.
  private func start(_ database: URL, _ statements: String) throws -> (process: Process, input: Pipe) {
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: Self.python)
    let script = """
      import sqlite3, sys
      db = sqlite3.connect(sys.argv[1], isolation_level=None)
      for statement in sys.argv[2].split(";"): db.execute(statement)
      print("ready", flush=True)
      sys.stdin.read()
      """
    process.arguments = ["-c", script, database.path, statements]
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, FileHandle.nullDevice)
    try process.run()
    _ = output.fileHandleForReading.availableData
    return (process, input)
  }

  private static var hasSQLite: Bool {
    guard FileManager.default.isExecutableFile(atPath: python) else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = ["-c", "import sqlite3"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  @Test(
    "A snapshot fails while a process has the database open in WAL mode or in a transaction, then succeeds",
    .enabled(if: hasSQLite),
    arguments: [
      "CREATE TABLE t (a);PRAGMA journal_mode = WAL;INSERT INTO t VALUES (1)", "CREATE TABLE t (a);BEGIN IMMEDIATE",
    ]
  )
  func otherProcess(statements: String) async throws {
    let fixture = try SnapshotFixture()
    let database = fixture.notes.appendingPathComponent("notes.sqlite")
    let (process, input) = try start(database, statements)
    let error = await #expect(throws: NomadError.self) { try await fixture.migrator().migrate() }
    #expect(error?.message.contains("process \(process.processIdentifier) uses the SQLite database") == true)
    #expect(fixture.trace.all == [])
    // Killed, so that it leaves a WAL file.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try input.fileHandleForWriting.close()
    let migrator = try fixture.migrator()
    try await migrator.migrate()
    let copy = try #require(try migrator.snapshots().first?.url.appendingPathComponent("items/0/notes"))
    let names = try FileManager.default.contentsOfDirectory(atPath: copy.path).filter { $0.hasPrefix("notes.sqlite-") }
    #expect(names == (statements.contains("WAL") ? ["notes.sqlite-wal"] : []))
  }
}
