import Foundation
import Nomad
import NomadPostgres
import Testing

extension Attacks {
  @Suite("Killed merges")
  struct MergeAttacks {
    private static let merged = ["NOMAD_HOST_MERGED": "1"]

    @Test("Each part of a merged tribe has one effect when hosts are killed at random instants")
    func random() async {
      await run("killed while they merge", Array(0..<(isFull ? 300 : 12))) { round, database in
        var verdict = Verdict(isHit: false)
        for attempt in 0..<4 {
          // The first host of some rounds, and one of the others, still has the old tribes.
          let environment = (round + attempt) % 3 == 0 ? [:] : Self.merged
          let host = try TestHost(database, sleep: round % 2 * 20, pause: round % 3 * 5, environment: environment)
          try await Task.sleep(for: .milliseconds(.random(in: 20...250)))
          host.signal(SIGKILL)
          if await verdict.requireEnd(host, isKilled: true) != 0 { verdict.isHit = true }
          // The server may still be about to commit.
          _ = try await database.ledger().withExclusiveAccess { _ in }
          try await verdict.requirePartsWithKeys(in: database)
        }
        await verdict.requireDone(try TestHost(database, environment: Self.merged))
        try await verdict.requireMerge(in: database)
        // A downgrade.
        await verdict.requireEnd(try TestHost(database))
        try await verdict.requireMerge(in: database)
        return verdict
      }
    }

    @Test("Hosts with the merged tribe and hosts with the old ones, all at once, run each part once")
    func crowd() async {
      await run("hosts that merge at once", Array(0..<(isFull ? 50 : 3)), width: 1) { round, database in
        var verdict = Verdict()
        let hosts = try (0..<6).map { try TestHost(database, environment: $0 % 3 < round % 3 ? [:] : Self.merged) }
        for host in hosts { await verdict.requireEnd(host) }
        await verdict.requireDone(try TestHost(database, environment: Self.merged))
        try await verdict.requireMerge(in: database)
        return verdict
      }
    }
  }
}

extension Verdict {
  /// Requires that each part has one effect if its key is done, and none otherwise.
  fileprivate mutating func requirePartsWithKeys(in database: TestDatabase) async throws {
    let effects = try await database.counts().effects
    let history = try await database.ledger().history()
    let parts: [(String, LedgerKey)] = [
      ("CreateOrders", "version:1.0.0"), ("FillTotals", "version:1.1.0"), ("AddNotes", "once:2026-12-notes"),
    ]
    for (tribe, key) in parts {
      let (count, isDone) = (effects[tribe, default: 0], history.isDone(key))
      require(count == (isDone ? 1 : 0), "\(tribe) has \(count) effects, and its key is \(isDone ? "" : "not ")done")
    }
  }

  /// Requires that each part has one effect, and that all keys are done.
  fileprivate mutating func requireMerge(in database: TestDatabase) async throws {
    try await requirePartsWithKeys(in: database)
    let history = try await database.ledger().history()
    for key: LedgerKey in ["version:1.0.0", "version:1.1.0", "version:1.1.5", "version:1.2.0", "once:2026-12-notes"] {
      require(history.isDone(key), "\(key) is not done")
    }
    let rows = try await database.column("SELECT count(*)::text FROM orders WHERE total IS NOT NULL")
    require(rows == ["1000"], "rows with a total: \(rows)")
  }
}
