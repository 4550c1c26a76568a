import Foundation
import Nomad

/// A sub-migration of 1.1, without an app version of its own.
///
/// Gives each note an id, and names its file after it.
struct IdentifyNotes: Tribe {
  static let target: TribeTarget = .dotted("1.1-1")
  @TribeDependency private var folder: NotesFolder

  func migrate() async throws {
    let files = try folder.noteFiles()
    for (number, file) in files.enumerated() {
      if number == files.count / 2 { try folder.stumble(at: Self.target) }
      var note = try Note(contentsOf: file)
      guard note.id == nil else { continue }
      // The id is the same each time, so that a second attempt does not write a second copy.
      let id = Self.id(of: "\(file.lastPathComponent): \(note.text)")
      note.id = id
      try note.write(to: folder.notes.appendingPathComponent("\(id).json"))
      try FileManager.default.removeItem(at: file)
    }
  }

  /// Returns an id made from the note's old name and its text by FNV-1a: at most ten hexadecimal digits.
  private static func id(of text: String) -> String {
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(String(hash, radix: 16).suffix(10))
  }
}
