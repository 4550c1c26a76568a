import Testing

@testable import Nomad
@testable import NomadUI

@Suite("MigrationPhase")
struct MigrationPhaseTests {
  private let registry: TribeRegistry
  private var tribes: [TribeRegistry.Entry] { registry.entries }

  init() throws {
    registry = try TribeRegistry([.literal("1.0.0"), .literal("2.0.0")])
  }

  private func plan(_ nomad: Nomad? = nil) throws -> MigrationPlan {
    let nomad = nomad ?? Nomad(registry, ledger: .inMemory)
    return try nomad.plan(after: try #require(try nomad.immediateHistory()))
  }

  private func after(_ events: [MigrationEvent]) -> MigrationPhase {
    events.reduce(.notStarted) { $0.after($1) }
  }

  @Test("The phase follows a run from the plan through each tribe to the end")
  func whole() throws {
    let report = MigrationReport(plan: try plan())
    let events: [(MigrationEvent, fraction: Double)] = [
      (.planned(try plan()), 0),
      (.began(tribes[0], index: 0, count: 2), 0),
      (.finished(tribes[0], duration: .zero), 0.5),
      (.retrying(tribes[1], deaths: 1), 0.5),
      (.began(tribes[1], index: 1, count: 2), 0.5),
      (.progressed(tribes[1], completed: 1, total: 2), 0.74975),
      (.progressed(tribes[1], completed: 2, total: 2), 0.9995),
      (.finished(tribes[1], duration: .zero), 1),
    ]
    var phase = MigrationPhase.notStarted
    for (event, fraction) in events {
      phase = phase.after(event)
      #expect(phase.fractionCompleted == fraction, "\(event)")
      #expect(phase.progress?.count == 2)
    }
    let progress: MigrationProgress = try #require(phase.progress)
    #expect(progress.tribe == tribes[1])
    #expect(progress.index == 1)
    phase = phase.after(.completed(report))
    #expect(phase.name == "finished")
    #expect(phase.fractionCompleted == 1)
  }

  @Test("The phase contains the running tribe and its reported progress until the next tribe begins")
  func reported() throws {
    let began = after([.planned(try plan()), .began(tribes[0], index: 0, count: 2)])
    let phase = began.after(.progressed(tribes[0], completed: 3, total: 8))
    #expect(phase.progress?.tribe == tribes[0])
    #expect(phase.progress?.completed == 3)
    #expect(phase.progress?.total == 8)
    let finished = phase.after(.finished(tribes[0], duration: .zero))
    #expect(finished.progress?.total == 8)
    let next = finished.after(.began(tribes[1], index: 1, count: 2))
    #expect(next.progress?.tribe == tribes[1])
    #expect(next.progress?.total == 0)
  }

  @Test(
    "The progress that a tribe reports stays within the tribe's share",
    arguments: [(9, 4, 0.4995), (Int.max, 1, 0.4995), (0, 4, 0), (-1, 4, 0), (1, 0, 0), (1, -1, 0), (0, 0, 0)]
  )
  func nonsense(completed: Int, total: Int, fraction: Double) throws {
    let began = after([.planned(try plan()), .began(tribes[0], index: 0, count: 2)])
    let phase = began.after(.progressed(tribes[0], completed: completed, total: total))
    #expect(phase.fractionCompleted == fraction)
  }

  @Test("A run that has no tribe to run is never in progress")
  func nothing() async throws {
    let ledger = InMemoryLedger()
    let done = Nomad(registry, ledger: ledger)
    try await done.migrate()
    let fresh = Nomad(
      registry,
      ledger: .inMemory,
      currentVersion: .exactly("2.0.0"),
      policy: MigrationPolicy(firstStart: .baselineAtCurrentVersion)
    )
    for nomad in [done, fresh] {
      let plan = try plan(nomad)
      let planned = MigrationPhase.notStarted.after(.planned(plan))
      #expect(planned.name == "not started")
      let marked = plan.marked.reduce(planned) { $0.after(.marked($1)) }
      #expect(marked.name == "not started")
      #expect(marked.after(.completed(MigrationReport(plan: plan))).name == "finished")
    }
    #expect(try plan(fresh).marked.count == 2)
  }

  @Test("The phase of a failed run contains the error and the completed fraction")
  func failed() throws {
    var report = MigrationReport(plan: try plan())
    let error = NomadError.tribeFailed(tribes[1], Failure())
    let running = after([.planned(try plan()), .began(tribes[1], index: 1, count: 2), .failed(tribes[1], error)])
    #expect(running.name == "running")
    #expect(running.after(.stopped(error)).fractionCompleted == 0)
    report.migrated.append(
      MigrationReport.Item(name: "a", module: "App", target: .always, duration: .zero, isLate: false)
    )
    let stopped = running.after(.stopped(error.with(report)))
    #expect(stopped.name == "failed: tribe-failed")
    #expect(stopped.fractionCompleted == 0.5)
  }

  @Test("After a failure, a new plan puts the phase in progress again, and a recovered ledger does not")
  func again() throws {
    let failed = MigrationPhase.failed(.nothingPacked)
    #expect(failed.after(.planned(try plan())).progress?.count == 2)
    #expect(failed.after(.ignored(tornBytes: 1)).name == "failed: nothing-packed")
  }

  @Test("Events that do not fit the current tribe or phase change nothing")
  func misfit() throws {
    let began = after([.planned(try plan()), .began(tribes[0], index: 0, count: 2)])
    #expect(began.after(.progressed(tribes[1], completed: 1, total: 2)).fractionCompleted == 0)
    #expect(began.after(.finished(tribes[1], duration: .zero)).fractionCompleted == 0)
    #expect(after([.progressed(tribes[0], completed: 1, total: 2)]).name == "not started")
    #expect(after([.finished(tribes[0], duration: .zero)]).name == "not started")
  }

  @Test("A phase that follows the events of a real run ends with the run's report")
  func events() async throws {
    var phase = MigrationPhase.notStarted
    for try await event in Nomad(registry, ledger: .inMemory).events() { phase = phase.after(event) }
    #expect(phase.migrated == ["1.0.0", "2.0.0"])
  }
}
