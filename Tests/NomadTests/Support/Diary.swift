import Foundation

/// A log of the tribes' actions, one line each, in a file that outlives the process.
struct Diary: Sendable {
  let url: URL

  init(in folder: URL) {
    url = folder.appendingPathComponent("diary")
  }

  /// Adds a line with one system call, so that the lines of concurrent processes do not mix.
  func note(_ line: String) throws {
    let file = open(url.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    guard file >= 0 else { throw CocoaError(.fileWriteUnknown) }
    defer { close(file) }
    let bytes = Array((line + "\n").utf8)
    guard write(file, bytes, bytes.count) == bytes.count else { throw CocoaError(.fileWriteUnknown) }
  }

  var lines: [String] {
    ((try? String(contentsOf: url, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
  }
}
