/// The way in which the current task waits for another run on a ledger.
///
/// A run passes this to its ledger as a task-local value, because a custom ledger may wrap the one that waits. The
/// value is reset before the run does anything else, so that no tribe inherits it.
package struct Waiting: Sendable {
  @TaskLocal package static var current = Waiting()

  /// The limit at which the wait ends early.
  package var limit = RunLimit()

  /// Called with the holder of the ledger when the wait begins and when the holder changes.
  package var observer: @Sendable (_ holder: String) -> Void = { _ in }
}
