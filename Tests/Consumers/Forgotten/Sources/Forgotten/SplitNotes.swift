import Foundation
import Nomad

/// Version 2.0.0 keeps a list of notes in place of one text.
struct SplitNotes: Tribe {
  static let target: TribeTarget = .literal("2.0.0")

  /// A note, as version 2.0.0 wrote it.
  private struct Note_2_0_0: Codable {
    var id: UUID
    var text: String
  }

  func migrate() async throws {
    let folder = URL(fileURLWithPath: "data")
    let old = folder.appendingPathComponent("notes.txt")
    guard FileManager.default.fileExists(atPath: old.path) else { return }
    let lines = try String(contentsOf: old, encoding: .utf8).split(separator: "\n")
    let notes = lines.map { Note_2_0_0(id: UUID(), text: String($0)) }
    try JSONEncoder().encode(notes).write(to: folder.appendingPathComponent("notes.json"), options: .atomic)
    try FileManager.default.removeItem(at: old)
  }
}
