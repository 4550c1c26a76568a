import Nomad
import PostgresNIO
import ServiceLifecycle

/// Migrates, and then runs another service.
struct NomadService<Wrapped: Service>: Service {
  let service: Wrapped
  let migrate: @Sendable () async throws -> Void

  func run() async throws {
    do {
      try await cancelWhenGracefulShutdown(migrate)
    } catch let error as NomadError where error.code == .cancelled && Task.isShuttingDownGracefully {
      return
    }
    if !Task.isShuttingDownGracefully { try await service.run() }
  }
}

func serve(_ server: some Service, _ logger: Logger) async throws {
  let service = NomadService(service: server) { try await upgrade() }
  try await ServiceGroup(services: [service], gracefulShutdownSignals: [.sigterm], logger: logger).run()
}
