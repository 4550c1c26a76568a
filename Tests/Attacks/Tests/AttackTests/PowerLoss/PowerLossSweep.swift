import NomadFiles

@testable import Nomad

/// Loses the power at every instant of a run, and runs again on every possible remainder of the disk.
struct PowerLossSweep: Sendable {
  let ledger: SampleLedger
  let tribes: [SampleTribe]
  var swallowed = DiskFaults.Swallowed.none
  /// The number of changes that are not durable and are varied; the others are kept.
  var varied = 8
  /// The step between the tested instants.
  var stride = 1
  /// Whether the power is lost in the second run.
  ///
  /// The first one is killed, also at every instant.
  var followsKill = false
  /// The operations of the process in which the power is lost.
  var acts: [Act] = [.migrate]
  /// Whether a ledger on the remainder is also repaired or replaced by a new one, followed by another loss of power.
  var repairs = false

  private struct Instant: Sendable {
    let volume: Volume
    let chronicle: Chronicle
    let log: [String]
  }

  func run() async -> PowerLossTally {
    let start = Instant(volume: ledger.volume, chronicle: ledger.chronicle(of: everyTribe), log: [])
    let instants = await instants(from: start)
    return await withTaskGroup(of: PowerLossTally.self) { group in
      for index in Swift.stride(from: instants.count - 1, through: 0, by: -stride) {
        group.addTask {
          guard followsKill else { return await losses(at: instants[index], index) }
          var tally = PowerLossTally()
          for (number, instant) in await self.instants(from: instants[index]).enumerated()
          where (number + index) % stride == 0 {
            tally.add(await losses(at: instant, number))
          }
          return tally
        }
      }
      var tally = PowerLossTally()
      for await part in group { tally.add(part) }
      return tally
    }
  }

  private var everyTribe: [SampleTribe] { ledger.tribes(with: tribes) }

  /// Returns the state before each operation of an undisturbed run, and after the last.
  private func instants(from start: Instant) async -> [Instant] {
    let seen = Locked<[(Volume, Chronicle)]>([])
    let stage = Stage(
      everyTribe,
      on: start.volume,
      after: start.chronicle,
      acts: acts,
      faults: DiskFaults(swallowed: swallowed),
      isTracing: true
    ) { volume, chronicle in
      seen.withLock { $0.append((volume, chronicle)) }
    }
    await stage.run()
    let log = stage.disk.log
    return (seen.value + [(stage.disk.volume, stage.chronicle)]).enumerated().map { index, instant in
      Instant(volume: instant.0, chronicle: instant.1, log: start.log + ["started"] + log.prefix(index))
    }
  }

  private func losses(at instant: Instant, _ index: Int) async -> PowerLossTally {
    var tally = PowerLossTally()
    let killed = await rerun(on: instant.volume, after: instant.chronicle)
    tally.add(killed, example: (instant.log + ["killed"]).joined(separator: "\n"))
    await repair(on: instant.volume, after: instant.chronicle, into: &tally) { instant.log + ["killed"] }
    // Folders have few changes, and losing one loses everything in the folder.
    let uncertain = instant.volume.uncertain
    let folders = uncertain.filter(\.isOfFolder).suffix((varied + 1) / 2)
    let rest = uncertain.filter { !$0.isOfFolder }
    var volume = instant.volume
    volume.settle(allBut: Set((folders + rest.suffix(varied - folders.count)).map(\.number)))
    let changes = volume.uncertain
    // Equal remainders give equal runs, so each is tested once.
    var leftovers: [[Int: Volume.Node]: (volume: Volume, fates: [Fate], count: Int)] = [:]
    for fates in Self.fates(of: changes, seed: UInt64(index)) {
      let fateOf = Dictionary(uniqueKeysWithValues: zip(changes.map(\.number), fates))
      let left = volume.afterPowerLoss { fateOf[$0.number] ?? .kept }
      leftovers[left.nodes, default: (left, fates, 0)].count += 1
    }
    for (left, fates, count) in leftovers.values {
      let chronicle = await rerun(on: left, after: instant.chronicle)
      let lines = { instant.log + zip(changes, fates).map { $0.description(in: volume, $1) } }
      tally.add(chronicle, times: count, example: lines().joined(separator: "\n"))
      await repair(on: left, after: instant.chronicle, into: &tally, lines)
    }
    return tally
  }

  /// Repairs the remainder or begins a new ledger, then loses the power: with no change kept, with all kept, and at
  /// random.
  private func repair(
    on volume: Volume,
    after chronicle: Chronicle,
    into tally: inout PowerLossTally,
    _ log: () -> [String]
  ) async {
    guard repairs else { return }
    let stage = Stage(everyTribe, on: volume, after: chronicle, acts: [.beginAnew], isTracing: true)
    await stage.run()
    var random = SplitMix64(seed: UInt64(tally.cases))
    let changed = stage.disk.volume
    let fates: [(DiskChange) -> Fate] = [
      { _ in .dropped }, { _ in .kept }, { Fate.random(of: $0, bias: 4, using: &random) },
    ]
    for fate in fates {
      var lost: [String] = []
      let left = changed.afterPowerLoss { change in
        let fate = fate(change)
        lost.append(change.description(in: changed, fate))
        return fate
      }
      let chronicle = await rerun(on: left, after: stage.chronicle)
      let repair = ["repaired, or begun anew"] + stage.disk.log + lost
      tally.add(chronicle, example: (log() + repair).joined(separator: "\n"))
    }
  }

  private func rerun(on volume: Volume, after chronicle: Chronicle) async -> Chronicle {
    let stage = Stage(everyTribe, on: volume, after: chronicle, acts: ledger.recovery(of: everyTribe))
    await stage.run()
    var chronicle = stage.chronicle
    chronicle.close()
    return chronicle
  }

  /// Returns all fates of changes.
  ///
  /// With more than two changes, each is trashed in one way, which differs by case.
  static func fates(of changes: [DiskChange], seed: UInt64) -> [[Fate]] {
    var random = SplitMix64(seed: seed)
    var all: [[Fate]] = [[]]
    for change in changes {
      all = all.flatMap { fates -> [[Fate]] in
        guard change.canBeTrashed else { return [fates + [.kept], fates + [.dropped]] }
        let trash = changes.count > 2 ? [Fate.Trash.random(using: &random)] : Fate.Trash.allCases
        return ([.kept, .dropped] + trash.map(Fate.trashed)).map { fates + [$0] }
      }
    }
    return all
  }
}
