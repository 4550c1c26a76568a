import Foundation
import Nomad
import NomadBatches

struct NoteLibrary: Sendable {
  var notes: URL
  var counts: URL
}

struct CountWords: BatchTribe {
  static let target: TribeTarget = .once("2026-12-count-words")
  static let urgency: TribeUrgency = .deferred

  @TribeDependency private var library: NoteLibrary

  func migrate(after last: String?) async throws -> String? {
    let files = FileManager.default
    // A fresh install has no notes.
    guard files.fileExists(atPath: library.notes.path) else { return nil }
    try files.createDirectory(at: library.counts, withIntermediateDirectories: true)
    let names = try files.contentsOfDirectory(atPath: library.notes.path).sorted()
    let rest = names.filter { $0 > last ?? "" }
    let batch = rest.prefix(100)
    for name in batch { try countWords(of: name) }
    TribeAttempt.current?.report(names.count - rest.count + batch.count, of: names.count)
    return batch.last
  }

  private func countWords(of name: String) throws {
    let text = try String(contentsOf: library.notes.appendingPathComponent(name), encoding: .utf8)
    let count = text.split(whereSeparator: \.isWhitespace).count
    try Data("\(count)".utf8).write(to: library.counts.appendingPathComponent(name), options: .atomic)
  }
}

/// Call this in a background task, with a deadline before the system's time ends.
func countInBackground(_ library: NoteLibrary) async throws {
  try await Nomad(.generated).providing(library).migrate(includingDeferred: true, until: .now + .seconds(25))
}
