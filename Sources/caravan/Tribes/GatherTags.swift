import Foundation
import Nomad

/// Version 2.0.0 stores a note's tags separately from its text.
struct GatherTags: Tribe {
  static let target: TribeTarget = .literal("2.0.0")
  @TribeDependency private var folder: NotesFolder

  func migrate() async throws {
    let files = try folder.noteFiles()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for file in files.prefix(files.count / 2) { group.addTask { try Self.gather(in: file) } }
      try await group.waitForAll()
      try folder.stumble(at: Self.target)
      for file in files.dropFirst(files.count / 2) { group.addTask { try Self.gather(in: file) } }
      try await group.waitForAll()
    }
  }

  private static func gather(in file: URL) throws {
    var note = try Note(contentsOf: file)
    guard note.tags == nil else { return }
    let words = note.text.split(separator: " ")
    note.tags = words.filter { $0.hasPrefix("#") }.map { String($0.dropFirst()) }
    note.text = words.filter { !$0.hasPrefix("#") }.joined(separator: " ")
    try note.write(to: file)
  }
}
