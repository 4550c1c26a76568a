import Testing

@testable import Nomad

@Suite("Power loss", .serialized)
struct PowerLossTests {
  private static let tribes: [SampleTribe] = [.numbered(1), .numbered(2, checkpoints: 1), .numbered(3)]

  @Test("A power loss at any instant loses nothing acknowledged, and the next run succeeds")
  func everyInstant() async throws {
    var tally = PowerLossTally()
    let threshold = LedgerHistory.Compaction.threshold(keeping: 0)
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

  @Test("A repair leaves a usable ledger after a power loss during failing runs, repairs and changes")
  func everyInstantOfActs() async throws {
    var tally = PowerLossTally()
    let (one, two) = (SampleTribe.numbered(1, checkpoints: 2, failures: 2), SampleTribe.numbered(2))
    let old = try await SampleLedger.old(12)
    let threshold = LedgerHistory.Compaction.threshold(keeping: 0)
    // The last number is the share of the instants to test if not all are: long ledgers take long.
    let scenarios: [(ledger: SampleLedger, tribes: [SampleTribe], acts: [Act], share: Int)] = try await [
      (.none, [one, two], [.migrate, .migrate, .migrate], 9),
      (.old(threshold - 6), [one], [.migrate, .migrate, .migrate], 60),
      (old, [two], [.migrate, .forget(two), .migrate], 9),
      (old.torn(), [two], [.forget(.elder), .forgetAll, .migrate], 9),
      (old.damaged(.damaged), [], [.migrate, .repair, .migrate], 1),
      (old.damaged(.lost), [], [.migrate, .beginAnew, .migrate], 1),
      (old.gone(), [two], [.migrate, .beginAnew, .migrate], 6),
    ]
    for (ledger, tribes, acts, share) in scenarios {
      let sweep = PowerLossSweep(
        ledger: ledger,
        tribes: tribes,
        varied: isThorough ? 4 : 3,
        stride: isThorough ? 1 : share,
        acts: acts,
        repairs: true
      )
      tally.add(await sweep.run())
    }
    tally.report("power lost at every instant of failing runs, repairs and changes")
  }

  @Test("A power loss during a run that follows a killed run loses nothing acknowledged")
  func everyInstantAfterKills() async throws {
    var tally = PowerLossTally()
    // Each run reads all of an old ledger.
    let old = try await SampleLedger.old(LedgerHistory.Compaction.threshold(keeping: 0) - 2)
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

  @Test("Random power losses, kills and failing syncs lose nothing acknowledged")
  func randomSequences() async throws {
    let seeds = Seeds(share: 1_500, all: 100_000)
    let tally = try await Self.sequences(from: seeds)
    tally.report("power lost at random, from seed \(seeds.first)")
  }

  @Test("The power loss attack detects syncs that do nothing, so it would also detect missing syncs")
  func swallowedSyncs() async {
    var violations: [DiskFaults.Swallowed: Int] = [:]
    // A ledger never syncs a whole file system.
    for swallowed in DiskFaults.Swallowed.allCases where swallowed != .fileSystems {
      let sweep = PowerLossSweep(ledger: .none, tribes: Self.tribes, swallowed: swallowed, varied: 4, stride: 3)
      let tally = await sweep.run()
      violations[swallowed] = tally.cases - tally.held
    }
    let usual = violations.removeValue(forKey: .none) ?? 0
    print("swallowed syncs: \(violations.values.reduce(0, +)) violations, \(usual) without")
    for (swallowed, count) in violations { #expect(count > usual, "\(swallowed)") }
  }

  private static func sequences(from seeds: Seeds) async throws -> PowerLossTally {
    let threshold = LedgerHistory.Compaction.threshold(keeping: 0)
    let ledgers: [SampleLedger] = try await [
      .none, .old(3), .old(3).torn(), .none.withLeftover(), .old(threshold - 9), .old(threshold - 5).torn(),
    ]
    return await withTaskGroup(of: PowerLossTally.self) { group in
      for part in seeds.parts {
        group.addTask {
          var tally = PowerLossTally()
          for seed in part {
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
