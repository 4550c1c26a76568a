import Foundation
import Nomad
import NomadSnapshots

/// Measures a snapshot of 10,000 small files, and its restore, against `cp -a` and `sync`.
///
///     snapshot-benchmark FOLDER
@main
enum SnapshotBenchmark {
  private static let count = 10_000

  static func main() async throws {
    let folder = URL(fileURLWithPath: CommandLine.arguments[1]).appendingPathComponent("nomad-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let notes = folder.appendingPathComponent("notes")
    for number in 0..<count {
      let inner = notes.appendingPathComponent("\(number % 100)")
      if number < 100 { try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true) }
      try Data(repeating: 120, count: 100 + number % 1_000).write(to: inner.appendingPathComponent("\(number).txt"))
    }
    var (copies, snapshots, restores): ([Duration], [Duration], [Duration]) = ([], [], [])
    // Each round does all three, so that a slow time of the machine slows all of them.
    for round in 0..<5 {
      try run("sync")
      copies.append(
        try ContinuousClock().measure {
          try run("cp", "-a", notes.path, folder.appendingPathComponent("copy").path)
          try run("sync")
        }
      )
      try FileManager.default.removeItem(at: folder.appendingPathComponent("copy"))
      let state = folder.appendingPathComponent("state-\(round)")
      let migrator = Nomad(
        try TribeRegistry([Nothing.self]),
        ledger: .file(at: state.appendingPathComponent("nomad.ledger")),
        policy: MigrationPolicy(snapshot: .before([.folder(notes)]))
      )
      try run("sync")
      snapshots.append(try await ContinuousClock().measure { try await migrator.migrate() })
      guard let snapshot = try migrator.snapshots().first else { preconditionFailure() }
      try run("sync")
      restores.append(try await ContinuousClock().measure { try await migrator.restore(snapshot) })
      try FileManager.default.removeItem(at: state)
    }
    print("cp -a and sync of \(count) files: \(text(copies))")
    print("a snapshot of them: \(text(snapshots)), \(ratio(snapshots, copies))×")
    // It takes a snapshot first, copies the files again, and removes the old ones.
    print("its restore: \(text(restores)), \(ratio(restores, copies))×")
  }

  private struct Nothing: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() async throws {}
  }

  private static func run(_ words: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    try process.run()
    process.waitUntilExit()
    precondition(process.terminationStatus == 0)
  }

  private static func ratio(_ ours: [Duration], _ theirs: [Duration]) -> String {
    (median(ours) / median(theirs)).formatted(.number.precision(.fractionLength(2)))
  }

  private static func text(_ durations: [Duration]) -> String {
    median(durations).formatted(.units(allowed: [.milliseconds], width: .narrow))
  }

  private static func median(_ durations: [Duration]) -> Duration { durations.sorted()[durations.count / 2] }
}
