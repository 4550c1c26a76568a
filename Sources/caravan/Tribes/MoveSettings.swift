import Foundation
import Nomad

/// Moves the settings to a JSON file.
///
/// No version of the app depends on the move, so the tribe has an id instead of a version.
struct MoveSettings: Tribe {
  static let target: TribeTarget = .once("2026-11-move-settings")
  @TribeDependency private var folder: NotesFolder

  func migrate() async throws {
    guard let lines = try folder.lines(of: folder.oldSettings) else { return }
    var settings: [String: String] = [:]
    for line in lines {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { settings[String(parts[0])] = String(parts[1]) }
    }
    try JSONFile.write(settings, to: folder.settings)
    try FileManager.default.removeItem(at: folder.oldSettings)
  }
}
