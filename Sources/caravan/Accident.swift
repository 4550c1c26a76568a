import Foundation
import Nomad

/// What can happen in the midst of a tribe.
struct Accident: Sendable {
  enum Kind: Sendable {
    /// The tribe throws.
    case failure
    /// The process dies, at once and without a word.
    case death
  }

  let kind: Kind
  /// Where the tribe stands.
  let order: TribeOrder

  func happen() throws {
    switch kind {
    case .failure: throw SandStorm()
    case .death:
      // What was printed is not lost where the output is no terminal.
      fflush(nil)
      kill(getpid(), SIGKILL)
    }
  }

  private struct SandStorm: Error, CustomStringConvertible {
    let description = "a sand storm came up (--fail-at)"
  }
}
