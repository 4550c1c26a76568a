import Foundation
import Testing

extension Attacks {
  @Suite("A paused host")
  struct PauseAttacks {
    /// The moment at which a host is stopped.
    enum Moment: Sendable {
      /// A number of milliseconds after a tribe began.
      case inTribe(String, Int)
      /// A number of milliseconds after the host's start.
      case at(Int)
    }

    @Test("Another host takes over from one that is paused past its lease, which then changes nothing")
    func paused() async {
      let delays = isFull ? Array(stride(from: 0, to: 60, by: 3)) : [0, 10]
      let tribes = ["CreateOrders", "FillTotals", "IndexAmounts", "AddNotes"]
      var moments = tribes.flatMap { tribe in delays.map { Moment.inTribe(tribe, $0) } }
      moments += (0..<(isFull ? 200 : 8)).map { _ in .at(.random(in: 10...400)) }
      await run("stopped past the lease", moments, width: 12) { moment, database in
        var verdict = Verdict()
        let isSleeper = Bool.random()
        let first = try TestHost(database, lease: 1, sleep: isSleeper ? 10 : 0, pause: isSleeper ? 0 : 10)
        switch moment {
        case .inTribe(let tribe, let delay):
          try await first.waitFor("began \(tribe)\n")
          try await Task.sleep(for: .milliseconds(delay))
        case .at(let delay): try await Task.sleep(for: .milliseconds(delay))
        }
        first.signal(SIGSTOP)
        await verdict.requireDone(try TestHost(database), "the host that takes over")
        try await verdict.requireCompletion(of: database)
        let before = await database.contents()
        first.signal(SIGCONT)
        let code = await verdict.requireEnd(first, "the host that was stopped")
        verdict.isHit = code != 0
        let after = await database.contents()
        verdict.require(before == after, "the first host changed something: \(first.text)")
        // The host succeeds only if it had nothing left to do, or had finished before.
        let finished = first.text.split(separator: "\n").count { $0.hasPrefix("finished") }
        let isHonest = first.text.contains("ready after \(finished)") && (finished == 0 || finished == 4)
        verdict.require(code != 0 || isHonest, "the first host ended well: \(first.text)")
        try await verdict.requireCompletion(of: database)
        return verdict
      }
    }
  }
}
