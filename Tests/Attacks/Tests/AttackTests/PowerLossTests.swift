import Foundation
import Testing

@testable import Nomad

@Suite("A loss of power", .serialized)
struct PowerLossTests {
  private static let tribes: [SampleTribe] = [.numbered(1), .numbered(2, checkpoints: 1), .numbered(3)]

  @Test("At every instant, with all that can be left: nothing acknowledged is lost, and the next run succeeds")
  func everyInstant() async throws {
    var tally = PowerLossTally()
    let threshold = Compaction.threshold(keeping: 0)
    let ledgers: [SampleLedger] = try await [
      .none, .old(3).torn(), .none.withLeftover(), .old(threshold - 4),
    ]
    for ledger in ledgers {
      let sweep = PowerLossSweep(
        ledger: ledger,
        tribes: Self.tribes,
        varied: isThorough ? 8 : 4,
        stride: isThorough ? 1 : 3
      )
      tally.add(await sweep.run())
    }
    tally.report("power lost at every instant")
  }

  @Test("At every instant of a run that follows one that was killed at every instant")
  func everyInstantAfterKills() async throws {
    var tally = PowerLossTally()
    // On an old ledger, each run reads all of it.
    let old = try await SampleLedger.old(Compaction.threshold(keeping: 0) - 2)
    for (ledger, stride) in [(SampleLedger.none, isThorough ? 1 : 3), (old, isThorough ? 5 : 17)] {
      let sweep = PowerLossSweep(
        ledger: ledger,
        tribes: [.numbered(1, checkpoints: 1), .numbered(2)],
        varied: isThorough ? 4 : 3,
        stride: stride,
        followsKill: true
      )
      tally.add(await sweep.run())
    }
    tally.report("killed at every instant, then power lost at every instant")
  }

  @Test("At random, again and again, with kills and failing syncs in between, until it is done")
  func randomSequences() async throws {
    let environment = ProcessInfo.processInfo.environment
    let given = environment["NOMAD_ATTACKS_SEED"].flatMap { UInt64($0) }
    let first = given ?? (isThorough ? UInt64.random(in: 0...UInt64(UInt32.max)) : 1)
    let count = given != nil ? 1 : isThorough ? 100_000 : 1_500
    let tally = try await Self.sequences(from: first, count: count)
    tally.report("power lost at random, from seed \(first)")
  }

  @Test("Syncs that do nothing are found out, so that missing ones would be")
  func swallowedSyncs() async {
    var violations: [DiskFaults.Swallowed: Int] = [:]
    for swallowed in DiskFaults.Swallowed.allCases {
      let sweep = PowerLossSweep(ledger: .none, tribes: Self.tribes, swallowed: swallowed, varied: 4, stride: 3)
      let tally = await sweep.run()
      violations[swallowed] = tally.cases - tally.held
    }
    let usual = violations.removeValue(forKey: .none) ?? 0
    print("swallowed syncs: \(violations.values.reduce(0, +)) violations, \(usual) without")
    for (swallowed, count) in violations { #expect(count > usual, "\(swallowed)") }
  }

  private static func sequences(from first: UInt64, count: Int) async throws -> PowerLossTally {
    let threshold = Compaction.threshold(keeping: 0)
    let ledgers: [SampleLedger] = try await [
      .none, .old(3), .old(3).torn(), .none.withLeftover(), .old(threshold - 9), .old(threshold - 5).torn(),
    ]
    let share = 250
    return await withTaskGroup(of: PowerLossTally.self) { group in
      for start in Swift.stride(from: 0, to: count, by: share) {
        group.addTask {
          var tally = PowerLossTally()
          for index in start..<min(start + share, count) {
            let seed = first &+ UInt64(index)
            var sequence = PowerLossSequence(seed: seed, ledgers: ledgers)
            let chronicle = await sequence.run().chronicle
            var trace: [String] = []
            if !chronicle.violations.isEmpty {
              sequence.isTracing = true
              trace = await sequence.run().trace
            }
            tally.add(chronicle, example: "NOMAD_ATTACKS_SEED=\(seed)\n\(trace.joined(separator: "\n"))")
          }
          return tally
        }
      }
      var tally = PowerLossTally()
      for await part in group { tally.add(part) }
      return tally
    }
  }
}
