import Foundation
import Nomad
import Testing

@Suite("A killed or failing revert", .serialized)
struct RevertTests {
  /// Runs the program that migrates and reverts, and returns how it ended.
  private func run(_ attempt: Attempt, _ mode: String..., under command: [String] = []) throws -> Process {
    let process = Process()
    let product = URL(fileURLWithPath: Attempt.victim).deletingLastPathComponent().appendingPathComponent("returner")
      .path
    let words = command + [product, attempt.folder.path] + mode
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process
  }

  /// The files of the tribes.
  private func files(_ attempt: Attempt) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: attempt.folder.path)
      .filter { $0.hasPrefix("half-") || $0.hasPrefix("part-") }.sorted()
  }

  /// Returns the violated rules after an attack on a revert.
  private func violations(in attempt: Attempt, goesOn: Bool) throws -> [String] {
    var violations: [String] = []
    let (files, acknowledged) = (try files(attempt), attempt.lines("acknowledged"))
    let history = try FileLedger.file(at: attempt.ledger).history()
    let keys = (1...4).map { LedgerKey("version:\($0).0.0") } + ["once:5"]
    for (number, key) in zip(1..., keys) {
      let hasFile = files.contains("part-\(number)")
      if history.isDone(key), !hasFile { violations.append("\(key) is done, and its file is gone") }
      if acknowledged.contains("Part\(number)"),
        history.isDone(key) || files.contains(where: { $0.hasSuffix("-\(number)") })
      {
        violations.append("\(key) was acknowledged as reverted, and is still there")
      }
      if history.isDone(key) || history.records.last(where: { $0.key == key })?.kind != .forgotten { continue }
      if files.contains(where: { $0.hasSuffix("-\(number)") }) {
        violations.append("\(key) is forgotten, and its file is there")
      }
    }
    let next = goesOn ? try run(attempt, "revert") : try run(attempt)
    if next.terminationStatus != 0 { violations.append("the undisturbed run ended with \(next.terminationStatus)") }
    let expected = (1...(goesOn ? 2 : 5)).map { "part-\($0)" }
    let left = try self.files(attempt)
    if left != expected { violations.append("the files are \(left)") }
    return violations
  }

  /// Attacks one system call after the other of a revert.
  private func sweep(_ name: String, share: Int, least: (Int) -> Int, _ faults: (Int) -> [String]) throws {
    let start = try Attempt()
    try #require(try run(start).terminationStatus == 0)
    let traced = try Attempt(from: start)
    try #require(try run(traced, "revert", under: traced.strace("trace=all")).terminationStatus == 0)
    var tally = Tally()
    for (kind, count) in try SystemCalls.counts(tracedIn: traced) {
      for call in 1...count where isThorough || call == 1 || call % share == 0 {
        for fault in faults(call) {
          for goesOn in [true, false] {
            let attempt = try Attempt(from: start)
            let attacked = try run(
              attempt,
              "revert",
              under: attempt.strace("trace=\(kind)", "inject=\(kind):\(fault)")
            )
            let violations = try violations(in: attempt, goesOn: goesOn)
            tally.count("\(kind) \(fault)", hit: attacked.terminationStatus != 0, violations)
          }
        }
      }
    }
    tally.report(name, hits: "that hit")
    #expect(tally.hits >= least(tally.cases))
  }

  @Test("After a kill at any system call, each tribe is done, begun or undone, and the next revert or run completes it")
  func killed() throws {
    try sweep("reverts killed at a system call", share: 4, least: { $0 * 9 / 10 }) { ["signal=KILL:when=\($0)"] }
  }

  @Test("After a system call fails, once or from then on, nothing is lost either")
  func failing() throws {
    try sweep("failing system calls of reverts", share: 13, least: { $0 / 4 }) { failures(at: $0) }
  }

  @Test("After kills at random instants, nothing is lost either")
  func random() throws {
    var random = SystemRandomNumberGenerator()
    let start = try Attempt(onDisk: true)
    try #require(try run(start).terminationStatus == 0)
    // Optimized code is much faster, and load slows it down at times, so the pause follows what it meets.
    let undisturbed = try Attempt(from: start, onDisk: true)
    var longest = try ContinuousClock().measure { _ = try run(undisturbed, "revert") } / .microseconds(1)
    let wanted = isThorough ? 1_000 : 30
    var (kills, rounds, held) = (0, 0, 0)
    while kills < wanted {
      rounds += 1
      let attempt = try Attempt(from: start, onDisk: true)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Attempt.victim).deletingLastPathComponent()
        .appendingPathComponent("returner")
      process.arguments = [attempt.folder.path, "revert"]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      usleep(UInt32(.random(in: 0...longest, using: &random)))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let wasKilled = process.terminationReason == .uncaughtSignal
      kills += wasKilled ? 1 : 0
      longest *= wasKilled ? 1.1 : 0.8
      let violations = try violations(in: attempt, goesOn: rounds % 2 == 0)
      if violations.isEmpty { held += 1 } else { Issue.record("\(violations)") }
    }
    print("reverts killed at random: \(kills) kills of \(rounds), \(held) held")
  }
}
