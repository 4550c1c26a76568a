public import GRDB
public import NomadGRDB

/// Returns the migrator of a database whose tribes are the SQL files in `Migrations`.
nonisolated public func migrator(of database: any DatabaseWriter) -> Nomad {
  Nomad(.generated, ledger: .grdb(database), currentVersion: .unlimited)
}
