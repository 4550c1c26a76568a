import Nomad
import NomadPostgres
import NomadServiceLifecycle
import ServiceLifecycle

func service(_ server: some Service, in fleet: PostgresFleet) -> MigrationService {
  MigrationService(server, in: fleet, migrating: Nomad(.generated, currentVersion: .exactly("3.0.0")))
}
