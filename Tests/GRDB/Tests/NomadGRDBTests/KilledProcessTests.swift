import Foundation
import GRDB
import Nomad
import NomadGRDB
import Testing

/// Runs of a real app, in processes that are killed.
@Suite("Killed processes", .serialized)
struct KilledProcessTests {
  private let folder = TemporaryFolder()

  static let tribes = ["CreateNotes"] + (1...9).map { "AddPart\($0)" }

  /// The step between the attacked system calls: 1 with `NOMAD_ATTACK=full`, for all of them, and 12 otherwise.
  static let share = ProcessInfo.processInfo.environment["NOMAD_ATTACK"] == "full" ? 1 : 12

  /// The system calls that SQLite and the lock use to open and change files.
  private static let calls = ["openat", "pwrite64", "fdatasync", "unlink", "ftruncate", "fcntl", "write", "flock"]

  private static let app = builtProduct("notes")

  private func start(
    _ path: String,
    _ mode: String,
    ledger: String = "database",
    under wrapper: [String] = []
  ) throws -> Process {
    let process = Process()
    let command = wrapper + [Self.app.path, path, mode, ledger]
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  private func ran(_ path: String) async throws -> [String] {
    let database = try DatabaseQueue(path: path)
    return try await database.read { db in
      try db.tableExists("ran") ? String.fetchAll(db, sql: "SELECT tribe FROM ran ORDER BY rowid") : []
    }
  }

  /// Whether an older release of the app opens the database.
  private func opens(_ path: String, _ version: String) async throws -> Bool {
    let older = Nomad(
      TribeRegistry(_module: "notes") { _ in },
      ledger: .grdb(try DatabaseQueue(path: path)),
      currentVersion: .exactly(version)
    )
    return try await older.plan().newerTribes.isEmpty
  }

  @Test(
    "Each tribe takes effect exactly once when the process is killed at a system call",
    arguments: ["wal", "delete"],
    ["database", "synchronous"]
  )
  func killed(mode: String, ledger: String) async throws {
    var (cases, kills) = (0, 0)
    for call in Self.calls {
      var number = 1
      while true {
        let path = folder.path("\(ledger)-\(mode)-\(call)-\(number).sqlite")
        let inject = "inject=\(call):signal=SIGKILL:when=\(number)"
        let victim = try start(
          path,
          mode,
          ledger: ledger,
          under: ["strace", "-f", "-qq", "-o", "/dev/null", "-e", inject]
        )
        victim.waitUntilExit()
        let wasKilled = victim.terminationReason == .uncaughtSignal || victim.terminationStatus > 128
        // The tribes that ran are the first ones, each run once.
        let found = try await ran(path)
        #expect(found == Array(Self.tribes.prefix(found.count)), "\(mode), \(call) \(number)")
        // A tribe that was rolled back keeps no older release from the data.
        for (tribe, version) in [("AddPart5", "1.4.9"), ("AddPart9", "1.8.9")] {
          #expect(try await opens(path, version) == !found.contains(tribe), "\(mode), \(call) \(number), \(tribe)")
        }
        let next = try start(path, mode)
        next.waitUntilExit()
        #expect(next.terminationStatus == 0, "\(mode), \(call) \(number)")
        #expect(try await ran(path) == Self.tribes, "\(mode), \(call) \(number)")
        cases += 1
        guard wasKilled else { break }
        kills += 1
        number += Self.share
      }
    }
    print("killed at system calls, \(mode), \(ledger): \(cases) cases, \(kills) kills")
    #expect(kills > 20)
  }

  @Test(
    "Each tribe takes effect exactly once when a system call fails, once or from then on",
    arguments: ["wal", "delete"],
    ["EIO", "ENOSPC"]
  )
  func failing(mode: String, error: String) async throws {
    var (cases, failures) = (0, 0)
    // Swift's runtime hangs if its own `write` calls fail, and no other code makes such calls here.
    for call in Self.calls + ["pread64", "fsync"] where !["flock", "fcntl", "write"].contains(call) {
      for suffix in ["", "+"] {
        var number = 1
        while number < (Self.share == 1 ? 400 : 40) {
          let path = folder.path("\(mode)-\(call)-\(error)-\(number)\(suffix).sqlite")
          let inject = "inject=\(call):error=\(error):when=\(number)\(suffix)"
          let run = try start(path, mode, under: ["strace", "-f", "-qq", "-o", "/dev/null", "-e", inject])
          run.waitUntilExit()
          if run.terminationStatus != 0 { failures += 1 }
          let next = try start(path, mode)
          next.waitUntilExit()
          #expect(next.terminationStatus == 0, "\(mode), \(call) \(number)\(suffix)")
          #expect(try await ran(path) == Self.tribes, "\(mode), \(call) \(number)\(suffix)")
          cases += 1
          number += 2 * Self.share
        }
      }
    }
    print("failing system calls, \(mode), \(error): \(cases) cases, \(failures) runs that failed")
    #expect(failures > 2)
  }

  /// Reverts in a copy of a migrated database under `strace`, and checks what that leaves and that the next process
  /// completes the revert or migrates again; returns how the process ended.
  private func revert(_ start: String, _ mode: String, _ name: String, goesOn: Bool, inject: String) async throws
    -> Process
  {
    let place = folder.path(name)
    try FileManager.default.copyItem(atPath: start, toPath: place)
    let path = place + "/n.sqlite"
    let strace = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=" + inject]
    let victim = try self.start(path, mode, ledger: "revert", under: strace)
    victim.waitUntilExit()
    // The last ones were undone.
    let (old, found) = (Array(Self.tribes.prefix(5)), try await ran(path))
    #expect(found.count >= old.count && found == Array(Self.tribes.prefix(found.count)), "\(name)")
    let done = try await GRDBLedger(try DatabaseQueue(path: path)).history().finished.filter {
      $0.key != "version:1.4.5"
    }
    #expect(done.map(\.name) == found, "\(name)")
    let next = try self.start(path, mode, ledger: goesOn ? "revert" : "database")
    next.waitUntilExit()
    #expect(next.terminationStatus == 0, "\(name)")
    #expect(try await ran(path) == (goesOn ? old : Self.tribes), "\(name)")
    return victim
  }

  /// Makes a migrated database, and returns its folder.
  private func migrated(_ mode: String) throws -> String {
    let start = folder.path("migrated-\(mode)")
    try FileManager.default.createDirectory(atPath: start, withIntermediateDirectories: true)
    let first = try self.start(start + "/n.sqlite", mode)
    first.waitUntilExit()
    try #require(first.terminationStatus == 0)
    return start
  }

  @Test(
    "Each tribe is undone exactly once, or runs again exactly once, when the process is killed while it reverts",
    arguments: ["wal", "delete"]
  )
  func killedWhileReverting(mode: String) async throws {
    let start = try migrated(mode)
    var (cases, kills) = (0, 0)
    for call in Self.calls {
      var number = 1
      while true {
        let (name, inject) = ("killed-\(mode)-\(call)-\(number)", "\(call):signal=SIGKILL:when=\(number)")
        let victim = try await revert(start, mode, name, goesOn: number % 2 == 1, inject: inject)
        cases += 1
        guard victim.terminationReason == .uncaughtSignal || victim.terminationStatus > 128 else { break }
        kills += 1
        number += max(1, Self.share / 2 - 1)
      }
    }
    print("killed while it reverts, \(mode): \(cases) cases, \(kills) kills")
    #expect(kills > 10)
  }

  @Test(
    "Each tribe is undone exactly once, or runs again exactly once, when a system call fails while it reverts",
    arguments: ["wal", "delete"],
    ["EIO", "ENOSPC"]
  )
  func failingWhileReverting(mode: String, error: String) async throws {
    let start = try migrated(mode)
    var (cases, failures) = (0, 0)
    for call in Self.calls + ["pread64", "fsync"] where !["flock", "fcntl", "write"].contains(call) {
      for suffix in ["", "+"] {
        for number in stride(from: 1, to: Self.share == 1 ? 200 : 40, by: max(1, Self.share * 3 / 2)) {
          let (name, inject) = (
            "\(mode)-\(call)-\(error)-\(number)\(suffix)", "\(call):error=\(error):when=\(number)\(suffix)"
          )
          let run = try await revert(start, mode, name, goesOn: cases % 2 == 0, inject: inject)
          if run.terminationStatus != 0 { failures += 1 }
          cases += 1
        }
      }
    }
    print("failing system calls while it reverts, \(mode), \(error): \(cases) cases, \(failures) reverts that failed")
    #expect(failures > 2)
  }

  @Test("No tribe runs again when the process is killed while it moves the ledger", arguments: ["wal", "delete"])
  func killedWhileMoving(mode: String) async throws {
    let start = folder.path("start-\(mode)")
    try FileManager.default.createDirectory(atPath: start, withIntermediateDirectories: true)
    let first = try self.start(start + "/n.sqlite", mode, ledger: "file")
    first.waitUntilExit()
    try #require(first.terminationStatus == 0)
    var (cases, kills) = (0, 0)
    for call in Self.calls + ["rename", "fsync"] {
      var number = 1
      while true {
        let place = folder.path("moving-\(mode)-\(call)-\(number)")
        try FileManager.default.copyItem(atPath: start, toPath: place)
        let inject = "inject=\(call):signal=SIGKILL:when=\(number)"
        let victim = try self.start(
          place + "/n.sqlite",
          mode,
          ledger: "move",
          under: ["strace", "-f", "-qq", "-o", "/dev/null", "-e", inject]
        )
        victim.waitUntilExit()
        let next = try self.start(place + "/n.sqlite", mode, ledger: "move")
        next.waitUntilExit()
        #expect(next.terminationStatus == 0, "\(mode), \(call) \(number)")
        #expect(try await ran(place + "/n.sqlite") == Self.tribes, "\(mode), \(call) \(number)")
        cases += 1
        guard victim.terminationReason == .uncaughtSignal || victim.terminationStatus > 128 else { break }
        kills += 1
        number += max(1, Self.share / 4)
      }
    }
    print("killed while a ledger is moved, \(mode): \(cases) cases, \(kills) kills")
    #expect(kills > 10)
  }

  @Test("Many processes that start together run each tribe once", arguments: ["wal", "delete"])
  func many(mode: String) async throws {
    let (rounds, crowd) = Self.share == 1 ? (50, 32) : (2, 8)
    for round in 0..<rounds {
      let path = folder.path("many-\(mode)-\(round).sqlite")
      let processes = try (0..<crowd).map { _ in try start(path, mode) }
      for process in processes {
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
      }
      #expect(try await ran(path) == Self.tribes)
    }
  }
}
