import Foundation
import Nomad
import Testing

@Suite("A process that is killed while it takes or restores a snapshot", .serialized)
struct SnapshotKillTests {
  /// The system calls that read and write files.
  private static let kinds: Set = [
    "openat", "read", "write", "pwrite64", "close", "fstat", "newfstatat", "lstat", "stat", "flock", "ftruncate",
    "fsync", "fdatasync", "fallocate", "fchown", "fchmod", "chmod", "fchmodat", "utimensat", "flistxattr", "fgetxattr",
    "fsetxattr", "getdents64", "readlink", "readlinkat", "symlink", "symlinkat", "ioctl", "fcntl", "rename", "renameat",
    "renameat2", "unlink", "unlinkat", "mkdir", "mkdirat", "rmdir", "syncfs", "fstatfs",
  ]

  /// Kills a keeper at every system call, starting with the first that touches the folder, and checks the remaining
  /// files.
  private func sweep(
    _ attack: String,
    _ verb: String,
    from start: KeeperAttempt,
    share: Int,
    _ check: (KeeperAttempt) async throws -> [String]
  ) async throws {
    var tally = Tally()
    for (kind, calls) in try counts(verb, from: start) {
      for call in calls where isThorough || call == calls.lowerBound || call % share == 0 {
        let keeper = try KeeperAttempt(from: start)
        let command = strace(keeper, "trace=\(kind)", "inject=\(kind):signal=KILL:when=\(call)")
        let isHit = try keeper.run(verb, under: command).terminationStatus != 0
        do {
          tally.count("\(kind) \(call)", hit: isHit, try await check(keeper))
        } catch {
          tally.count("\(kind) \(call)", hit: isHit, ["\(error)"])
        }
      }
    }
    tally.report(attack, hits: "deaths")
    #expect(tally.cases > 50 && tally.hits > tally.cases * 9 / 10)
  }

  private func strace(_ keeper: KeeperAttempt, _ options: String...) -> [String] {
    ["/usr/bin/strace", "-f", "-qq", "-o", keeper.attempt.trace.path] + options.flatMap { ["-e", $0] }
  }

  /// Returns the calls of each kind in an undisturbed run, starting with the first that names the folder.
  ///
  /// The numbers are those of the working thread, because `strace` counts in each thread.
  private func counts(_ verb: String, from start: KeeperAttempt) throws -> [(String, ClosedRange<Int>)] {
    let keeper = try KeeperAttempt(from: start)
    let process = try keeper.run(verb, under: strace(keeper, "trace=all"))
    guard process.terminationStatus == 0 else { throw SystemCalls.Disturbed() }
    var counts: [String: [Substring: Int]] = [:]
    var first: [String: [Substring: Int]] = [:]
    var hasBegun: Set<Substring> = []
    for line in try String(contentsOf: keeper.attempt.trace, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ", omittingEmptySubsequences: true)
      guard words.count > 1, let kind = words[1].split(separator: "(").first.map(String.init) else { continue }
      if kind != "execve", line.contains(keeper.attempt.folder.path + "/") { hasBegun.insert(words[0]) }
      guard Self.kinds.contains(kind) else { continue }
      counts[kind, default: [:]][words[0], default: 0] += 1
      if hasBegun.contains(words[0]), first[kind]?[words[0]] == nil {
        first[kind, default: [:]][words[0]] = counts[kind]?[words[0]]
      }
    }
    return first.sorted { $0.key < $1.key }.compactMap { kind, threads in
      guard let low = threads.values.min(), let high = threads.keys.compactMap({ counts[kind]?[$0] }).max() else {
        return nil
      }
      return (kind, low...max(low, high))
    }
  }

  @Test("No tribe runs before the snapshot is complete, and the snapshot contains the old data")
  func taking() async throws {
    let start = try KeeperAttempt()
    let old = try await start.state()
    let undisturbed = try KeeperAttempt(from: start)
    try #require(undisturbed.run("migrate").terminationStatus == 0)
    let new = try await undisturbed.state()
    try await sweep("killed while taking a snapshot", "migrate", from: start, share: 8) { keeper in
      var violations: [String] = []
      let (left, snapshots) = (try await keeper.state(), try keeper.migrator.snapshots())
      if snapshots.isEmpty, left != old { violations.append("a tribe ran without a snapshot") }
      if try keeper.run("migrate").terminationStatus != 0 { violations.append("the next run failed") }
      if try await keeper.state() != new { violations.append("the next run leaves \(try await keeper.state())") }
      guard let snapshot = try keeper.migrator.snapshots().first else { return violations + ["there is no snapshot"] }
      try await keeper.migrator.restore(snapshot)
      if try await keeper.state() != old { violations.append("restored: \(try await keeper.state())") }
      return violations
    }
  }

  @Test("The next start after a killed restore finds the old or the new data and ledger, never a mixture")
  func restoring() async throws {
    let start = try KeeperAttempt()
    let old = try await start.state()
    try #require(start.run("migrate").terminationStatus == 0)
    let new = try await start.state()
    var ends = (old: 0, new: 0)
    try await sweep("killed while restoring a snapshot", "restore", from: start, share: 8) { keeper in
      // A killed process may leave replaced data, which the next snapshot or restore removes.
      func data() async throws -> [String] { try await keeper.state().filter { !$0.hasPrefix(".nomad-") } }
      let (left, isUnfinished) = (try await data(), await isUnfinished(keeper))
      if !isUnfinished, left != new, left != old {
        return ["it is a mixture, and nobody knows: \(left)"]
      }
      try await keeper.migrator.migrate()
      let end = try await data()
      if end == old { ends.old += 1 } else if end == new { ends.new += 1 } else { return ["a mixture: \(end)"] }
      // The interrupted restore does not prevent another one.
      if let snapshot = try keeper.migrator.snapshots().first { try await keeper.migrator.restore(snapshot) }
      return try await keeper.state() == old ? [] : ["the next restore leaves \(try await keeper.state())"]
    }
    print("killed while restoring a snapshot: \(ends.old) ended with the restored data, \(ends.new) as before")
    #expect(ends.old > 0 && ends.new > 0)
  }

  /// Returns whether a plan reports an interrupted restore.
  private func isUnfinished(_ keeper: KeeperAttempt) async -> Bool {
    do throws(NomadError) { _ = try await keeper.migrator.plan() } catch { return error.code == .restoreUnfinished }
    return false
  }
}
