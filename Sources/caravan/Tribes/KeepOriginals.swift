import Foundation
import Nomad

/// Keeps a copy of what version 1.0.0 wrote, until the first version is recorded.
struct KeepOriginals: Tribe {
  static let target: TribeTarget = .first

  func migrate() async throws {
    let folder = try NotesFolder.toMigrate()
    for file in [folder.oldNotes, folder.oldSettings] {
      // A run before this one may have migrated the file already; then the copy is there, too.
      guard let data = try folder.data(of: file) else { continue }
      try FileManager.default.createDirectory(at: folder.originals, withIntermediateDirectories: true)
      try data.write(to: folder.originals.appendingPathComponent(file.lastPathComponent), options: .atomic)
    }
  }
}
