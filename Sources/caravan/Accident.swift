import Foundation
import Nomad

/// An accident in the middle of a tribe.
struct Accident: Sendable {
  enum Kind: Sendable {
    /// The tribe throws.
    case failure
    /// The process dies at once, without any output.
    case death
  }

  let kind: Kind
  /// The position of the tribe in the order.
  let order: TribeTarget.Position

  func happen() throws {
    switch kind {
    case .failure: throw SandStorm()
    case .death:
      // Flush the output first: it is buffered if it does not go to a terminal.
      fflush(nil)
      kill(getpid(), SIGKILL)
    }
  }

  private struct SandStorm: Error, CustomStringConvertible {
    let description = "a sand storm came up (--fail-at)"
  }
}
