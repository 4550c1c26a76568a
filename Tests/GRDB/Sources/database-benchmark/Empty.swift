import Foundation
import GRDB
import Nomad
import NomadGRDB

/// Forty empty tribes against forty empty migrations, and a start with nothing due against the same.
struct Empty: DatabaseTribe {
  static let target: TribeTarget = .literal("1.0.0")
  static let count = 40

  func migrate(_ db: Database) throws {}

  private static let tribes = TribeRegistry(_module: "Benchmark") { builder in
    for number in 0..<count {
      let target = TribeTarget.literal("1.\(number).0")
      guard let position = try? target.position() else { continue }
      builder.add("Empty\(number)", Empty.self, target: target, position: position) { try await Empty().migrate() }
    }
  }

  private static let migrator = {
    var migrator = DatabaseMigrator()
    for number in 0..<count { migrator.registerMigration("1.\(number).0") { _ in } }
    return migrator
  }()

  /// Prints the medians of all ways, which take turns.
  static func measure(in folder: URL, rounds: Int) async throws {
    for mode in ["WAL", "rollback journal"] {
      var (runs, starts): ([[Double]], [[Double]]) = ([[], [], []], [[], [], []])
      for round in 0..<rounds {
        for (index, way) in [nomad, synchronously, databaseMigrator].enumerated() {
          let path = folder.appendingPathComponent("empty-\(mode)-\(index)-\(round).sqlite").path
          let database: any DatabaseWriter =
            mode == "WAL" ? try DatabasePool(path: path) : try DatabaseQueue(path: path)
          runs[index].append(try await seconds { try await way(database) })
          // As the next start of the app: with a new connection that has read something.
          try database.close()
          let reopened: any DatabaseWriter =
            mode == "WAL" ? try DatabasePool(path: path) : try DatabaseQueue(path: path)
          _ = try await reopened.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
          try await way(reopened)
          for _ in 0..<20 { starts[index].append(try await seconds { try await way(reopened) }) }
          try reopened.close()
          for suffix in ["", "-wal", "-shm", ".nomad.lock"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
          }
        }
      }
      for (name, times) in [("forty empty tribes", runs), ("a start with nothing due", starts)] {
        let medians = times.map { $0.sorted()[$0.count / 2] }
        print(
          "database, \(mode), \(name): migrate() \(milliseconds(medians[0])), migrateSynchronously() "
            + "\(milliseconds(medians[1])), DatabaseMigrator \(milliseconds(medians[2]));",
          String(format: "%.2f and %.2f times", medians[0] / medians[2], medians[1] / medians[2])
        )
      }
    }
  }

  private static func nomad(_ database: any DatabaseWriter) async throws {
    try await Nomad(tribes, ledger: .grdb(database), currentVersion: .unlimited).migrate()
  }

  private static func synchronously(_ database: any DatabaseWriter) async throws {
    try Nomad(tribes, ledger: .grdb(database), currentVersion: .unlimited).migrateSynchronously()
  }

  private static func milliseconds(_ seconds: Double) -> String { String(format: "%.3f ms", seconds * 1_000) }

  private static func databaseMigrator(_ database: any DatabaseWriter) async throws { try migrator.migrate(database) }

  private static func seconds(_ body: () async throws -> Void) async throws -> Double {
    let start = ContinuousClock.now
    try await body()
    return start.duration(to: .now) / .seconds(1)
  }
}
