import Foundation
import Nomad

/// An accident in the middle of a tribe.
struct Accident: Sendable {
  /// The version of the tribe.
  let version: TribeVersion
  /// Whether the process dies at once, without any output; otherwise, the tribe throws.
  let isDeadly: Bool

  func happen() throws {
    guard isDeadly else { throw SandStorm() }
    // Flush the output first: it is buffered if it does not go to a terminal.
    fflush(nil)
    kill(getpid(), SIGKILL)
  }

  private struct SandStorm: Error, CustomStringConvertible {
    let description = "a sand storm came up (--fail-at)"
  }
}
