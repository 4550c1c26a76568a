import Foundation
package import Nomad

/// A host of a fleet, as a row of the table `host` describes it.
package struct FleetHost: Sendable {
  package let id: String
  /// The name for people: `host web-3, process 4711 (orders)`.
  package let name: String
  /// The app's version; nil if it has none.
  package let version: String?
  /// The keys of the contract tribes that its app has.
  package let contracts: Set<LedgerKey>
  /// The times when the host joined, was last heard of, and began to serve, by the server's clock:
  /// `2026-12-01T08:00:00.123Z`.
  package var since = ""
  package var seen = ""
  package var ready: String?

  init(id: String, name: String, version: String?, contracts: Set<LedgerKey>) {
    (self.id, self.name, self.version, self.contracts) = (id, name, version, contracts)
  }

  /// Reads a row; nil if the row is not valid.
  init?(_ row: [String?]) {
    guard row.count == 7, let id = row[0], let name = row[1], let version = row[2],
      let keys = row[3].flatMap({ try? JSONDecoder().decode(Set<LedgerKey>.self, from: Data($0.utf8)) })
    else { return nil }
    self.init(id: id, name: name, version: version.isEmpty ? nil : version, contracts: keys)
    (since, seen, ready) = (row[4] ?? "", row[5] ?? "", row[6])
  }

  /// Whether the host's app is newer than a version, or has no version that can be compared.
  package func isNewer(than other: TribeVersion) -> Bool {
    guard let own = version.flatMap({ try? TribeVersion(app: $0) }) else { return true }
    return own.withoutSubMigration > other
  }

  /// Whether the host works with the data that the contract tribe leaves: its app has that tribe, or is newer.
  func works(after contract: FleetContract) -> Bool {
    contracts.contains(contract.key) || version.map(contract.isOlder(than:)) ?? false
  }
}
