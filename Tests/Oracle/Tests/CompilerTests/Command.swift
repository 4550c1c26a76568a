import Foundation

/// Runs programs.
enum Command {
  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - program: The program's name, looked up as a shell does, or its path.
  ///   - arguments: The program's arguments.
  ///   - log: The beginning of the paths of two files for the output: unlike a pipe, a file cannot fill up.
  /// - Returns: The exit status and the output.
  /// - Throws: An error if the program cannot be started or its output cannot be stored.
  static func run(_ program: String, _ arguments: [String], log: URL) throws -> (Int32, output: String, errors: String)
  {
    let files = try ["output", "errors"].map { name in
      let file = log.appendingPathExtension(name)
      try Data().write(to: file)
      return file
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardInput = FileHandle.nullDevice
    let handles = try files.map { try FileHandle(forWritingTo: $0) }
    process.standardOutput = handles[0]
    process.standardError = handles[1]
    try process.run()
    process.waitUntilExit()
    for handle in handles { try handle.close() }
    let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    return (process.terminationStatus, texts[0], texts[1])
  }
}
