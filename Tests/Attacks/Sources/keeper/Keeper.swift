import Foundation
import Nomad
import NomadSnapshots

/// Migrates the notes in a folder with a snapshot, or restores the first snapshot.
///
///     keeper FOLDER migrate
///     keeper FOLDER restore
///
/// The exit code is 0 if that succeeded, and 3 if it stopped with an error, which it prints.
@main
enum Keeper {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { exit(6) }
    let folder = URL(fileURLWithPath: arguments[1])
    let nomad = Nomad(
      registry(folder),
      ledger: .file(at: folder.appendingPathComponent("nomad.ledger")),
      currentVersion: .exactly("2.0.0"),
      policy: MigrationPolicy(
        MigrationPolicy(quarantine: .never),
        snapshot: .before([
          .folder(folder.appendingPathComponent("notes")), .file(folder.appendingPathComponent("settings.json")),
        ])
      )
    )
    do {
      if arguments[2] == "migrate" {
        try await nomad.migrate()
      } else if let snapshot = try nomad.snapshots().first {
        try await nomad.restore(snapshot)
      }
    } catch {
      print(error)
      exit(3)
    }
  }

  /// Two tribes that change every file, remove one and add one.
  private static func registry(_ folder: URL) -> TribeRegistry {
    let notes = folder.appendingPathComponent("notes")
    return TribeRegistry(_module: "Keeper") { tribes in
      for (version, file) in [
        ("1.0.0", notes.appendingPathComponent("1.txt")), ("2.0.0", folder.appendingPathComponent("settings.json")),
      ] {
        let target = TribeTarget.literal(version)
        guard let order = try? target.position() else { exit(5) }
        tribes.add("Tribe_\(version)", target: target, position: order) {
          try Data("of \(version)".utf8).write(to: file)
          try? FileManager.default.removeItem(at: notes.appendingPathComponent("drafts/2.txt"))
          try Data("new".utf8).write(to: notes.appendingPathComponent("new.txt"))
        }
      }
    }
  }
}
