import Foundation
public import Nomad
import NomadSnapshots

extension Nomad {
  /// The migrator, for the app and the widget.
  public static var app: Nomad {
    let folder = NotesFolder.shared
    return Nomad(
      .generated,
      ledger: .file(at: folder.ledger),
      currentVersion: .exactly(ProcessInfo.processInfo.environment["NOTES_VERSION"] ?? version),
      policy: MigrationPolicy(snapshot: .before([.folder(folder.notes)]))
    )
  }

  #if RELEASE_2
    private static let version = "2.0.0"
  #else
    private static let version = "3.0.0"
  #endif
}
