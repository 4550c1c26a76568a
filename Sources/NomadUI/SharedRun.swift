internal import Nomad
internal import NomadFiles

/// A run of a migrator, shared by all its observers.
///
/// A run in progress keeps itself alive. A failed run lives as long as it has an observer. The next observer to join a
/// failed run starts it again, for all observers.
@MainActor
final class SharedRun {
  /// The runs that are in progress or failed, at most one per migrator.
  private static var current: [MigratorIdentity: Weak<SharedRun>] = [:]

  private(set) var phase = MigrationPhase.notStarted
  private(set) var isInProgress = false
  private let identity: MigratorIdentity
  private var nomad: Nomad
  /// The task that ends with the run; nil before the run has begun.
  private var task: Task<Result<MigrationReport, NomadError>, Never>?
  private var observers: [Weak<RunObserver>] = []

  private init(of nomad: Nomad, _ identity: MigratorIdentity) {
    (self.nomad, self.identity) = (nomad, identity)
  }

  /// Joins the migrator's run if one is in progress, and starts it otherwise.
  static func of(_ nomad: Nomad, readOnly: Bool) -> SharedRun {
    let identity = MigratorIdentity(nomad, readOnly: readOnly)
    let run = existing(identity) ?? SharedRun(of: nomad, identity)
    if !run.isInProgress {
      run.nomad = nomad
      run.begin()
    }
    return run
  }

  /// Returns the migrator's run if one is in progress, or has failed and still has an observer.
  static func existing(of nomad: Nomad, readOnly: Bool = false) -> SharedRun? {
    existing(MigratorIdentity(nomad, readOnly: readOnly))
  }

  private static func existing(_ identity: MigratorIdentity) -> SharedRun? {
    // A tribe that waited for its own run would never return.
    (try? ActiveRun.uses(identity.ledger)) == false ? current[identity]?.object : nil
  }

  /// Reports each following phase to an observer.
  func add(_ observer: RunObserver) {
    observers.removeAll { $0.object == nil }
    observers.append(Weak(observer))
  }

  func remove(_ observer: RunObserver) {
    observers.removeAll { $0.object == nil || $0.object === observer }
  }

  /// Cancels the run for all observers.
  func cancel() {
    task?.cancel()
  }

  /// Waits until the run ends.
  func report() async throws(NomadError) -> MigrationReport {
    try await (task ?? begin()).value.get()
  }

  /// Starts the run, whose first phase is the final one if there is nothing to wait for.
  ///
  /// Only `cancel()` cancels it.
  @discardableResult
  private func begin() -> Task<Result<MigrationReport, NomadError>, Never> {
    let (nomad, first) = (nomad, firstPhase())
    let task: Task<Result<MigrationReport, NomadError>, Never>
    switch first.phase {
    case .notStarted, .running:
      isInProgress = true
      // A slow reader gets only the newest phase, because a tribe may report progress faster than anyone can read it.
      let (phases, continuation) = AsyncStream<MigrationPhase>.makeStream(bufferingPolicy: .bufferingNewest(1))
      let work = nomad.start(readOnly: identity.readOnly, from: first.phase, reportingTo: continuation)
      task = Task { await follow(phases, of: work) }
    case .finished(let report):
      task = Task {
        // The views need not wait for it.
        if !first.isSettled { _ = try? await nomad.migrate() }
        return .success(report)
      }
    case .failed(let error):
      task = Task { .failure(error) }
    }
    self.task = task
    become(first.phase)
    return task
  }

  private func firstPhase() -> (phase: MigrationPhase, isSettled: Bool) {
    do throws(NomadError) {
      return try nomad.firstPhase(readOnly: identity.readOnly)
    } catch {
      return (MigrationPhase(waitingAfter: error) ?? .failed(error), false)
    }
  }

  /// Becomes each phase of a run until it ends, and returns its result.
  private func follow(
    _ phases: AsyncStream<MigrationPhase>,
    of work: Task<Result<MigrationReport, NomadError>, Never>
  ) async -> Result<MigrationReport, NomadError> {
    await withTaskCancellationHandler {
      for await phase in phases { become(phase) }
      let result = await work.value
      isInProgress = false
      switch result {
      case .success(let report): become(.finished(report))
      case .failure(let error): become(.failed(error))
      }
      return result
    } onCancel: {
      work.cancel()
    }
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

extension Nomad {
  /// Starts a run, or a wait until another process has migrated, which reports each phase but the last one.
  ///
  /// It does not wait for the main actor.
  fileprivate func start(
    readOnly: Bool,
    from phase: MigrationPhase,
    reportingTo phases: AsyncStream<MigrationPhase>.Continuation
  ) -> Task<Result<MigrationReport, NomadError>, Never> {
    let phase = Locked(phase)
    let observer: @Sendable (MigrationEvent) -> Void = { event in
      // The final phase comes later: the run is not over before migrate() returns.
      if case .running(let progress) = phase.follow(event) { phases.yield(.running(progress)) }
    }
    return Task {
      defer { phases.finish() }
      while true {
        do throws(NomadError) {
          return .success(
            readOnly
              ? MigrationReport(plan: try await waitUntilMigrated(observing: observer))
              : try await migrate(observing: observer)
          )
        } catch {
          guard let phase = MigrationPhase(waitingAfter: error) else { return .failure(error) }
          phases.yield(phase)
          guard (try? await Task.sleep(for: .seconds(1))) != nil else { return .failure(error) }
        }
      }
    }
  }
}

extension MigrationPhase {
  /// Creates the phase of a run that tries again after an error; nil if it does not.
  fileprivate init?(waitingAfter error: NomadError) {
    // The missing condition may be met later, for example when the device is unlocked or the app becomes active.
    guard [.notReady, .suspended].contains(error.code) else { return nil }
    self = .running(MigrationProgress(waitingFor: error.message))
  }
}

extension Locked where Value == MigrationPhase {
  /// Changes to the phase that follows after an event, and returns that phase.
  func follow(_ event: MigrationEvent) -> MigrationPhase {
    withLock { phase in
      phase = phase.after(event)
      return phase
    }
  }
}

/// A weak reference.
struct Weak<Object: AnyObject> {
  private(set) weak var object: Object?

  init(_ object: Object) {
    self.object = object
  }
}
