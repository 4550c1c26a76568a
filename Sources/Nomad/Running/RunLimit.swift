/// What stops a run before its tribes are done, as if its task were cancelled.
package struct RunLimit: Sendable {
  /// Why a run stops.
  package enum Reason: Sendable {
    /// The deadline has passed.
    case deadline
    /// The system suspends the process, or may do so at any moment.
    case suspension
  }

  /// When the run has to stop; nil for never.
  package var deadline: ContinuousClock.Instant?

  /// The time that the system gives the run; nil for as much as it needs.
  package var activity: ExpiringActivity?

  /// Why the run has to stop now; nil if it may go on.
  package var reached: Reason? {
    if activity?.hasExpired == true { return .suspension }
    guard let deadline, deadline <= .now else { return nil }
    return .deadline
  }
}
