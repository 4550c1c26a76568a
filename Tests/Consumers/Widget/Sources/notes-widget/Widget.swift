import Foundation
import Nomad
import NotesKit

/// `notes-widget [SECONDS]`: prints the notes, or that the app has to be opened first.
@main enum Widget {
  static func main() async {
    let patience = CommandLine.arguments.dropFirst().first.flatMap(Int.init)
    do {
      try await Nomad.app.waitUntilMigrated(until: patience.map { .now + .seconds($0) }) { event in
        if case .waiting = event { say("waiting") }
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
}
