/// An object that is told about the events of a run, on the main actor.
///
/// Every method has a default that does nothing. To get every event on the thread that runs the tribes, observe the run
/// instead: ``Nomad/migrate(upTo:includingDeferred:until:observing:isolation:)``.
@MainActor
public protocol NomadDelegate: AnyObject, Sendable {
  /// Tells the delegate that a run starts.
  ///
  /// It is called once, when the plan is made. Only ``didReceive(_:)`` can be called before, for
  /// ``MigrationEvent/waiting(holder:)`` and for the plan itself.
  func willStartMigration()

  /// Tells the delegate that a tribe finished, and that its record is durable.
  ///
  /// - Parameter target: The tribe's target.
  func didMigrate(to target: TribeTarget)

  /// Tells the delegate that the run completed. It is called last, even if there was nothing to do.
  func didFinishMigration()

  /// Tells the delegate that the run stopped. It is called last, in place of ``didFinishMigration()``.
  ///
  /// - Parameter error: The error that `migrate()` throws. If it occurred before the plan was made,
  ///   ``willStartMigration()`` was not called.
  func didInterruptMigration(with error: NomadError)

  /// Tells the delegate about any event, before the method above for the same event.
  ///
  /// - Parameter event: The event.
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
  /// Calls the methods for an event.
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
