import Foundation
import Testing

/// The built demo, run as a process of its own.
struct CaravanProcess {
  let status: Int32
  let output: String
  let error: String

  /// Runs it to its end.
  init(_ arguments: String...) throws {
    let executable = try #require(Self.executable, "caravan is not beside the tests")
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    // Files, as a pipe that nobody reads yet can fill up.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("caravan-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (outputURL, errorURL) = (folder.appendingPathComponent("out"), folder.appendingPathComponent("err"))
    try Data().write(to: outputURL)
    try Data().write(to: errorURL)
    process.standardOutput = try FileHandle(forWritingTo: outputURL)
    process.standardError = try FileHandle(forWritingTo: errorURL)
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    output = try String(contentsOf: outputURL, encoding: .utf8)
    error = try String(contentsOf: errorURL, encoding: .utf8)
  }

  /// What each start ran, in order.
  var starts: [String] {
    output.split(separator: "\n").filter { $0.hasPrefix("Done: ") }.map(String.init)
  }

  private static var executable: URL? {
    let bundles = Bundle.allBundles.map(\.bundleURL)
    let folders =
      bundles + bundles.map { $0.deletingLastPathComponent() } + [
        URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
      ]
    return folders.map { $0.appendingPathComponent("caravan") }
      .first { url in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && !isFolder.boolValue
      }
  }
}
