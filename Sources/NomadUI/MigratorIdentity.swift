internal import Nomad

/// The identity of a migrator: its ledger, and everything that decides which tribes run.
///
/// Closures of tribes, predecessors and the values of dependencies cannot be compared, so their names and types are
/// compared instead.
struct MigratorIdentity: Hashable, Sendable {
  private struct Tribe: Hashable, Sendable {
    let key: LedgerKey
    let name: String
    let module: String
  }

  let ledger: String
  private let tribes: [Tribe]
  private let currentVersion: CurrentVersion
  private let policy: MigrationPolicy
  private let role: MigrationRole
  private let predecessors: [String]
  private let requirements: [String]
  private let dependencies: Set<ObjectIdentifier>

  init(_ nomad: Nomad) {
    ledger = nomad.ledger.identity
    tribes = nomad.registry.entries.map { Tribe(key: $0.key, name: $0.name, module: $0.module) }
    currentVersion = nomad.currentVersion
    (policy, role) = (nomad.policy, nomad.role)
    predecessors = nomad.predecessors.map(\.name)
    requirements = nomad.requirements.map(\.name)
    dependencies = Set(nomad.dependencies.types)
  }

  // Hashes the ledger only: views compute this often, and a ledger usually has one registry.
  func hash(into hasher: inout Hasher) {
    hasher.combine(ledger)
  }
}
