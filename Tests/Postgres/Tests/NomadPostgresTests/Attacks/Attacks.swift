import Foundation
import Testing

/// Attacks on hosts that migrate a database of a real server.
///
/// With `NOMAD_ATTACK=full`, the tests run all attacks; otherwise, they run a quick selection.
@Suite("Attacks", .serialized)
enum Attacks {
  static let isFull = ProcessInfo.processInfo.environment["NOMAD_ATTACK"] == "full"

  /// The number of cases of an attack that run at once, because most of them wait.
  static let width = 6

  /// The time after which a host counts as waiting forever.
  static let hangLimit = Duration.seconds(120)

  /// Runs the cases of an attack, several at once, and counts those that held.
  ///
  /// - Parameters:
  ///   - name: The name of the attack, in the printed line.
  ///   - cases: The cases.
  ///   - width: The number of cases that run at once.
  ///   - server: The server of the databases; nil for the one that tests share.
  ///   - body: Runs a case in a database of its own.
  static func run<Case: Sendable>(
    _ name: String,
    _ cases: [Case],
    width: Int = Self.width,
    on server: TestServer? = nil,
    _ body: @escaping @Sendable (Case, TestDatabase) async throws -> Verdict
  ) async {
    await withTaskGroup(of: (Case, Verdict, TestDatabase?).self) { group in
      var (held, hits, left) = (0, 0, cases[...])
      // Making a database takes longer than most cases.
      var databases: [TestDatabase] = []
      func start() {
        guard let next = left.popFirst() else { return }
        group.addTask { [used = databases.popLast()] in
          var verdict = Verdict()
          var database = used
          do {
            let current = if let used { used } else { try await TestDatabase(on: server) }
            database = current
            verdict = try await body(next, current)
            do {
              try await current.empty()
            } catch {
              // The case restarted the database's server.
              try await current.drop()
              database = nil
            }
          } catch {
            verdict.violations.append("\(error)")
          }
          return (next, verdict, verdict.violations.isEmpty ? database : nil)
        }
      }
      for _ in 0..<width { start() }
      for await (item, verdict, database) in group {
        if let database { databases.append(database) }
        if verdict.violations.isEmpty { held += 1 } else { Issue.record("\(name), \(item): \(verdict.violations)") }
        if verdict.isHit { hits += 1 }
        start()
      }
      print("\(name): \(cases.count) cases, \(held) held")
      // An attack that hits no case proves nothing.
      #expect(held == cases.count && hits > 0, "\(name): \(hits) of \(cases.count) cases hit")
    }
  }
}

/// The result of a case.
struct Verdict: Sendable {
  /// Whether the attack hit: a host died, failed or waited.
  var isHit = true
  var violations: [String] = []

  /// Adds a violation unless a condition holds.
  mutating func require(_ holds: Bool, _ violation: @autoclosure () -> String) {
    if !holds { violations.append(violation()) }
  }
}

extension TestDatabase {
  /// Ends all other sessions, and removes everything in the database.
  func empty() async throws {
    let others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    while try await !query("SELECT pg_terminate_backend(pid)::text \(others)").isEmpty {
      try await Task.sleep(for: .milliseconds(2))
    }
    try await query("DROP SCHEMA IF EXISTS nomad CASCADE")
    try await query("DROP SCHEMA public CASCADE")
    try await query("CREATE SCHEMA public")
  }

  /// Removes the database.
  func drop() async throws {
    await connection.close()
    let other = try await server.connect()
    _ = try await other.query("DROP DATABASE IF EXISTS \(name) WITH (FORCE)", [])
    await other.close()
  }
}

/// A flag that records whether an event has happened.
final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var isSet = false

  var value: Bool { lock.withLock { isSet } }

  func set() { lock.withLock { isSet = true } }
}
