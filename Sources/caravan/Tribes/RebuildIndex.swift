import Foundation
import Nomad

/// The index by tag is made anew at every start, from whatever notes there are.
struct RebuildIndex: Tribe {
  static let target: TribeTarget = .always

  func migrate() async throws {
    let folder = try NotesFolder.toMigrate()
    var index: [String: [String]] = [:]
    for file in try folder.noteFiles() {
      let note = try Note(contentsOf: file)
      for tag in note.tags ?? [] { index[tag, default: []].append(note.id ?? "") }
    }
    try JSONFile.write(index, to: folder.index)
  }
}
