import Foundation
import Nomad

/// Version 2.4.0 knows when a note was written; until then the day stood at the start of its text.
struct DateNotes: Tribe {
  static let target: TribeTarget = .literal("2.4.0")

  func migrate() throws {
    let folder = try NotesFolder.toMigrate()
    let files = try folder.noteFiles()
    for (number, file) in files.enumerated() {
      if number == files.count / 2 { try folder.stumble(at: Self.target) }
      var note = try Note(contentsOf: file)
      let day = note.text.prefix { $0 != " " }
      let date = ISO8601DateFormatter().date(from: "\(day)T00:00:00Z")
      guard note.written == nil, let date else { continue }
      note.written = date
      note.text = String(note.text.dropFirst(day.count + 1))
      try note.write(to: file)
    }
  }
}
