import Foundation

@testable import Nomad

/// A start of an app in a process of its own, which has a folder.
///
/// Tribes are made without arguments, so those of such a process find the folder here.
enum ProcessStart {
  private static let folder = Locked<URL?>(nil)

  /// Begins, in the folder at a path.
  ///
  /// The default ledgers of the process are in there from now on; but on Apple's systems, which have one place for
  /// them.
  static func begin(in path: String) -> URL {
    setenv("XDG_STATE_HOME", path, 1)
    let url = URL(fileURLWithPath: path)
    folder.value = url
    return url
  }

  /// Adds a line to the diary in the folder.
  static func note(_ line: String) throws {
    guard let folder = folder.value else { throw CocoaError(.fileNoSuchFile) }
    try Diary(in: folder).note(line)
  }

  /// Ends as a kill does: at once and without a word.
  static func die() {
    kill(getpid(), SIGKILL)
  }
}
