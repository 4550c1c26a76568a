import Foundation

/// A file to which lines are added, each with one system call.
struct Journal: Sendable {
  private let file: Int32
  private let prefix: String

  /// Opens the journal with a name: in a folder, or as the lines of standard output that begin with the name.
  init(_ name: String, in folder: URL?) {
    if let folder {
      (file, prefix) = (open(folder.appendingPathComponent(name).path, O_WRONLY | O_CREAT | O_APPEND, 0o600), "")
    } else {
      (file, prefix) = (STDOUT_FILENO, name + " ")
    }
  }

  func note(_ line: String) {
    let bytes = Array((prefix + line + "\n").utf8)
    guard write(file, bytes, bytes.count) == bytes.count else { exit(4) }
  }
}
