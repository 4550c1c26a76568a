internal import Nomad

/// A run of a migrator that belongs to nobody who looks at it, so that all who ask for it meanwhile see the same one.
///
/// While it is in progress it keeps itself alive. One that failed stays as long as somebody looks at it; whoever asks
/// for it then has it run again, for all.
@MainActor
final class SharedRun {
  /// The runs that are in progress or failed: one for a migrator.
  private static var current: [MigratorIdentity: Weak<SharedRun>] = [:]

  private(set) var phase: MigrationPhase
  private let identity: MigratorIdentity
  private var attempt: RunAttempt
  /// Tells of the attempt; nil if it is over.
  private var messenger: Task<Void, Never>?
  private var observers: [Weak<RunObserver>] = []

  private init(of nomad: Nomad, _ identity: MigratorIdentity) {
    self.identity = identity
    attempt = RunAttempt(nomad)
    phase = attempt.phase
    follow()
  }

  /// Joins the migrator's run if one is in progress, and has it run otherwise.
  static func of(_ nomad: Nomad) -> SharedRun {
    let identity = MigratorIdentity(nomad)
    guard let run = existing(identity) else { return SharedRun(of: nomad, identity) }
    run.goOn(with: nomad)
    return run
  }

  /// The migrator's run if one is in progress, or failed and is looked at.
  static func existing(of nomad: Nomad) -> SharedRun? {
    existing(MigratorIdentity(nomad))
  }

  private static func existing(_ identity: MigratorIdentity) -> SharedRun? {
    // A tribe that waited for the run that it is a part of would wait for ever.
    (try? ActiveRun.holds(identity.ledger)) == false ? current[identity]?.object : nil
  }

  var isInProgress: Bool { messenger != nil }

  /// Tells an observer of each phase that follows.
  func add(_ observer: RunObserver) {
    observers.removeAll { $0.object == nil }
    observers.append(Weak(observer))
  }

  func remove(_ observer: RunObserver) {
    observers.removeAll { $0.object == nil || $0.object === observer }
  }

  /// Cancels the run, for all.
  func cancel() {
    attempt.cancel()
  }

  /// Waits until the attempt that is in progress now is over.
  func report() async throws(NomadError) -> MigrationReport {
    let (attempt, messenger) = (attempt, messenger)
    let result = await attempt.result
    await messenger?.value
    return try result.get()
  }

  private func goOn(with nomad: Nomad) {
    guard !isInProgress else { return }
    attempt = RunAttempt(nomad)
    follow()
  }

  private func follow() {
    if let phases = attempt.phases {
      let attempt = attempt
      messenger = Task {
        for await phase in phases { become(phase) }
        let end = MigrationPhase(await attempt.result)
        messenger = nil
        become(end)
      }
    }
    become(attempt.phase)
  }

  private func become(_ next: MigrationPhase) {
    phase = next
    let holder = Self.current[identity]?.object
    if case .finished = next {
      if holder === self { Self.current[identity] = nil }
    } else if holder == nil {
      Self.current = Self.current.filter { $0.value.object != nil }
      Self.current[identity] = Weak(self)
    }
    for observer in observers { observer.object?.onChange(next) }
  }
}
