import Foundation
import Testing

extension Attacks {
  @Suite("A server that crashes")
  struct ServerCrashAttacks {
    @Test("Each tribe takes effect exactly once when the server crashes and restarts")
    func crash() async throws {
      let server = try await onThread { try TestServer() }
      // A crash affects all databases of the server.
      await run("a server that crashes", Array(0..<(isFull ? 100 : 4)), width: 1, on: server) { round, database in
        var verdict = Verdict(isHit: false)
        let hosts = try (0..<3).map { _ in try TestHost(database, sleep: round % 2 * 20, pause: round % 3 * 10) }
        try await Task.sleep(for: .milliseconds(.random(in: 40...400)))
        try await onThread { try server.stop("immediate") }
        for host in hosts where await verdict.requireEnd(host) != 0 { verdict.isHit = true }
        try await onThread { try server.start() }
        let again = try await TestDatabase(named: database.name, on: server)
        try await verdict.requireConsistency(of: again)
        await verdict.requireDone(try TestHost(again))
        try await verdict.requireCompletion(of: again)
        await again.connection.close()
        return verdict
      }
      try await onThread { try server.stop("fast") }
    }
  }
}

/// Runs a blocking function on a thread of its own.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread { continuation.resume(with: Result(catching: body)) }
    thread.start()
  }
}
