import Foundation
import NomadFiles
import Testing

@testable import Nomad
@testable import NomadFiles
@testable import NomadRepair

@Suite("Power loss while a ledger is moved", .serialized)
struct PowerLossDuringMoveTests {
  private static let destination = URL(fileURLWithPath: "/app/data/new.ledger")

  private static func move(on disk: SimulatedDisk) async throws {
    try await FileLedger(.url(Stage.ledger), files: disk).move(to: FileLedger(.url(destination), files: disk))
  }

  @Test("The next call completes a move that lost power at any instant, and no record is lost")
  func everyInstant() async throws {
    let start = try await SampleLedger.old(5).volume
    let records = try FileLedger(.url(Stage.ledger), files: SimulatedDisk(start)).history().records
    let seen = Locked<[Volume]>([])
    let disk = SimulatedDisk(start) { volume in seen.withLock { $0.append(volume) } }
    try await Self.move(on: disk)
    var (cases, held, random) = (0, 0, SplitMix64(seed: 7))
    for volume in seen.value + [disk.volume] {
      for round in 0..<(isThorough ? 400 : 40) {
        let bias = round % Fate.biases
        let left = volume.afterPowerLoss { change in
          round == 0 ? .kept : round == 1 ? .dropped : Fate.random(of: change, bias: bias, using: &random)
        }
        cases += 1
        if await holds(left, records) { held += 1 }
      }
    }
    print("power lost while a ledger is moved: \(cases) cases, \(held) held")
    #expect(cases > 500 && held == cases)
  }

  /// Returns whether an older app and the next call find the expected records on the volume.
  private func holds(_ left: Volume, _ records: [LedgerRecord]) async -> Bool {
    do {
      // An older app sees all records, or that the ledger is gone.
      if let old = try? FileLedger(.url(Stage.ledger), files: SimulatedDisk(left)).history() {
        guard old.records == records else { return false }
      }
      let disk = SimulatedDisk(left)
      try await Self.move(on: disk)
      // The destination file is written without obsolete records.
      let moved = try FileLedger(.url(Self.destination), files: disk).history().records
      return moved == LedgerHistory.Compaction.latest(of: records)
    } catch {
      Issue.record("\(error)")
      return false
    }
  }
}
