import Logging
import Nomad
import NomadLogging
import NomadMetrics

func upgrade(_ nomad: Nomad, _ logger: Logger) async throws {
  let (log, metrics) = (MigrationLog(logger), MigrationMetrics())
  try await nomad.migrate { event in
    log.record(event)
    metrics.record(event)
  }
}
