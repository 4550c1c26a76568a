@_exported public import NomadTargets

/// A migrator, which runs each of an app's tribes (its data migrations) once, in order.
///
/// ```swift
/// try await Nomad(.generated).migrate()
/// ```
///
/// A migrator is a value. It consists of the tribes, a ledger that records which of them ran, the version of the app,
/// and a policy.
public struct Nomad: Sendable {
  /// The tribes of the app.
  public var registry: TribeRegistry

  /// The name that the migrator was created with.
  ///
  /// Migrators with different names have different default ledgers. With a ledger of your choice, the name has no effect.
  public let name: String

  /// The ledger, which records the tribes that ran.
  public var ledger: any Ledger

  /// The version of the app, above which tribes wait.
  public var currentVersion: CurrentVersion

  /// The rules for situations that apps handle differently, such as a late tribe.
  public var policy: MigrationPolicy

  /// The role of this process: whether it runs tribes, or only reads the data.
  public var role: MigrationRole

  /// The migration systems that the app had before Nomad: `predecessors` of NomadAdoption sets it.
  package var adoption: (any Adoption)?

  /// The conditions that must be met before a tribe runs; none by default.
  public var requirements: [MigrationRequirement] = []

  /// The values that the app gives to its tribes, by type: see ``TribeDependency``.
  public var dependencies = TribeDependencies()

  /// Creates a migrator whose ledger is a file in the platform's standard folder: see ``Ledger/standard(named:)``.
  ///
  /// Without a bundle, as on Linux, the ledger of a migrator without a name is named after the module of its tribes. If
  /// the tribes come from several modules, the migrator needs a name. Without one, `migrate()` and `plan()` throw an
  /// error with the code `ledgerLocationUnknown`.
  ///
  /// - Parameters:
  ///   - registry: The tribes, such as `.generated`.
  ///   - name: The name of the migrator and of its ledger; any text.
  ///   - currentVersion: The version of the app, above which tribes wait.
  ///   - policy: The rules for situations that apps handle differently.
  ///   - role: The role of this process.
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

  /// Creates a migrator with a ledger of your choice.
  ///
  /// - Parameters:
  ///   - registry: The tribes, such as `.generated`.
  ///   - name: The name of the migrator. It has no effect, because the ledger is given.
  ///   - ledger: The ledger, such as `.file(at: url)` or `.inMemory`.
  ///   - currentVersion: The version of the app, above which tribes wait.
  ///   - policy: The rules for situations that apps handle differently.
  ///   - role: The role of this process.
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
