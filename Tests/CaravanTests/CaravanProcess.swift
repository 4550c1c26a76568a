import Foundation
import ToolSupport

/// A run of the built demo in its own process.
struct CaravanProcess {
  let status: Int32
  let output: String
  let error: String

  /// Runs the demo to its end.
  init(_ arguments: String...) throws {
    try self.init(arguments)
  }

  /// Runs the demo to its end.
  init(_ arguments: [String]) throws {
    let result = try Tool("caravan").run(arguments, in: FileManager.default.temporaryDirectory)
    (status, output, error) = (result.code, result.output, result.error)
  }

  /// The output line of each start, with the tribes that it ran.
  var starts: [String] {
    output.split(separator: "\n").filter { $0.hasPrefix("Done: ") }.map(String.init)
  }
}
