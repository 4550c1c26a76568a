@_exported public import NomadTargets

/// Migrates an app's data: runs the tribes that have not run yet, once each, in order.
///
/// ```swift
/// try await Nomad(.generated).migrate()
/// ```
///
/// A migrator is a value: which tribes there are, where it is recorded what ran, the app's version, and a policy.
public struct Nomad: Sendable {
  /// The tribes.
  public var registry: TribeRegistry

  /// The name of the migrator.
  ///
  /// Migrators with different names have different default ledgers.
  public var name: String

  /// Where it is recorded what ran.
  public var ledger: any Ledger

  /// The version of the app: the ceiling for versioned tribes.
  public var currentVersion: CurrentVersion

  /// What to do where there is more than one right answer.
  public var policy: MigrationPolicy

  /// What this process may do with the data.
  public var role: MigrationRole

  /// Other ways in which the app kept what ran, before it had Nomad; none by default.
  public var predecessors: [Predecessor] = []

  /// What has to hold before a tribe runs; nothing by default.
  public var requirements: [MigrationRequirement] = []

  /// What the tribes depend on, each under its type: see ``TribeDependency``.
  public var dependencies = TribeDependencies()

  /// Makes a migrator whose ledger is a file in the platform's place for such files: see ``Ledger/standard(named:)``.
  ///
  /// Without a bundle, as on Linux, a migrator without a name has the ledger that is named after the module of its
  /// tribes. If they are of several modules, it needs a name: `migrate()` and `plan()` throw an error with the code
  /// `ledgerLocationUnknown` without one.
  ///
  /// - Parameters:
  ///   - registry: The tribes, such as `.generated`.
  ///   - name: The name of the migrator, and of its ledger; any text.
  ///   - currentVersion: The version of the app: the ceiling for versioned tribes.
  ///   - policy: What to do where there is more than one right answer.
  ///   - role: What this process may do with the data.
  public init(
    _ registry: TribeRegistry,
    name: String = "default",
    currentVersion: CurrentVersion = .bundle,
    policy: MigrationPolicy = .default,
    role: MigrationRole = .migrator
  ) {
    self.init(
      registry,
      name: name,
      ledger: FileLedger(.standard(name: name, modules: registry.modules)),
      currentVersion: currentVersion,
      policy: policy,
      role: role
    )
  }

  /// Makes a migrator with a ledger of your choice.
  ///
  /// - Parameters:
  ///   - registry: The tribes, such as `.generated`.
  ///   - name: The name of the migrator, for people.
  ///   - ledger: Where it is recorded what ran, such as `.file(at: url)` or `.inMemory`.
  ///   - currentVersion: The version of the app: the ceiling for versioned tribes.
  ///   - policy: What to do where there is more than one right answer.
  ///   - role: What this process may do with the data.
  public init(
    _ registry: TribeRegistry,
    name: String = "default",
    ledger: some Ledger,
    currentVersion: CurrentVersion = .bundle,
    policy: MigrationPolicy = .default,
    role: MigrationRole = .migrator
  ) {
    self.registry = registry
    self.name = name
    self.ledger = ledger
    self.currentVersion = currentVersion
    self.policy = policy
    self.role = role
  }
}
