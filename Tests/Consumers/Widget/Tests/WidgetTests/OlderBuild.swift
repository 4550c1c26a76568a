import Foundation
import Testing

/// The app and the widget of release 2, built from the same sources without the newer tribes.
struct OlderBuild: Sendable {
  let app: Program
  let widget: Program

  /// The build, made once.
  static let shared = Task { try await OlderBuild() }

  private init() async throws {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let scratch = package.appendingPathComponent(".build-older")
    let swift = Process()
    swift.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    swift.currentDirectoryURL = package
    swift.arguments = ["swift", "build", "--scratch-path", scratch.path, "-Xswiftc", "-DRELEASE_2"]
    let log = FileManager.default.temporaryDirectory.appendingPathComponent("widget-\(UUID().uuidString).log")
    try Data().write(to: log)
    defer { try? FileManager.default.removeItem(at: log) }
    swift.standardOutput = try FileHandle(forWritingTo: log)
    swift.standardError = swift.standardOutput
    try swift.run()
    while swift.isRunning { try await Task.sleep(for: .milliseconds(50)) }
    let said = try String(contentsOf: log, encoding: .utf8)
    try #require(swift.terminationStatus == 0, "\(said)")
    let products = scratch.appendingPathComponent("debug")
    app = Program(url: products.appendingPathComponent("notes"))
    widget = Program(url: products.appendingPathComponent("notes-widget"))
  }
}
