import Foundation

@testable import Nomad

/// A process that migrates on a simulated disk, from its start to its end, and what is known of those before it.
final class Stage: Sendable {
  static let ledger = URL(fileURLWithPath: "/app/data/nomad.ledger")

  let disk: SimulatedDisk
  private let tribes: [SampleTribe]
  private let log: Locked<Chronicle>

  /// Makes a process that has not started; `beforeOperation` is called just before each operation that changes or syncs
  /// something, with what is on the disk and what is known then.
  init(
    _ tribes: [SampleTribe],
    on volume: Volume,
    after chronicle: Chronicle,
    faults: DiskFaults = .none,
    isTracing: Bool = false,
    beforeOperation: (@Sendable (Volume, Chronicle) -> Void)? = nil
  ) {
    let log = Locked(chronicle)
    self.log = log
    self.tribes = tribes
    disk = SimulatedDisk(volume, faults: faults, isTracing: isTracing) { volume in beforeOperation?(volume, log.value) }
  }

  var chronicle: Chronicle { log.value }

  /// Runs it; what happens after the end of the process did not happen.
  func run() async {
    await migrate()
    if disk.hasFailed { log.withLock { $0.syncFailed() } }
  }

  private func migrate() async {
    let ledger = FileLedger(.url(Self.ledger), files: disk)
    do {
      let nomad = Nomad(
        registry,
        ledger: ledger,
        currentVersion: .unlimited,
        policy: MigrationPolicy(quarantine: .never)
      )
      try await nomad.migrate { [self] event in
        switch event {
        case .planned:
          // A plan without a ledger is one for a fresh install: all else is an error.
          let isThere = disk.volume.find(Self.ledger.path).node != nil
          note { $0.planned(isFresh: !isThere) }
        case .finished(let entry, _): note { $0.acknowledged(entry.name) }
        case .completed: note { $0.completed() }
        default: break
        }
      }
    } catch {
      guard !disk.hasEnded, !disk.hasFailed else { return }
      note { $0.report(.undisturbedRunFailed, "\(error.code): \(error.message)") }
    }
  }

  private func note(_ body: (inout Chronicle) -> Void) {
    if !disk.hasEnded { log.withLock(body) }
  }

  private var registry: TribeRegistry {
    TribeRegistry(module: "Simulation") { builder in
      for (index, tribe) in tribes.enumerated() {
        guard let order = try? tribe.target.order() else { preconditionFailure("\(tribe.target) is illegal") }
        builder.add(tribe.name, target: tribe.target, order: order) { [self] in try await migrate(tribe, index) }
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
    } catch {
      note { $0.failed(index) }
      throw error
    }
    note { $0.ended(index) }
  }
}
