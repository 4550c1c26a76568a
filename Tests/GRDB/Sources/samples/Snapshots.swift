import Foundation
import GRDB
import Nomad
import NomadGRDB
import NomadSnapshots

func policy(_ dbPool: DatabasePool, _ snapshots: URL) -> MigrationPolicy {
  MigrationPolicy(snapshot: .before([.database(dbPool)], in: snapshots))
}
