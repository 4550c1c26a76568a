import Foundation
import Nomad

/// Version 2.4.0 stores the day on which a note was written; earlier versions put it at the start of the text.
///
/// With many notes this takes long, so the tribe reports its progress, and continues from its last checkpoint.
struct DateNotes: Tribe {
  static let target: TribeTarget = .literal("2.4.0")
  @TribeDependency private var folder: NotesFolder

  func migrate() async throws {
    let attempt = TribeAttempt.current
    let files = try folder.noteFiles()
    let done = try attempt?.checkpoint("done", as: Int.self) ?? 0
    for number in done..<max(done, files.count) {
      if number == files.count / 2 { try folder.stumble(at: Self.target) }
      try Self.date(files[number])
      try await attempt?.save(number + 1, as: "done")
      attempt?.report(number + 1, of: files.count)
    }
  }

  private static func date(_ file: URL) throws {
    var note = try Note(contentsOf: file)
    let day = note.text.prefix { $0 != " " }
    let date = ISO8601DateFormatter().date(from: "\(day)T00:00:00Z")
    guard note.written == nil, let date else { return }
    note.written = date
    note.text = String(note.text.dropFirst(day.count + 1))
    try note.write(to: file)
  }
}
