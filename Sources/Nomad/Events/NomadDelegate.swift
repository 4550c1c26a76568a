/// An object that is told what happens during a run, on the main actor.
///
/// Every method has a default that does nothing. To get every event on the thread that runs the tribes, observe the run
/// instead: ``Nomad/migrate(until:observing:isolation:)``.
@MainActor
public protocol NomadDelegate: AnyObject, Sendable {
  /// A run starts: comes once, when the plan is made, before everything but ``MigrationEvent/waiting(holder:)``.
  func willStartMigration()

  /// A tribe finished, and its record is durable.
  ///
  /// - Parameter target: The tribe's target.
  func didMigrate(to target: TribeTarget)

  /// The run completed: comes last, also if nothing was to be done.
  func didFinishMigration()

  /// The run stopped: comes last, in place of ``didFinishMigration()``.
  ///
  /// - Parameter error: What `migrate()` throws. If it came before there was a plan, nothing came before this.
  func didInterruptMigration(with error: NomadError)

  /// Something happened: comes for every event, before the method above that stands for it.
  ///
  /// - Parameter event: What happened.
  func didReceive(_ event: MigrationEvent)
}

extension NomadDelegate {
  /// Does nothing.
  public func willStartMigration() {}
  /// Does nothing.
  public func didMigrate(to target: TribeTarget) {}
  /// Does nothing.
  public func didFinishMigration() {}
  /// Does nothing.
  public func didInterruptMigration(with error: NomadError) {}
  /// Does nothing.
  public func didReceive(_ event: MigrationEvent) {}
}

extension NomadDelegate {
  /// Tells of an event by each method that stands for it.
  func tell(of event: MigrationEvent) {
    didReceive(event)
    switch event {
    case .planned: willStartMigration()
    case .finished(let entry, _): didMigrate(to: entry.target)
    case .completed: didFinishMigration()
    case .stopped(let error): didInterruptMigration(with: error)
    default: break
    }
  }
}
