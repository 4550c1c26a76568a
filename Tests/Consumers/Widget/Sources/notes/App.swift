import Foundation
import Nomad
import NomadSnapshots
import NotesKit

/// `notes [background | restore]`: migrates, and prints the notes.
@main enum App {
  static func main() async {
    do {
      switch CommandLine.arguments.dropFirst().first {
      case "background": try await Nomad.app.migrate(includingDeferred: true)
      case "restore": try await goBack(Nomad.app)
      default: try await Nomad.app.migrate()
      }
      try NotesFolder.shared.texts().forEach { say("note: \($0)") }
    } catch let error as NomadError {
      say("error: \(error.code)")
      exit(1)
    } catch {
      say("error: \(error)")
      exit(1)
    }
  }

  private static func goBack(_ nomad: Nomad) async throws {
    guard let snapshot = try nomad.snapshots().last(where: { $0.reason == .migration }) else { return }
    try await nomad.restore(snapshot)
  }
}
