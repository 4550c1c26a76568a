import NomadFiles

@testable import Nomad
@testable import NomadFiles

/// Loses the power at every instant of a process that takes or restores a snapshot, and checks every remainder.
struct SnapshotSweep: Sendable {
  let start: Volume
  var swallowed = DiskFaults.Swallowed.none
  var syncsFileSystems = true
  /// The step between the tested instants.
  var stride = 1
  /// The number of random remainders of each instant, besides those in which only the last changes are uncertain.
  var samples = 8
  let act: @Sendable (SimulatedDisk) async throws -> Void
  /// Returns the violated rules on the remainder of a disk.
  let check: @Sendable (Volume) async throws -> [String]

  struct Result {
    var cases = 0
    var held = 0
    var examples: [String: String] = [:]
  }

  func run() async throws -> Result {
    let seen = Locked<[Volume]>([])
    let disk = SimulatedDisk(
      start,
      faults: DiskFaults(swallowed: swallowed),
      isTracing: true,
      syncsFileSystems: syncsFileSystems
    ) { volume in
      seen.withLock { $0.append(volume) }
    }
    try await act(disk)
    let (instants, log) = (seen.value + [disk.volume], disk.log)
    var result = Result()
    for index in Swift.stride(from: 0, to: instants.count, by: stride) {
      var lefts: [[Int: Volume.Node]: Volume] = [:]
      for left in remainders(of: instants[index], index) { lefts[left.nodes] = left }
      for left in lefts.values {
        let violations: [String]
        do { violations = try await check(left) } catch { violations = ["\(error)"] }
        result.cases += 1
        if violations.isEmpty { result.held += 1 }
        for violation in violations {
          result.examples[violation] =
            log.prefix(index).suffix(12).joined(separator: "\n") + "\n\(index) of \(log.count)"
        }
      }
    }
    return result
  }

  /// Returns what a loss of power can leave: nothing that is uncertain, all of it, every mixture of the last changes,
  /// and random ones.
  private func remainders(of volume: Volume, _ index: Int) -> [Volume] {
    var (recent, random) = (volume, SplitMix64(seed: UInt64(index)))
    recent.settle(allBut: Set(volume.uncertain.suffix(3).map(\.number)))
    let changes = recent.uncertain
    var all = [volume, volume.afterPowerLoss { _ in .dropped }]
    for fates in PowerLossSweep.fates(of: changes, seed: UInt64(index)) {
      let fateOf = Dictionary(uniqueKeysWithValues: zip(changes.map(\.number), fates))
      all.append(recent.afterPowerLoss { fateOf[$0.number] ?? .kept })
    }
    for sample in 0..<samples {
      all.append(volume.afterPowerLoss { Fate.random(of: $0, bias: sample % Fate.biases, using: &random) })
    }
    return all
  }
}
