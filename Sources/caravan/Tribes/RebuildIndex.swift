import Foundation
import Nomad

/// Rebuilds the index by tag from all notes at every start.
struct RebuildIndex: Tribe {
  static let target: TribeTarget = .always
  @TribeDependency private var folder: NotesFolder

  func migrate() async throws {
    var index: [String: [String]] = [:]
    for file in try folder.noteFiles() {
      let note = try Note(contentsOf: file)
      for tag in note.tags ?? [] { index[tag, default: []].append(note.id ?? "") }
    }
    try JSONFile.write(index, to: folder.index)
  }
}
