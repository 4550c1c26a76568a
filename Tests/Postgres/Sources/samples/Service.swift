import Logging
import Nomad
import NomadServiceLifecycle
import ServiceLifecycle

func serve(_ server: some Service, _ logger: Logger) async throws {
  let service = MigrationService(server) { try await upgrade() }
  try await ServiceGroup(services: [service], gracefulShutdownSignals: [.sigterm], logger: logger).run()
}
