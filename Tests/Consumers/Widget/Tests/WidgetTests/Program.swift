import Foundation
import Testing

/// A built program.
struct Program: Sendable {
  let url: URL

  /// The app of this build.
  static let app = Program(url: products.appendingPathComponent("notes"))

  /// The widget of this build.
  static let widget = Program(url: products.appendingPathComponent("notes-widget"))

  /// The folder of this build's programs, beside the tests.
  private static let products: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    return bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL
  }()

  /// The result of a program.
  struct Outcome: Equatable {
    let lines: [String]
    /// The exit code; nil if it was killed.
    let code: Int32?
  }

  /// Starts the program.
  func start(_ arguments: [String] = [], in home: Home, at version: String? = nil, pausing: Bool = false) throws
    -> Start
  {
    var environment = ProcessInfo.processInfo.environment
    environment["NOTES_HOME"] = home.url.path
    environment["NOTES_VERSION"] = version
    environment["NOTES_PAUSE"] = pausing ? home.pause.path : nil
    return try Start(url, arguments, environment)
  }

  /// Runs the program to its end.
  @discardableResult
  func run(_ arguments: [String] = [], in home: Home, at version: String? = nil) async throws -> Outcome {
    try await start(arguments, in: home, at: version).outcome()
  }

  /// Returns a copy of the program under another name, in another folder.
  func renamed(_ name: String, into folder: URL) throws -> Program {
    let copy = folder.appendingPathComponent(name)
    try FileManager.default.copyItem(at: url, to: copy)
    return Program(url: copy)
  }
}

/// A running program.
final class Start: Sendable {
  private let process: Process
  private let output: URL

  fileprivate init(_ url: URL, _ arguments: [String], _ environment: [String: String]) throws {
    output = FileManager.default.temporaryDirectory.appendingPathComponent("notes-output-\(UUID().uuidString)")
    try Data().write(to: output)
    process = Process()
    (process.executableURL, process.arguments, process.environment) = (url, arguments, environment)
    process.standardOutput = try FileHandle(forWritingTo: output)
    try process.run()
  }

  deinit {
    try? FileManager.default.removeItem(at: output)
  }

  private var lines: [String] {
    get throws { try String(contentsOf: output, encoding: .utf8).split(separator: "\n").map(String.init) }
  }

  var isRunning: Bool { process.isRunning }

  /// Waits until the program has printed a line.
  func prints(_ line: String) async throws {
    let end = ContinuousClock.now + .seconds(30)
    while try !lines.contains(line) {
      let printed = try lines
      try #require(process.isRunning && .now < end, "it never printed \(line), but \(printed)")
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Waits for the program's end.
  func outcome() async throws -> Program.Outcome {
    while process.isRunning { try await Task.sleep(for: .milliseconds(5)) }
    let wasKilled = process.terminationReason == .uncaughtSignal
    return Program.Outcome(lines: try lines, code: wasKilled ? nil : process.terminationStatus)
  }

  /// Kills the program as the system does, and waits for its end.
  func kill() async throws {
    #expect(try await killUnlessOver().code == nil)
  }

  /// Kills the program unless it has already ended, and waits for its end.
  @discardableResult
  func killUnlessOver() async throws -> Program.Outcome {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    return try await outcome()
  }
}
