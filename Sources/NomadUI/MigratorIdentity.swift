internal import Nomad

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
