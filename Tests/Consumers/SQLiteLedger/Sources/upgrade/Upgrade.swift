import Foundation
import Nomad
import SQLiteLedger

/// Migrates the database at a path, or dies on the way: `upgrade PATH finishes`.
@main
struct Upgrade {
  enum Course: String {
    case finishes, diesInWork, diesAfterRecord, pausesInWork, isImpatient, replaces
  }

  /// The course that the tests ask for.
  static let course = CommandLine.arguments.dropFirst(2).first.flatMap(Course.init)

  static func main() async throws {
    guard let course, CommandLine.arguments.count == 3 else { exit(EX_USAGE) }
    let ledger = SQLiteLedger(at: URL(fileURLWithPath: CommandLine.arguments[1]))
    let nomad = Nomad(try TribeRegistry([AddNotes.self]), ledger: ledger, currentVersion: .unlimited)
    if course == .replaces {
      let records = try ledger.history().records
      try await ledger.withExclusiveAccess { try await $0.replaceRecords(with: records) }
      return print("replaced \(records.count)")
    }
    do {
      let report = try await nomad.migrate(until: course == .isImpatient ? .now + .milliseconds(200) : nil) { event in
        if case .finished = event, course == .diesAfterRecord { die() }
      }
      print("ran \(report.migrated.count)")
    } catch {
      print(error.code)
    }
  }

  static func die() {
    kill(getpid(), SIGKILL)
  }
}

struct AddNotes: SQLiteTribe {
  static let target: TribeTarget = .literal("1.0.0")

  func migrate(_ db: SQLiteDatabase) throws {
    try db.execute("CREATE TABLE note (text TEXT NOT NULL)")
    try db.execute("INSERT INTO note VALUES ('first')")
    switch Upgrade.course {
    case .diesInWork: Upgrade.die()
    case .pausesInWork:
      print("paused")
      fflush(nil)
      while true { sleep(1) }
    default: break
    }
  }
}
