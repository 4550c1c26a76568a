import Foundation
import Testing

/// Replaces all hosts of one version with hosts of the next, one after the other, under traffic.
@Suite("A rolling deployment")
struct RollingTests {
  @Test("No request fails, and the contract tribe runs after the last old host has ended")
  func rolling() async throws {
    let database = try await TestDatabase()
    let count = ProcessInfo.processInfo.environment["NOMAD_ATTACK"] == "full" ? 10 : 4
    func start(_ name: String) throws -> Child {
      try Child(TestHost.product(name), [database.url, "5"])
    }
    func columns() async throws -> [String] {
      try await database.column(
        "SELECT column_name FROM information_schema.columns WHERE table_name = 'orders' ORDER BY column_name"
      )
    }
    var (old, new) = (try (0..<count).map { _ in try start("orders-1") }, [Child]())
    var ended: [Child] = []
    defer { for child in old + new { child.signal(SIGKILL) } }
    for child in old { try await child.waitFor("ready\n") }
    // The new version needs the data that only the trigger fills in, so the first new host waits until it exists.
    while let host = old.popLast() {
      let next = try start("orders-2")
      new.append(next)
      try await next.waitFor("ready\n")
      #expect(try await columns() == ["amount", "cents", "id"])
      host.signal(SIGTERM)
      #expect(await host.wait() == 0, "\(host.text)")
      ended.append(host)
    }
    for _ in 0..<2_400 {
      if try await columns() == ["cents", "id"] { break }
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(try await columns() == ["cents", "id"])
    try await Task.sleep(for: .seconds(1))
    for host in new {
      host.signal(SIGTERM)
      #expect(await host.wait() == 0, "\(host.text)")
    }
    ended += new
    new = []
    var requests = 0
    for host in ended {
      let line = try #require(host.text.split(separator: "\n").last { $0.hasPrefix("requests ") })
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      requests += numbers[0]
      #expect(numbers[1] == 0, "\(host.text)")
    }
    print("a rolling deployment: \(requests) requests, 0 failed")
    #expect(requests > 100)
    // Each request has added a row, to those of the first tribe.
    #expect(try await database.column("SELECT count(*)::text FROM orders") == ["\(5_000 + requests)"])
    #expect(try await database.column("SELECT count(*)::text FROM orders WHERE cents IS NULL") == ["0"])
    #expect(try await database.column("SELECT count(*)::text FROM nomad.host") == ["0"])
    // A host of the old version does not serve again.
    let late = try start("orders-1")
    #expect(await late.wait() == 1)
    #expect(late.text.contains("no longer has the shape"), "\(late.text)")
  }
}
