import Foundation
import GRDB
import Nomad
import NomadGRDB

/// Runs the same ten migrations with Nomad, with GRDB's `DatabaseMigrator`, and by hand in one transaction each, and
/// prints the duration of each way: `database-benchmark FOLDER [ROUNDS]`. Before that, it measures empty ones.
///
/// The three ways take turns, and must produce the same schema and the same rows.
@main enum DatabaseBenchmark {
  static func main() async throws {
    let arguments = CommandLine.arguments
    let folder = URL(fileURLWithPath: arguments.count > 1 ? arguments[1] : NSTemporaryDirectory())
    let rounds = arguments.count > 2 ? Int(arguments[2]) ?? 15 : 15
    try await Empty.measure(in: folder, rounds: rounds)
    for (mode, notes) in [("WAL", 0), ("WAL", 20_000), ("rollback journal", 0), ("rollback journal", 20_000)] {
      Steps.notes = notes
      var (times, ends): ([[Double]], Set<String>) = ([[], [], []], [])
      for round in 0..<rounds {
        for (index, way) in [nomad, migrator, byHand].enumerated() {
          let path = folder.appendingPathComponent("benchmark-\(mode)-\(notes)-\(index)-\(round).sqlite").path
          let database: any DatabaseWriter =
            mode == "WAL" ? try DatabasePool(path: path) : try DatabaseQueue(path: path)
          let start = cpuSeconds()
          try await way(database)
          times[index].append(cpuSeconds() - start)
          ends.insert(try await contents(of: database))
          try database.close()
          for suffix in ["", "-wal", "-shm", ".nomad.lock"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
          }
        }
      }
      guard ends.count == 1 else { throw Difference() }
      let medians = times.map { $0.sorted()[$0.count / 2] }
      let milliseconds = medians.map { String(format: "%.2f ms", $0 * 1_000) }
      print(
        "database, \(mode), \(notes) notes, CPU of ten migrations: Nomad \(milliseconds[0]), DatabaseMigrator "
          + "\(milliseconds[1]), by hand \(milliseconds[2]);",
        String(format: "%.2f and %.2f times", medians[0] / medians[1], medians[0] / medians[2])
      )
    }
  }

  private static func nomad(_ database: any DatabaseWriter) async throws {
    let tribes = try TribeRegistry([
      Create.self, Title.self, Folder.self, Index.self, Tag.self, Date.self, Words.self, Rebuild.self, View.self,
      Drop.self,
    ])
    try await Nomad(tribes, ledger: .grdb(database), currentVersion: .unlimited).migrate()
  }

  private static func migrator(_ database: any DatabaseWriter) async throws {
    var migrator = DatabaseMigrator()
    for step in Steps.all { migrator.registerMigration(step.name, migrate: step.migrate) }
    try migrator.migrate(database)
  }

  /// Runs each migration in one transaction, with a record in a table, and checks foreign keys as the other two ways
  /// do.
  private static func byHand(_ database: any DatabaseWriter) async throws {
    try await database.writeWithoutTransaction { db in
      try db.execute(sql: "CREATE TABLE done (name TEXT NOT NULL PRIMARY KEY)")
      for step in Steps.all {
        try db.execute(sql: "PRAGMA foreign_keys = OFF")
        try db.inTransaction(.immediate) {
          try step.migrate(db)
          try db.execute(sql: "INSERT INTO done VALUES (?)", arguments: [step.name])
          try db.checkForeignKeys()
          return .commit
        }
        try db.execute(sql: "PRAGMA foreign_keys = ON")
      }
    }
  }

  /// Returns the schema and the number of rows in each table.
  private static func contents(of database: any DatabaseWriter) async throws -> String {
    try await database.read { db in
      let own = ["nomad_ledger", "grdb_migrations", "done"]
      let objects = try Row.fetchAll(db, sql: "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
        .filter { !own.contains($0["name"]) && !($0["name"] as String).hasPrefix("sqlite_") }
      let sums = try Row.fetchAll(
        db,
        sql: "SELECT count(*), total(words), total(folder) FROM note UNION ALL SELECT count(*), total(note), 0 FROM tag"
      )
      return "\(objects) \(sums)"
    }
  }

  private static func cpuSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// An error for ways that did not produce the same result.
  struct Difference: Error {}
}
