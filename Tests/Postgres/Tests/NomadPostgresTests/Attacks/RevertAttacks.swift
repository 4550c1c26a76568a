import Foundation
import Nomad
import NomadPostgres
import Testing

extension Attacks {
  @Suite("Killed reverts")
  struct RevertAttacks {
    @Test("A tribe is undone with its record or not at all when hosts that revert are killed at random instants")
    func random() async {
      await run("killed while they revert", Array(0..<(isFull ? 300 : 10))) { round, database in
        var verdict = Verdict(isHit: false)
        await verdict.requireDone(try TestHost(database))
        let back = ["NOMAD_HOST_REVERT": "1.0.0"]
        for _ in 0..<2 {
          let host = try TestHost(database, sleep: round % 2 * 20, pause: round % 3 * 5, environment: back)
          try await Task.sleep(for: .milliseconds(.random(in: 20...250)))
          host.signal(SIGKILL)
          if await verdict.requireEnd(host, isKilled: true) != 0 { verdict.isHit = true }
          // The server may still be about to commit.
          _ = try await database.ledger().withExclusiveAccess { _ in }
          try await verdict.requireConsistency(of: database)
          if round % 5 == 4 { await verdict.requireDone(try TestHost(database)) }
        }
        if round % 2 == 0 {
          await verdict.requireDone(try TestHost(database, environment: back))
          let effects = try await database.column("SELECT tribe FROM effect")
          verdict.require(effects == ["CreateOrders"], "the effects are \(effects)")
          let columns = try await database.column(
            "SELECT column_name FROM information_schema.columns WHERE column_name = 'note'"
          )
          verdict.require(columns.isEmpty, "the column is still there")
        }
        await verdict.requireDone(try TestHost(database))
        try await verdict.requireCompletion(of: database)
        return verdict
      }
    }
  }
}
