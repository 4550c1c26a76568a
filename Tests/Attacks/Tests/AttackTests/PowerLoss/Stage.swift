import Foundation
import NomadFiles

@testable import Nomad
@testable import NomadFiles
@testable import NomadRepair

/// A process that migrates on a simulated disk, from its start to its end, and the chronicle of earlier processes.
final class Stage: Sendable {
  static let ledger = URL(fileURLWithPath: "/app/data/nomad.ledger")

  let disk: SimulatedDisk
  private let tribes: [SampleTribe]
  private let acts: [Act]
  private let log: Locked<Chronicle>

  /// Makes a process that has not started.
  ///
  /// `beforeOperation` is called just before each operation that changes or syncs something, with the disk's contents
  /// and the chronicle at that time.
  init(
    _ tribes: [SampleTribe],
    on volume: Volume,
    after chronicle: Chronicle,
    acts: [Act] = [.migrate],
    faults: DiskFaults = .none,
    isTracing: Bool = false,
    beforeOperation: (@Sendable (Volume, Chronicle) -> Void)? = nil
  ) {
    let log = Locked(chronicle)
    self.log = log
    self.tribes = tribes
    self.acts = acts
    disk = SimulatedDisk(volume, faults: faults, isTracing: isTracing) { volume in beforeOperation?(volume, log.value) }
  }

  var chronicle: Chronicle { log.value }

  /// Runs the process.
  ///
  /// Its actions after its end have no effect.
  func run() async {
    note { $0.started(on: disk.volume) }
    for act in acts where !disk.hasEnded {
      do {
        try await perform(act, on: FileLedger(.url(Self.ledger), files: disk))
      } catch let error as NomadError {
        let isExpected =
          switch error.code {
          case .ledgerDamaged: chronicle.condition != .whole
          case .tribeFailed: tribes.contains { $0.failures > 0 }
          default: false
          }
        guard !isExpected, !disk.hasEnded, !disk.hasFailed else { continue }
        note { $0.report(.undisturbedRunFailed, "\(act), \(error.code): \(error.message)") }
      } catch {
        note { $0.report(.undisturbedRunFailed, "\(act): \(error)") }
      }
    }
    if disk.hasFailed { log.withLock { $0.syncFailed() } }
  }

  private func perform(_ act: Act, on ledger: FileLedger) async throws {
    switch act {
    case .migrate: try await migrate(ledger)
    case .repair:
      // If there is nothing to repair, the call guarantees nothing: the remains of a killed repair need not be durable.
      if try await ledger.repair() != nil { note { $0.repaired() } }
    case .beginAnew:
      note { $0.beginsAnew() }
      let repair = try await ledger.repair(startingOver: true)
      if let repair { note { repair.kept == 0 ? $0.beganAnew() : $0.repaired() } }
    case .forget(let tribe):
      note { $0.forgets(tribe.name) }
      try await ledger.forget(tribe.target)
      note { $0.forgot(tribe.name) }
    case .forgetAll:
      note { $0.forgets() }
      try await ledger.forgetAll()
      note { $0.forgot() }
    }
  }

  private func migrate(_ ledger: FileLedger) async throws {
    let nomad = Nomad(
      registry,
      ledger: ledger,
      currentVersion: .unlimited,
      policy: MigrationPolicy(quarantine: .never)
    )
    try await nomad.migrate { [self] event in
      switch event {
      case .planned:
        // A plan without a ledger must be the plan for a fresh install; anything else is an error.
        let isThere = disk.volume.find(Self.ledger.path).node != nil
        note { $0.planned(isFresh: !isThere) }
      case .finished(let entry, _): note { $0.acknowledged(entry.name) }
      case .completed: note { $0.completed() }
      default: break
      }
    }
  }

  private func note(_ body: (inout Chronicle) -> Void) {
    if !disk.hasEnded { log.withLock(body) }
  }

  private var registry: TribeRegistry {
    TribeRegistry(_module: "Simulation") { builder in
      for (index, tribe) in tribes.enumerated() {
        guard let order = try? tribe.target.position() else { preconditionFailure("\(tribe.target) is illegal") }
        builder.add(tribe.name, target: tribe.target, position: order) { [self] in try await migrate(tribe, index) }
      }
    }
  }

  private func migrate(_ tribe: SampleTribe, _ index: Int) async throws {
    guard let attempt = TribeAttempt.current else { throw SystemError(call: "no attempt", number: 0) }
    let saved = try attempt.checkpoint("step", as: Int.self) ?? 0
    note { $0.began(index, wasInterrupted: attempt.wasInterrupted, checkpoint: saved) }
    do {
      for step in 0..<max(0, tribe.checkpoints - saved) {
        try await attempt.save(saved + step + 1, as: "step")
        note { $0.saved(saved + step + 1, of: index) }
      }
      if attempt.number <= tribe.failures { throw SystemError(call: "the tribe", number: 0) }
    } catch {
      note { $0.failed(index) }
      throw error
    }
    note { $0.ended(index) }
  }
}
