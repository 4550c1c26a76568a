/// How the current task waits for another run on a ledger.
///
/// A run gives this to its ledger through a task-local value, because a ledger of somebody's own can stand around the
/// one that waits. It is reset before the run does anything else, so that no tribe inherits it.
package struct Waiting: Sendable {
  @TaskLocal package static var current = Waiting()

  /// What ends the wait early.
  package var limit = RunLimit()

  /// Called with the holder of the ledger when the wait begins, and when the holder changes.
  package var observer: @Sendable (_ holder: String) -> Void = { _ in }
}
