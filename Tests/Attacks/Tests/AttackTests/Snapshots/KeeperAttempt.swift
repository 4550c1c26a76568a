import Foundation
import Nomad
import NomadSnapshots

/// A folder with notes, in which keepers run.
struct KeeperAttempt {
  let attempt: Attempt
  static let keeper = URL(fileURLWithPath: Attempt.victim).deletingLastPathComponent()
    .appendingPathComponent("keeper").path

  /// Makes a folder with data, or a copy of another attempt's folder.
  init(from other: KeeperAttempt? = nil) throws {
    attempt = try Attempt(from: other?.attempt)
    guard other == nil else { return }
    let drafts = attempt.folder.appendingPathComponent("notes/drafts")
    try FileManager.default.createDirectory(at: drafts, withIntermediateDirectories: true)
    for (name, text) in [("notes/1.txt", "one"), ("notes/drafts/2.txt", "two"), ("settings.json", "{}")] {
      try Data(text.utf8).write(to: attempt.folder.appendingPathComponent(name))
    }
    try FileManager.default.createSymbolicLink(
      atPath: attempt.folder.appendingPathComponent("notes/latest").path,
      withDestinationPath: "1.txt"
    )
  }

  /// A migrator without tribes: it only finishes a restore.
  var migrator: Nomad {
    Nomad(
      TribeRegistry(_module: "Keeper") { _ in },
      ledger: .file(at: attempt.ledger),
      policy: MigrationPolicy(
        MigrationPolicy(newerData: .run),
        snapshot: .before([
          .folder(attempt.folder.appendingPathComponent("notes")),
          .file(attempt.folder.appendingPathComponent("settings.json")),
        ])
      )
    )
  }

  /// Runs a keeper until it ends or dies.
  func run(_ verb: String, under command: [String] = []) throws -> Process {
    let process = Process()
    let words = command + [Self.keeper, attempt.folder.path, verb]
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process
  }

  /// Returns the state that an app sees: the data, and the tribes that have run.
  func state() async throws -> [String] {
    var lines = try await migrator.ledger.history().finished.map(\.key.description)
    let root = attempt.folder
    for name in try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
    where !name.hasPrefix("nomad.ledger") && !name.hasPrefix("trace") {
      let path = root.appendingPathComponent(name).path
      let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      lines.append("\(name): \(link ?? (try? String(contentsOfFile: path, encoding: .utf8)) ?? "")")
    }
    return lines
  }
}
