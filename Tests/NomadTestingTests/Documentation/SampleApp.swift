import Foundation
import Nomad

// The app of the samples in the article on testing. The article shows parts of this file.

struct NotesFolder: Sendable {
  /// The app's folder, which tests replace.
  @TaskLocal static var current = NotesFolder(url: URL(fileURLWithPath: NSHomeDirectory() + "/Documents/notes"))

  let url: URL
}

struct SplitNotes: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  static let readableSince: TribeVersion? = "2.0.0"

  func migrate() async throws {
    let notes = NotesFolder.current
    // If the notes are split already, and only the record is missing, nothing is left to do.
    guard let all = try notes.read("all.txt") else { return }
    for (number, text) in all.split(separator: "\n").enumerated() {
      try notes.write(String(text), to: "note-\(number).txt")
    }
    try notes.remove("all.txt")
  }
}

struct ShoutNotes: Tribe {
  static let target: TribeTarget = .literal("3.0.0")
  static let readableSince: TribeVersion? = "2.0.0"

  func migrate() async throws {
    let notes = NotesFolder.current
    for (name, text) in try notes.contents { try notes.write(text.uppercased(), to: name) }
  }
}

extension TribeRegistry {
  /// A registry like the one that the build generates.
  static let generated = TribeRegistry(_module: "App") { tribes in
    tribes.add("SplitNotes", target: SplitNotes.target, position: .version(TribeVersion([2]))) {
      try await SplitNotes().migrate()
    }
    tribes.readable(since: SplitNotes.readableSince)
    tribes.add("ShoutNotes", target: ShoutNotes.target, position: .version(TribeVersion([3]))) {
      try await ShoutNotes().migrate()
    }
    tribes.readable(since: ShoutNotes.readableSince)
  }
}
