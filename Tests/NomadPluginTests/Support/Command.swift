import Foundation
import Testing

/// Runs `swift`, or another command, as a person would in a shell.
enum Command {
  struct Outcome: Sendable, CustomTestStringConvertible {
    let status: Int32
    /// Whether a signal ended the process.
    let crashed: Bool
    let output: String
    let errors: String

    var succeeded: Bool { status == 0 && !crashed }

    /// Both streams together, because the build systems write messages to different streams.
    var log: String { output + errors }

    /// The lines with warnings.
    ///
    /// A linker warning about a flag of the newer build system is left out, because it occurs in any package.
    var warnings: [Substring] {
      log.split(whereSeparator: \.isNewline).filter { line in
        line.contains("warning:") && !line.contains("argument unused during compilation: '-rdynamic'")
      }
    }

    /// A short description, because a failing test shows the log itself.
    var testDescription: String { crashed ? "ended by signal \(status)" : "exit status \(status)" }
  }

  /// The environment variables that a build needs; the others belong to the outer `swift test`.
  private static let environment = ProcessInfo.processInfo.environment.filter { name, _ in
    [
      "PATH", "HOME", "USER", "LANG", "LC_ALL", "TMPDIR", "TEMP", "XDG_CACHE_HOME", "XDG_CONFIG_HOME",
      "SDKROOT",
      "DEVELOPER_DIR", "TOOLCHAINS", "GIT_CONFIG_GLOBAL",
    ].contains(name)
  }

  /// A process that a cancelled test ends.
  ///
  /// The type is `Sendable` because `terminate()` may be called from any thread.
  private struct Running: @unchecked Sendable {
    let process: Process

    func terminate() {
      if process.isRunning { process.terminate() }
    }
  }

  /// Runs `swift` with arguments in a folder, and waits for its end.
  static func swift(_ arguments: [String], in folder: URL) async throws -> Outcome {
    try await run(["swift"] + arguments, in: folder)
  }

  /// Runs a command with its arguments in a folder, and waits for its end.
  ///
  /// Both streams go to files, because a long log could fill a pipe that nothing reads.
  static func run(_ arguments: [String], in folder: URL) async throws -> Outcome {
    let streams = try TemporaryFolder()
    let output = streams.url.appending(path: "output")
    let errors = streams.url.appending(path: "errors")

    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
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
