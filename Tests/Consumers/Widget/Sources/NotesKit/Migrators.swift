import Foundation
public import Nomad
import NomadSnapshots

extension Nomad {
  /// The migrator of the app.
  public static var app: Nomad { notes(.migrator) }

  /// The migrator of the widget.
  public static var widget: Nomad { notes(.observer) }

  /// Returns the migrator of a role: both have the same ledger, version and policy.
  private static func notes(_ role: MigrationRole) -> Nomad {
    let folder = NotesFolder.shared
    return Nomad(
      .generated,
      ledger: .file(at: folder.ledger),
      currentVersion: .exactly(ProcessInfo.processInfo.environment["NOTES_VERSION"] ?? version),
      policy: MigrationPolicy(snapshot: .before([.folder(folder.notes)])),
      role: role
    )
  }

  #if RELEASE_2
    private static let version = "2.0.0"
  #else
    private static let version = "3.0.0"
  #endif
}
