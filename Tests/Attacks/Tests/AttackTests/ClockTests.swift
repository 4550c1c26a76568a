import Foundation
import Testing

@Suite(
  "A clock that is set ten years ahead and back",
  .serialized,
  .enabled(if: Clock.library != nil, "libfaketime has to be installed")
)
struct ClockTests {
  @Test("In the middle of runs and between them, with kills: nothing is lost, repeated, or in another order")
  func jumps() throws {
    var tally = Tally()
    for round in 0..<(isThorough ? 500 : 30) {
      let attempt = try Attempt()
      let clock = try Clock(in: attempt.folder)
      var violations: [String] = []
      var wasKilled = false
      for run in 0..<4 {
        // Every process starts at another time than the one before it ended at.
        try clock.set(["+10y", "-10y", "+0"][(round + run) % 3])
        let verdict = Verdict(after: attempt)
        // Twice in the middle of a tribe, so that of what it saved it matters which was later; then at any instant.
        let command =
          run < 2
          ? clock.command(killingAfter: 60, "dies=Tribe_5") : clock.command(killingAfter: .random(in: 0.005...0.03))
        let process = try attempt.run(under: command)
        wasKilled = wasKilled || process.terminationReason == .uncaughtSignal || process.terminationStatus == 137
        violations += verdict.reruns(in: attempt)
        try Clock.sweep()
      }
      let verdict = Verdict(after: attempt)
      let status = try attempt.run(under: clock.command(killingAfter: 60)).terminationStatus
      violations += verdict.violations(in: attempt, status: status)
      let years = try Clock.years(in: attempt.ledger)
      let isFarApart = (years.max() ?? 0) - (years.min() ?? 0) >= 19
      tally.count("round \(round)", hit: isFarApart && wasKilled, violations)
    }
    tally.report("a clock that is set", hits: "with kills and 20 years in a ledger")
    #expect(tally.hits == tally.cases)
  }
}

/// The time of a process, as `libfaketime` reads it from a file each time it is asked for.
///
/// What waits for a timer waits for ever under this library, as it shifts those of every clock. So no two processes
/// are under it at once, of which one would wait.
private struct Clock {
  private let file: URL

  init(in folder: URL) throws {
    file = folder.appendingPathComponent("clock")
  }

  /// Sets it, relative to the real time.
  func set(_ time: String) throws {
    try Data("\(time)\n".utf8).write(to: file)
  }

  /// What puts a process under the clock, and kills it after some time of the real one.
  ///
  /// Who sets a device's clock does not touch the monotonic one, which the system waits by. The options are in the
  /// environment, because under this library a Swift process does not find its arguments.
  func command(killingAfter seconds: Double, _ option: String = "padding=0") -> [String] {
    [
      "/usr/bin/timeout", "--foreground", "-s", "KILL", "\(seconds)", "/usr/bin/env",
      "LD_PRELOAD=\(Self.library ?? "")", "FAKETIME_TIMESTAMP_FILE=\(file.path)", "FAKETIME_NO_CACHE=1",
      "FAKETIME_DONT_FAKE_MONOTONIC=1",
      "NOMAD_VICTIM=\(file.deletingLastPathComponent().path)\nclock=\(file.path)\n\(option)",
    ]
  }

  /// Where Debian has the library.
  static let library = ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu/faketime/libfaketimeMT.so.1" }.first {
    FileManager.default.fileExists(atPath: $0)
  }

  /// The years of the records of a ledger.
  static func years(in ledger: URL) throws -> [Int] {
    try String(contentsOf: ledger, encoding: .utf8).split(separator: "\n").flatMap { line in
      line.split(separator: "\t").filter { $0.count == 24 && $0.hasSuffix("Z") }.compactMap { Int($0.prefix(4)) }
    }
  }

  /// Removes the shared memory that the library made for processes that were killed.
  ///
  /// It would refuse to work in one that gets the same number.
  static func sweep() throws {
    let memory = "/dev/shm"
    for name in try FileManager.default.contentsOfDirectory(atPath: memory) where name.contains("faketime_s") {
      guard let process = name.split(separator: "_").last,
        !FileManager.default.fileExists(atPath: "/proc/\(process)")
      else { continue }
      try FileManager.default.removeItem(atPath: "\(memory)/\(name)")
    }
  }
}
