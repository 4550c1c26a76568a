import Foundation
import Testing

extension Attacks {
  @Suite("PgBouncer in transaction mode")
  struct PoolerAttacks {
    static let path = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(
      "Each tribe runs at most once, and hosts either succeed or report the pooler or a takeover",
      .enabled(if: path != nil, "PgBouncer has to be installed")
    )
    func pooled() async throws {
      let server = try await TestServer.shared()
      let pools = isFull ? Array(repeating: [1, 2, 3, 8], count: 25).flatMap(\.self) : [1, 2, 3, 8]
      await run("a pooler in transaction mode", pools, width: 2, on: server) { size, database in
        var verdict = Verdict()
        let pooler = try await Pooler(Self.path ?? "", in: "transaction", size: size, to: server)
        let isDone = Flag()
        let hosts = try (0..<4).map { number in
          try TestHost(database, port: pooler.port, lease: 5, sleep: number % 2 * 10, pause: number % 2 * 10)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<4 {
            group.addTask {
              // Other traffic through the pool, so that each transaction of a host uses another session.
              while !isDone.value {
                guard let client = try? await database.connect(pooler.port) else { continue }
                for _ in 0..<20 where !isDone.value {
                  _ = try? await client.query("SELECT pg_sleep(0.005)::text", [])
                }
                await client.close()
              }
            }
          }
          for host in hosts {
            let code = await verdict.requireEnd(host)
            // Two hosts can share a session of the pool, so one can free the lock of the other.
            let isExplained = host.text.contains("pooler") || host.text.contains("another run took over")
            verdict.require(code == 0 || isExplained, "it ended with \(code ?? -1): \(host.text)")
          }
          isDone.set()
          try await group.waitForAll()
        }
        try await verdict.requireConsistency(of: database)
        // Without the pooler, the host succeeds.
        await pooler.stop()
        await verdict.requireDone(try TestHost(database), "a host without the pooler")
        try await verdict.requireCompletion(of: database)
        return verdict
      }
    }
  }
}

/// A PgBouncer process for these tests.
struct Pooler {
  let port: Int
  private let child: Child
  private let folder: URL

  init(_ path: String, in mode: String, size: Int, to server: TestServer) async throws {
    port = TestServer.freePort()
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("nomad-pooler-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent("pgbouncer.ini")
    let settings = """
      [databases]
      * = host=127.0.0.1 port=\(server.port) user=postgres
      [pgbouncer]
      listen_addr = 127.0.0.1
      listen_port = \(port)
      unix_socket_dir =
      auth_type = any
      pool_mode = \(mode)
      default_pool_size = \(size)
      max_client_conn = 200
      ignore_startup_parameters = extra_float_digits
      """
    try Data(settings.utf8).write(to: file)
    // PgBouncer refuses to run as root.
    let words = getuid() == 0 ? ["/usr/sbin/runuser", "-u", "postgres", "--", path] : [path]
    child = try Child(words[0], words.dropFirst() + [file.path])
    try await child.waitFor("process up")
  }

  func stop() async {
    child.signal(SIGKILL)
    await child.wait()
    try? FileManager.default.removeItem(at: folder)
  }
}
