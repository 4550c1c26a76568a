internal import Nomad

/// What makes two migrators one: the ledger, and what decides which tribes run and which do not.
///
/// What a tribe's closure captured, what a predecessor reads, and the values that tribes depend on cannot be compared:
/// their names and types stand for them.
struct MigratorIdentity: Hashable, Sendable {
  private struct Tribe: Hashable, Sendable {
    let key: String
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

  // Views ask for this again and again, and a ledger mostly has one registry.
  func hash(into hasher: inout Hasher) {
    hasher.combine(ledger)
  }
}
