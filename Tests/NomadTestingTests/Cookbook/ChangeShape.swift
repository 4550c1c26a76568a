import Foundation
import Nomad

/// The app's own note, which later versions change.
struct Note: Codable, Stored {
  var title: String
  var body: String
}

struct NotesFile: Sendable {
  var url: URL
}

struct SplitTitles: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  static let migrates: [Any.Type] = [Note.self]

  /// A note as versions before 3.0.0 wrote it.
  private struct OldNote: Decodable {
    var text: String
  }

  /// A note as version 3.0.0 wrote it.
  private struct NewNote: Codable {
    var title: String
    var body: String
  }

  @TribeDependency private var file: NotesFile

  func migrate() async throws {
    guard FileManager.default.fileExists(atPath: file.url.path) else { return }
    let data = try Data(contentsOf: file.url)
    do {
      let notes = try JSONDecoder().decode([OldNote].self, from: data).map { note in
        let lines = note.text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        return NewNote(title: String(lines[0]), body: lines.count > 1 ? String(lines[1]) : "")
      }
      try JSONEncoder().encode(notes).write(to: file.url, options: .atomic)
    } catch is DecodingError {
      // An interrupted attempt may have finished the work. A file of any other shape is an error.
      _ = try JSONDecoder().decode([NewNote].self, from: data)
    }
  }
}
