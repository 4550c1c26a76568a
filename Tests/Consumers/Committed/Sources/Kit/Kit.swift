import Nomad

/// Migrates the data, and returns the names of the tribes that ran.
public func upgrade() async throws -> [String] {
  try await Nomad(.generated, ledger: .inMemory, currentVersion: .unlimited).migrate().migrated.map(\.name)
}
