internal import Nomad

/// A run of a migrator, shared by all its observers.
///
/// A run in progress keeps itself alive. A failed run lives as long as it has an observer. The next observer to join a
/// failed run starts it again, for all observers.
@MainActor
final class SharedRun {
  /// The runs that are in progress or failed, at most one per migrator.
  private static var current: [MigratorIdentity: Weak<SharedRun>] = [:]

  private(set) var phase: MigrationPhase
  private let identity: MigratorIdentity
  private var task: RunTask
  /// Reports the phases of the task; nil if the task has ended.
  private var messenger: Task<Void, Never>?
  private var observers: [Weak<RunObserver>] = []

  private init(of nomad: Nomad, _ identity: MigratorIdentity) {
    self.identity = identity
    task = RunTask(nomad, readOnly: identity.readOnly)
    phase = task.phase
    follow()
  }

  /// Joins the migrator's run if one is in progress, and starts it otherwise.
  static func of(_ nomad: Nomad, readOnly: Bool) -> SharedRun {
    let identity = MigratorIdentity(nomad, readOnly: readOnly)
    guard let run = existing(identity) else { return SharedRun(of: nomad, identity) }
    run.goOn(with: nomad)
    return run
  }

  /// Returns the migrator's run if one is in progress, or has failed and still has an observer.
  static func existing(of nomad: Nomad, readOnly: Bool = false) -> SharedRun? {
    existing(MigratorIdentity(nomad, readOnly: readOnly))
  }

  private static func existing(_ identity: MigratorIdentity) -> SharedRun? {
    // A tribe that waited for its own run would never return.
    (try? ActiveRun.holds(identity.ledger)) == false ? current[identity]?.object : nil
  }

  var isInProgress: Bool { messenger != nil }

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
    task.cancel()
  }

  /// Waits until the current task ends.
  func report() async throws(NomadError) -> MigrationReport {
    let (task, messenger) = (task, messenger)
    let result = await task.result
    await messenger?.value
    return try result.get()
  }

  private func goOn(with nomad: Nomad) {
    guard !isInProgress else { return }
    task = RunTask(nomad, readOnly: identity.readOnly)
    follow()
  }

  private func follow() {
    if let phases = task.phases {
      let task = task
      messenger = Task {
        for await phase in phases { become(phase) }
        let end = MigrationPhase(await task.result)
        messenger = nil
        become(end)
      }
    }
    become(task.phase)
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

/// The identity of a migrator: its ledger, everything that decides which tribes run, and whether the process runs them.
///
/// Closures of tribes, predecessors and the values of dependencies cannot be compared, so their names and types are
/// compared instead.
struct MigratorIdentity: Hashable {
  private struct Tribe: Hashable, Sendable {
    let key: LedgerKey
    let name: String
    let module: String
  }

  let ledger: String
  let readOnly: Bool
  private let tribes: [Tribe]
  private let currentVersion: CurrentVersion
  private let policy: MigrationPolicy
  private let predecessors: [String]
  private let conditions: [AnyHashable]
  private let dependencies: Set<ObjectIdentifier>

  init(_ nomad: Nomad, readOnly: Bool = false) {
    (ledger, self.readOnly) = (nomad.ledger.identity, readOnly)
    tribes = nomad.registry.entries.map { Tribe(key: $0.key, name: $0.name, module: $0.module) }
    currentVersion = nomad.currentVersion
    policy = nomad.policy
    predecessors = nomad.adoption?.names ?? []
    conditions = nomad.conditions.map(\.identity)
    dependencies = Set(nomad.dependencies.types)
  }

  // Hashes the ledger only: views compute this often, and a ledger usually has one registry.
  func hash(into hasher: inout Hasher) {
    hasher.combine(ledger)
  }
}

/// A weak reference.
struct Weak<Object: AnyObject> {
  private(set) weak var object: Object?

  init(_ object: Object) {
    self.object = object
  }
}
