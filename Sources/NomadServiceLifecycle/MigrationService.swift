#if ServiceLifecycle
  public import Nomad
  public import NomadPostgres
  public import ServiceLifecycle

  /// A service that migrates, and then runs another service, which so never serves data of an old shape.
  ///
  /// ```swift
  /// let service = MigrationService(server) { try await nomad.migrate() }
  /// try await ServiceGroup(services: [service], gracefulShutdownSignals: [.sigterm], logger: logger).run()
  /// ```
  ///
  /// A service group starts all of its services at once, so give the services that need the data to this one. If there
  /// are several, give it a `ServiceGroup`, which is a service.
  ///
  /// If the migration fails, the service throws its error, and the group fails with it. If the group shuts down during
  /// the migration, the run stops as if its task were cancelled: between two tribes, or where a tribe saves a
  /// checkpoint. The other service does not begin then, and the next start continues.
  public struct MigrationService: Service {
    private let body: @Sendable () async throws -> Void

    /// Creates a service that migrates and then runs another one.
    ///
    /// - Parameters:
    ///   - service: The service that needs the data.
    ///   - migrate: Migrates, such as with `try await nomad.migrate()`.
    public init(_ service: any Service, after migrate: @escaping @Sendable () async throws -> Void) {
      body = {
        try await cancelWhenGracefulShutdown(migrate)
        if !Task.isShuttingDownGracefully { try await service.run() }
      }
    }

    /// Creates a service that migrates in a fleet, runs another service, and leaves the fleet when that one has ended.
    ///
    /// When the group shuts down, the host begins no further contract tribe. If the host loses its place in the fleet,
    /// the other service is cancelled: see `PostgresFleet.serve(_:until:observing:stoppingWhen:_:)`.
    ///
    /// - Parameters:
    ///   - service: The service that needs the data.
    ///   - fleet: The fleet.
    ///   - migrator: The migrator. The fleet's ledger replaces its own.
    ///   - deadline: When the run at the start has to stop.
    ///   - observer: Called with each event of each run.
    public init(
      _ service: any Service,
      in fleet: PostgresFleet,
      migrating migrator: Nomad,
      until deadline: ContinuousClock.Instant? = nil,
      observing observer: @escaping @Sendable (MigrationEvent) -> Void = { _ in }
    ) {
      body = {
        try await fleet.serve(migrator, until: deadline, observing: observer, stoppingWhen: gracefulShutdown) {
          try await service.run()
        }
      }
    }

    /// Migrates, and then runs the other service.
    ///
    /// - Throws: The error of the migration or of the other service.
    public func run() async throws {
      do {
        try await body()
      } catch let error as NomadError where error.code == .cancelled && Task.isShuttingDownGracefully {
        // The migration has stopped, and the other service has not begun.
      }
    }
  }
#endif
