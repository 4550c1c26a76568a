import Foundation
import Nomad
import NomadLibPQ
import NomadPostgres

/// A service that migrates, prints `ready`, and then makes requests until it is asked to end.
///
/// At its end it prints the number of requests, and the number of failed ones.
public enum Service {
  /// Serves: `NAME URL LEASE-IN-SECONDS`.
  ///
  /// - Parameters:
  ///   - migrator: The tribes and the version of the app.
  ///   - request: A request of this version of the app.
  public static func run(
    _ migrator: Nomad,
    _ request: @escaping @Sendable (LibPQConnection) async throws -> Void
  ) async {
    let (url, lease) = (CommandLine.arguments[1], Double(CommandLine.arguments[2]) ?? 60)
    let fleet = PostgresFleet(lease: .seconds(lease)) {
      PostgresLedger(try await LibPQConnection.connect(url), waitingAtMost: .seconds(300))
    }
    let task = Task {
      try await fleet.serve(migrator) {
        if case .finished(let tribe, _) = $0 { say("finished \(tribe.name)") }
      } _: {
        try await serve(url, request)
      }
    }
    signal(SIGTERM, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
    source.setEventHandler { task.cancel() }
    source.resume()
    do {
      try await task.value
    } catch {
      say("stopped: \(error)")
      exit(1)
    }
  }

  private static func serve(
    _ url: String,
    _ request: @escaping @Sendable (LibPQConnection) async throws -> Void
  ) async throws {
    let connection = try await LibPQConnection.connect(url)
    say("ready")
    var (requests, failures) = (0, 0)
    while !Task.isCancelled {
      requests += 1
      do {
        // Not cancelled with the service: a request that has begun is answered.
        try await Task { try await request(connection) }.value
      } catch {
        failures += 1
        say("failed: \(error)")
      }
      try? await Task.sleep(for: .milliseconds(5))
    }
    say("requests \(requests) failed \(failures)")
  }

  private static func say(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }
}
