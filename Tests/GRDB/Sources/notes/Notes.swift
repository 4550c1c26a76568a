import Foundation
import GRDB
import Nomad
import NomadGRDB
import NomadRepair

/// An app that upgrades its database and ends: `notes FILE wal|delete [database|synchronous|file|move|revert] [LEVEL]`.
///
/// Its ledger is in the database, for a run with or without a task, in a file beside it, or moved from there. It prints
/// each finished tribe at once. With `revert`, it goes back to version 1.4.5 instead.
@main enum Notes {
  static func main() async {
    do {
      try await run()
    } catch {
      // Uncaught, the error would count as a crash, for which Swift's runtime makes a report.
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private static func run() async throws {
    let arguments = CommandLine.arguments + ["", "", ""]
    let (path, mode, ledger, level) = (arguments[1], arguments[2], arguments[3], arguments[4])
    let database = try await openWaiting(path, mode, level)
    let file = FileLedger(at: URL(fileURLWithPath: path + ".ledger"))
    if ledger == "move" { try await file.move(to: .grdb(database)) }
    var nomad = Nomad(.generated, ledger: .grdb(database), currentVersion: .unlimited)
      .providing(database, as: (any DatabaseWriter).self)
    if ledger == "file" { nomad.ledger = file }
    if ledger == "revert" {
      try await nomad.revert(to: "1.4.5")
      return
    }
    let observer = { @Sendable (event: MigrationEvent) in
      if case .finished(let tribe, _) = event { say("finished \(tribe.name)") }
    }
    if ledger == "synchronous" {
      nomad.registry = nomad.registry.filter { $0.name != "Ordinary" }
      try nomad.migrateSynchronously(observing: observer)
    } else {
      try await nomad.migrate(observing: observer)
    }
    let ran = try await database.read { try String.fetchAll($0, sql: "SELECT tribe FROM ran ORDER BY rowid") }
    say("ran " + ran.joined(separator: " "))
  }

  /// Opens a database, and retries while another process switches it to WAL: SQLite does not wait for that.
  private static func openWaiting(_ path: String, _ mode: String, _ level: String) async throws -> any DatabaseWriter {
    for _ in 0..<200 {
      do {
        return try open(path, mode, level)
      } catch DatabaseError.SQLITE_BUSY {
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    return try open(path, mode, level)
  }

  /// Opens a database with a journal and a level of `PRAGMA synchronous`.
  static func open(_ path: String, _ mode: String, _ level: String = "") throws -> any DatabaseWriter {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    let database: any DatabaseWriter =
      mode == "wal"
      ? try DatabasePool(path: path, configuration: configuration)
      : try DatabaseQueue(path: path, configuration: configuration)
    // Set last, because GRDB sets NORMAL after it has set WAL.
    if !level.isEmpty {
      try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = \(level)") }
    }
    return database
  }

  private static func say(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8))
  }
}
