import Foundation

/// A folder that is removed with its last reference.
final class TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("nomad-grdb-\(UUID().uuidString)")

  init() {
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}

/// Returns the path of an executable that was built with the tests.
func builtProduct(_ name: String) -> URL {
  let bundle = Bundle.main.bundleURL
  let tests = bundle.pathExtension == "xctest" ? bundle : URL(fileURLWithPath: CommandLine.arguments[0])
  return tests.deletingLastPathComponent().appendingPathComponent(name)
}
