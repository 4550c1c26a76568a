import Nomad
import NomadPostgres
import ServiceLifecycle

/// Migrates in a fleet, and then runs another service.
struct FleetService<Wrapped: Service>: Service {
  let service: Wrapped
  let fleet: PostgresFleet
  let migrator: Nomad

  func run() async throws {
    do {
      try await fleet.serve(migrator, stoppingWhen: gracefulShutdown) { try await service.run() }
    } catch let error as NomadError where error.code == .cancelled && Task.isShuttingDownGracefully {
      // The migration has stopped, and the service has not begun.
    }
  }
}
