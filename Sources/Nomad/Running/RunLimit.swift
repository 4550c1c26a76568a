/// The limits that stop a run before its tribes are done, as if its task were cancelled.
package final class RunLimit: Sendable {
  /// The reason why a run stops.
  package enum Reason: Sendable {
    /// The deadline has passed.
    case deadline
    /// The system suspends the process, or may do so at any moment.
    case suspension
  }

  /// The instant at which the run has to stop; nil for none.
  package let deadline: ContinuousClock.Instant?

  /// The time that the system grants the run; nil if it does not limit the time.
  package let activity: ExpiringActivity?

  package init(deadline: ContinuousClock.Instant? = nil, activity: ExpiringActivity? = nil) {
    (self.deadline, self.activity) = (deadline, activity)
  }

  /// The reason why the run has to stop now; nil if it may continue.
  package var reached: Reason? {
    if activity?.hasExpired == true { return .suspension }
    guard let deadline, deadline <= .now else { return nil }
    return .deadline
  }
}
