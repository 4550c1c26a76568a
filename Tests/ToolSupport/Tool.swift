package import Foundation

/// A built tool, run as a process.
package struct Tool {
  /// The exit code of a run, and its output.
  package struct Result: Sendable {
    package var code: Int32
    package var output: String
    package var error: String
  }

  package let executable: URL

  /// Finds a tool by name, in the folder of the test bundle.
  package init(_ name: String) {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let folder = bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL
    executable = folder.appendingPathComponent(name)
  }

  /// Finds a tool at the first existing path.
  package init(at paths: [String]) {
    let path = paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? paths[0]
    executable = URL(fileURLWithPath: path)
  }

  /// Runs the tool to its end, in a folder, within a time limit in seconds.
  package func run(_ arguments: [String], in folder: URL, within seconds: TimeInterval = 60) throws -> Result {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = RememberedSwiftPM.environment
    // Unlike pipes, files need no reader while the tool runs.
    let streams = FileManager.default.temporaryDirectory.appendingPathComponent("nomad-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: streams, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: streams) }
    let handles = try ["out", "err"].map { name in
      let file = streams.appendingPathComponent(name)
      try Data().write(to: file)
      return try FileHandle(forWritingTo: file)
    }
    process.standardOutput = handles[0]
    process.standardError = handles[1]
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // A tool that hangs must fail its own test, not block all tests.
    let deadline = Date().addingTimeInterval(seconds)
    while process.isRunning, Date() < deadline { usleep(2_000) }
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    let texts = try ["out", "err"].map { name in
      String(decoding: try Data(contentsOf: streams.appendingPathComponent(name)), as: UTF8.self)
    }
    return Result(code: process.terminationStatus, output: texts[0], error: texts[1])
  }
}
