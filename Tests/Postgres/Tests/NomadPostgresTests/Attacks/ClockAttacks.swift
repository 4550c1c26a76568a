import Foundation
import Testing

extension Attacks {
  @Suite("Hosts with different clocks")
  struct ClockAttacks {
    /// The path of the library on Debian.
    static let library = ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu/faketime/libfaketimeMT.so.1" }.first {
      FileManager.default.fileExists(atPath: $0)
    }

    /// Starts a host with a clock of its own.
    ///
    /// Under this library, timers wait forever, so such a host must never have to wait.
    private static func host(_ time: String, _ database: TestDatabase, sleep: Int = 0) async throws -> TestHost {
      let locks = """
        SELECT count(*)::text FROM pg_locks WHERE locktype = 'advisory'
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        """
      while try await database.column(locks) != ["0"] { try await Task.sleep(for: .milliseconds(10)) }
      let environment = [
        "LD_PRELOAD": library ?? "", "FAKETIME": time, "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_NO_CACHE": "1",
        "NOMAD_HOST": "\(database.url) 300",
      ]
      return try TestHost(database, sleep: sleep, environment: environment)
    }

    /// Removes the shared memory that the library made for a host that has ended.
    ///
    /// The library would refuse to work in a process with the same number.
    private static func sweep(_ host: TestHost) throws {
      let memory = "/dev/shm"
      for name in try FileManager.default.contentsOfDirectory(atPath: memory)
      where name.contains("faketime_s") && name.hasSuffix("_\(host.pid)") {
        try FileManager.default.removeItem(atPath: "\(memory)/\(name)")
      }
    }

    @Test(
      "Hosts with clocks 800 days apart run each tribe once, even after one of them is killed",
      .enabled(if: library != nil, "libfaketime has to be installed")
    )
    func skew() async {
      let tribes = ["CreateOrders", "FillTotals", "IndexAmounts", "AddNotes"]
      await run("clocks that differ", Array(0..<(isFull ? 200 : 8)), width: 4) { round, database in
        var verdict = Verdict()
        let times = round % 2 == 0 ? ["-400d", "+400d"] : ["+400d", "-400d"]
        // One host is killed in the middle. The time of its record is far from the next host's time.
        // It must not be done with the tribe before it is killed, on a busy machine either.
        let victim = try await Self.host(times[0], database, sleep: 200)
        try await victim.waitFor("began \(tribes[round / 2 % 4])\n")
        victim.signal(SIGKILL)
        await verdict.requireEnd(victim, isKilled: true)
        try Self.sweep(victim)
        try await verdict.requireConsistency(of: database)
        var hosts = [try await Self.host(times[1], database, sleep: 20)]
        try await hosts[0].waitFor("began ")
        hosts += try (0..<2).map { _ in try TestHost(database) }
        for host in hosts { await verdict.requireDone(host) }
        let last = try await Self.host(times[0], database)
        await verdict.requireDone(last)
        try [hosts[0], last].forEach(Self.sweep)
        try await verdict.requireCompletion(of: database)
        let records = "SELECT record::jsonb ->> 'name', record::jsonb ->> 'at' FROM nomad.ledger"
        let order = try await database.column(records + " WHERE record::jsonb ->> 'event' = 'finished' ORDER BY id")
        verdict.require(order == tribes, "\(order)")
        let years = Set(try await database.query(records).compactMap { $0.last??.prefix(4) })
        verdict.isHit = years.count > 1
        return verdict
      }
    }
  }
}
