import Foundation
import Testing

/// Runs `swift`, and what else a test needs, as a person would in a shell.
enum Command {
  struct Outcome: Sendable, CustomTestStringConvertible {
    let status: Int32
    /// Whether the process was ended by a signal.
    let crashed: Bool
    let output: String
    let errors: String

    var succeeded: Bool { status == 0 && !crashed }

    /// Everything that was said; the build systems differ in which stream they say it on.
    var log: String { output + errors }

    /// The lines that warn of something.
    ///
    /// The newer build system links a library with a flag that its own linker warns of, in any package.
    var warnings: [Substring] {
      log.split(whereSeparator: \.isNewline).filter { line in
        line.contains("warning:") && !line.contains("argument unused during compilation: '-rdynamic'")
      }
    }

    /// Short, because a test that fails shows the log itself.
    var testDescription: String { crashed ? "ended by signal \(status)" : "exit status \(status)" }
  }

  /// What a build needs of the environment: all else is the outer `swift test`'s own.
  private static let environment = ProcessInfo.processInfo.environment.filter { name, _ in
    [
      "PATH", "HOME", "USER", "LANG", "LC_ALL", "TMPDIR", "TEMP", "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
      "SDKROOT",
      "DEVELOPER_DIR", "TOOLCHAINS", "GIT_CONFIG_GLOBAL",
    ].contains(name)
  }

  /// Lets a cancelled test end its process: `terminate()` may be called from anywhere.
  private struct Running: @unchecked Sendable {
    let process: Process

    func terminate() {
      if process.isRunning { process.terminate() }
    }
  }

  /// Runs `swift` with arguments in a folder and waits for its end.
  static func swift(_ arguments: [String], in folder: URL) async throws -> Outcome {
    try await run(["swift"] + arguments, in: folder)
  }

  /// Runs a command in a folder and waits for its end.
  ///
  /// Both streams go to files, so that a long log cannot fill a pipe that nobody reads.
  static func run(_ command: [String], in folder: URL) async throws -> Outcome {
    let streams = try TemporaryFolder()
    let output = streams.url.appending(path: "output")
    let errors = streams.url.appending(path: "errors")

    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.currentDirectoryURL = folder
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try openedForWriting(output)
    process.standardError = try openedForWriting(errors)

    let running = Running(process: process)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in continuation.resume() }
        do {
          try process.run()
        } catch {
          process.terminationHandler = nil
          continuation.resume(throwing: error)
        }
      }
    } onCancel: {
      running.terminate()
    }
    try Task.checkCancellation()

    return Outcome(
      status: process.terminationStatus,
      crashed: process.terminationReason == .uncaughtSignal,
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    )
  }

  private static func openedForWriting(_ file: URL) throws -> FileHandle {
    try Data().write(to: file)
    return try FileHandle(forWritingTo: file)
  }
}
