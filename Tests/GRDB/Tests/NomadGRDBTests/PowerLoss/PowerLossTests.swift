import Foundation
import GRDB
import Nomad
import NomadGRDB
import NomadRepair
import Testing

@testable import notes

/// Loses the power at every instant of a run, and starts the app again on the remaining files.
@Suite("Power loss", .serialized)
struct PowerLossTests {
  private let folder = TemporaryFolder()

  /// A journal mode, and a level of `PRAGMA synchronous`.
  enum Setting: String, CaseIterable {
    case walFull = "wal FULL", walNormal = "wal NORMAL", deleteExtra = "delete EXTRA", deleteFull = "delete FULL"

    var mode: String { String(rawValue.prefix { $0 != " " }) }
    var level: String { String(rawValue.drop { $0 != " " }.dropFirst()) }
    /// The number of the last tribes that a loss of power can undo, if nothing was synced after them.
    var undone: Int {
      switch self {
      case .walFull, .deleteExtra: 0
      case .deleteFull: 1
      case .walNormal: .max
      }
    }
  }

  private static let names: Set = [
    "n.sqlite", "n.sqlite-wal", "n.sqlite-journal", "n.sqlite.ledger", "n.sqlite.ledger.new", "n.sqlite.ledger.lock",
    "n.sqlite.ledger.moved",
  ]

  /// Returns the trace of one run of the app.
  private func trace(_ setting: Setting, ledger: String = "database") throws -> Trace {
    let place = folder.url.appendingPathComponent("run")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let existing = try Self.names.reduce(into: [String: [UInt8]]()) { files, name in
      let file = place.appendingPathComponent(name)
      guard FileManager.default.fileExists(atPath: file.path) else { return }
      files[name] = Array(try Data(contentsOf: file))
    }
    let log = folder.path("log")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["strace"] + Trace.options
      + ["-o", log, builtProduct("notes").path, place.path + "/n.sqlite", setting.mode, ledger, setting.level]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: log)), as: UTF8.self)
    return try Trace(of: text, in: place.path, names: Self.names, existing: existing)
  }

  @Test(
    "Data and records agree after a power loss at any instant, and no tribe takes effect twice",
    arguments: Setting.allCases,
    ["database", "synchronous"]
  )
  func everyInstant(setting: Setting, ledger: String) async throws {
    let trace = try trace(setting, ledger: ledger)
    try #require(trace.operations.count > 100)
    var (cases, held, forgotten, most, random) = (0, 0, 0, 0, SystemRandomNumberGenerator())
    let step = KilledProcessTests.share == 1 ? 1 : 7
    for index in stride(from: 1, through: trace.operations.count, by: step) {
      let lost = LostPower(before: index, of: trace)
      for share in Self.shares {
        let path = try leave(lost.files(keeping: share, using: &random))
        cases += 1
        do {
          let acknowledged = lost.said.compactMap { $0.hasPrefix("finished ") ? String($0.dropFirst(9)) : nil }
          let finished = try await restart(path, setting)
          let lost = acknowledged.filter { !finished.contains($0) }
          forgotten += lost.count
          // The last ones, in their order. The records of a tribe that changes more than the database are always
          // durable, and so are all earlier ones.
          let isInOrder = Array(acknowledged.suffix(lost.count)) == lost && !lost.contains("Ordinary")
          if isInOrder, lost.count <= setting.undone { held += 1 }
          most = max(most, lost.count)
        } catch {
          Issue.record("\(setting.rawValue), before \(index), \(share) %: \(error)")
        }
      }
    }
    print("power lost, \(setting.rawValue): \(cases) cases, \(held) held, \(forgotten) acknowledged tribes ran again")
    #expect(held == cases && cases > 50)
    guard setting == .walNormal, ledger == "synchronous" else { return }
    // No transaction of a tribe is synced there, and neither is the record that it began.
    let syncs = trace.operations.count { if case .sync = $0 { true } else { false } }
    #expect(syncs < KilledProcessTests.tribes.count && most > 1)
  }

  @Test("A tribe that a ledger in a file has recorded survives a loss of power", arguments: Setting.allCases)
  func fileLedger(setting: Setting) async throws {
    let trace = try trace(setting, ledger: "file")
    var (cases, held, most, random) = (0, 0, 0, SystemRandomNumberGenerator())
    let step = KilledProcessTests.share == 1 ? 1 : 7
    for index in stride(from: 1, through: trace.operations.count, by: step) {
      for share in Self.shares {
        let path = try leave(LostPower(before: index, of: trace).files(keeping: share, using: &random))
        cases += 1
        let history = try FileLedger(at: URL(fileURLWithPath: path + ".ledger")).history()
        let ran = try await ran(Notes.open(path, setting.mode, setting.level))
        let finished = history.finished.map(\.name).filter { $0 != "Ordinary" }
        if Array(ran.prefix(finished.count)) == finished { held += 1 }
        most = max(most, finished.count)
      }
    }
    print("power lost, \(setting.rawValue), a ledger in a file: \(cases) cases, \(held) held")
    #expect(held == cases && most == KilledProcessTests.tribes.count)
  }

  private static let shares = KilledProcessTests.share == 1 ? [0, 10, 30, 50, 70, 90, 97, 100] : [0, 50, 97]

  /// Writes the remaining files to a folder, and returns the path of the database.
  private func leave(_ files: [String: [UInt8]]) throws -> String {
    let place = folder.url.appendingPathComponent("left")
    try? FileManager.default.removeItem(at: place)
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    for (name, bytes) in files { try Data(bytes).write(to: place.appendingPathComponent(name)) }
    return place.path + "/n.sqlite"
  }

  @Test("No record is lost in a power loss while a ledger moves to the database", arguments: Setting.allCases)
  func moving(setting: Setting) async throws {
    _ = try trace(setting, ledger: "file")
    let trace = try trace(setting, ledger: "move")
    var (cases, held, random) = (0, 0, SystemRandomNumberGenerator())
    for index in 1...trace.operations.count {
      for share in Self.shares {
        let path = try leave(LostPower(before: index, of: trace).files(keeping: share, using: &random))
        cases += 1
        do {
          let database = try Notes.open(path, setting.mode, setting.level)
          try await FileLedger(at: URL(fileURLWithPath: path + ".ledger")).move(to: .grdb(database))
          try await Nomad(.generated, ledger: .grdb(database), currentVersion: .unlimited).migrate()
          let ran = try await ran(database)
          #expect(ran == KilledProcessTests.tribes, "\(setting.rawValue), before \(index), \(share) %")
          if ran == KilledProcessTests.tribes { held += 1 }
        } catch {
          Issue.record("\(setting.rawValue), before \(index), \(share) %: \(error)")
        }
      }
    }
    print("power lost while a ledger is moved, \(setting.rawValue): \(cases) cases, \(held) held")
    #expect(held == cases && cases > 20)
  }

  /// Starts the app again, and checks that data and records agree.
  ///
  /// Returns the tribes that had finished before.
  private func restart(_ path: String, _ setting: Setting) async throws -> [String] {
    let database = try Notes.open(path, setting.mode, setting.level)
    let nomad = Nomad(.generated, ledger: .grdb(database), currentVersion: .unlimited)
    let finished = try await nomad.ledger.history().finished.map(\.name)
    #expect(try await ran(database) == finished.filter { $0 != "Ordinary" })
    try await nomad.migrate()
    #expect(try await ran(database) == KilledProcessTests.tribes)
    #expect(try await database.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
    return finished
  }

  private func ran(_ database: any DatabaseWriter) async throws -> [String] {
    let sql = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'ran')"
    return try await database.read { db in
      try Bool.fetchOne(db, sql: sql) == true ? String.fetchAll(db, sql: "SELECT tribe FROM ran ORDER BY rowid") : []
    }
  }
}
