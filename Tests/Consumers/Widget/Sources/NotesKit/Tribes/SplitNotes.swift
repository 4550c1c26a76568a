import Nomad

/// Gives each note a file.
struct SplitNotes: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  static let readableSince: TribeVersion? = "2.0.0"

  func migrate() async throws {
    let folder = NotesFolder.shared
    guard let all = try folder.read("all.txt") else { return }
    for (number, text) in all.split(separator: "\n").enumerated() {
      try folder.write(String(text), to: "note-\(number).txt")
      if number == 0 { try await Pause.here() }
    }
    try folder.remove("all.txt")
  }
}
