import Foundation

/// Lets a test stop a tribe halfway, and kill the app there.
enum Pause {
  /// Waits while the file exists that the environment names.
  static func here() async throws {
    guard let path = ProcessInfo.processInfo.environment["NOTES_PAUSE"] else { return }
    guard FileManager.default.fileExists(atPath: path) else { return }
    say("paused")
    while FileManager.default.fileExists(atPath: path) { try await Task.sleep(for: .milliseconds(20)) }
  }
}
