import Foundation
import Nomad

/// Version 1.1 keeps each note in a file of its own.
struct SplitNotes: Tribe {
  static let target: TribeTarget = .dotted("1.1")
  @TribeDependency private var folder: NotesFolder

  func migrate() async throws {
    // The old file is removed last. If it is missing, an earlier attempt finished the work.
    guard let lines = try folder.lines(of: folder.oldNotes) else { return }
    for (number, line) in lines.enumerated() {
      if number == lines.count / 2 { try folder.stumble(at: Self.target) }
      try Note(text: String(line)).write(to: folder.notes.appendingPathComponent("\(number + 1).json"))
    }
    try FileManager.default.removeItem(at: folder.oldNotes)
  }
}
