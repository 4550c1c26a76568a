import Foundation
import NomadFiles

@testable import Nomad

/// A start of an app in its own process, with a folder.
///
/// Tribes are made without arguments, so the tribes of such a process find the folder here.
enum ProcessStart {
  private static let folder = Locked<URL?>(nil)

  /// Begins the start, in the folder at a path.
  ///
  /// From then on, the process's default ledgers are in that folder, except on Apple's systems, where their place is
  /// fixed.
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

  /// Ends the process as a kill does: at once and without output.
  static func die() {
    kill(getpid(), SIGKILL)
  }
}
