/// The way in which the current task waits for another run on a ledger.
///
/// A run passes this to its ledger in the ``RunContext``, because a custom ledger may wrap the one that waits. The value
/// is reset before the run does anything else, so that no tribe inherits it.
package struct Waiting: Sendable {
  package static var current: Waiting { RunContext.current.waiting }

  /// The limit at which the wait ends early.
  package let limit: RunLimit

  /// Called with the holder of the ledger when the wait begins and when the holder changes.
  package let observer: @Sendable (_ holder: String) -> Void

  package init(limit: RunLimit = RunLimit(), _ observer: @escaping @Sendable (_ holder: String) -> Void = { _ in }) {
    (self.limit, self.observer) = (limit, observer)
  }
}
