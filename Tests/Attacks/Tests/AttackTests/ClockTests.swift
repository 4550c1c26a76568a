import Foundation
import Testing

@Suite(
  "A clock that is set ten years ahead and back",
  .serialized,
  .enabled(if: Clock.library != nil, "libfaketime has to be installed")
)
struct ClockTests {
  @Test("Clock changes and kills during and between runs do not lose, repeat or reorder tribes")
  func jumps() throws {
    var tally = Tally()
    for round in 0..<(isThorough ? 500 : 30) {
      let attempt = try Attempt()
      let clock = try Clock(in: attempt.folder)
      var violations: [String] = []
      var wasKilled = false
      for run in 0..<4 {
        // Every process starts at a different time from the end of the previous one.
        try clock.set(["+10y", "-10y", "+0"][(round + run) % 3])
        let verdict = Verdict(after: attempt)
        // First twice in the middle of a tribe, so that the order of its checkpoints matters; then at any instant.
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

/// The time of a process, which `libfaketime` reads from a file at each call.
///
/// Under this library, timers wait forever, because it shifts the time of every clock. Two processes that could wait
/// for each other therefore never run under it at the same time.
private struct Clock {
  private let file: URL

  init(in folder: URL) throws {
    file = folder.appendingPathComponent("clock")
  }

  /// Sets the time, relative to the real one.
  func set(_ time: String) throws {
    try Data("\(time)\n".utf8).write(to: file)
  }

  /// Returns the command that runs a process under the clock, and kills it after some real time.
  ///
  /// Setting a device's clock does not change the monotonic clock, which the system uses to wait. The options are in
  /// the environment, because a Swift process does not find its arguments under this library.
  func command(killingAfter seconds: Double, _ option: String = "padding=0") -> [String] {
    [
      "/usr/bin/timeout", "--foreground", "-s", "KILL", "\(seconds)", "/usr/bin/env",
      "LD_PRELOAD=\(Self.library ?? "")", "FAKETIME_TIMESTAMP_FILE=\(file.path)", "FAKETIME_NO_CACHE=1",
      "FAKETIME_DONT_FAKE_MONOTONIC=1",
      "NOMAD_VICTIM=\(file.deletingLastPathComponent().path)\nclock=\(file.path)\n\(option)",
    ]
  }

  /// The path of the library on Debian.
  static let library = ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu/faketime/libfaketimeMT.so.1" }.first {
    FileManager.default.fileExists(atPath: $0)
  }

  /// Returns the years of a ledger's records.
  static func years(in ledger: URL) throws -> [Int] {
    try String(contentsOf: ledger, encoding: .utf8).split(separator: "\n").flatMap { line in
      line.split(separator: "\t").filter { $0.count == 24 && $0.hasSuffix("Z") }.compactMap { Int($0.prefix(4)) }
    }
  }

  /// Removes the shared memory that the library made for killed processes.
  ///
  /// The library would refuse to work in a process with the same number.
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
