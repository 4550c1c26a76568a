import Foundation

/// A file that gets a line at a time, each with one call to the system.
struct Journal: Sendable {
  private let file: Int32

  init(_ folder: URL, _ name: String) {
    file = open(folder.appendingPathComponent(name).path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
  }

  func note(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    guard write(file, bytes, bytes.count) == bytes.count else { exit(4) }
  }
}
