import Foundation
import Nomad

/// Keeps a copy of the files of version 1.0.0, until the first version is recorded.
struct KeepOriginals: Tribe {
  static let target: TribeTarget = .first
  @TribeDependency private var folder: NotesFolder

  func migrate() async throws {
    for file in [folder.oldNotes, folder.oldSettings] {
      // An earlier run may have migrated the file already; then the copy exists, too.
      guard let data = try folder.data(of: file) else { continue }
      try FileManager.default.createDirectory(at: folder.originals, withIntermediateDirectories: true)
      try data.write(to: folder.originals.appendingPathComponent(file.lastPathComponent), options: .atomic)
    }
  }
}
