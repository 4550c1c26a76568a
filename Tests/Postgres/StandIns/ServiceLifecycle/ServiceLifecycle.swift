// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The parts of swift-service-lifecycle 2 that the documentation uses, with their signatures, so that it is type-checked
// without that package. Nothing here runs.

public import PostgresNIO

public protocol Service: Sendable {
  func run() async throws
}

public actor ServiceGroup: Sendable {
  public init(
    services: [any Service],
    gracefulShutdownSignals: [UnixSignal] = [],
    cancellationSignals: [UnixSignal] = [],
    logger: Logger
  ) {}

  public func run() async throws {}
}

public struct UnixSignal: Hashable, Sendable {
  public static let sigterm = UnixSignal()
}

public func cancelWhenGracefulShutdown<T: Sendable>(
  _ operation: @Sendable @escaping () async throws -> T
) async rethrows -> T {
  try await operation()
}

public func gracefulShutdown() async throws {}

extension Task where Success == Never, Failure == Never {
  public static var isShuttingDownGracefully: Bool { false }
}
