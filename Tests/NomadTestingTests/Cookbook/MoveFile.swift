import Foundation
import Nomad

struct DraftPlaces: Sendable {
  var old: URL
  var new: URL
}

struct MoveDrafts: Tribe {
  static let target: TribeTarget = .literal("2.0.0")

  @TribeDependency private var places: DraftPlaces

  func migrate() async throws {
    let files = FileManager.default
    // Nothing to do on a fresh install, or if the process died after the move and before its record.
    guard files.fileExists(atPath: places.old.path) else { return }
    try files.createDirectory(at: places.new.deletingLastPathComponent(), withIntermediateDirectories: true)
    try files.moveItem(at: places.old, to: places.new)
  }
}
