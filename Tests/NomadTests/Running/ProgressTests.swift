import Foundation
import NomadAdoption
import Testing

@testable import Nomad

@Suite("Progress of a run")
struct ProgressTests {
  @Test("Each tribe has an equal share of the progress, and fills it as it reports")
  func shares() async throws {
    let (progress, fractions) = (Progress(totalUnitCount: 0), Trace())
    let registry = try TribeRegistry([.literal("1.0.0"), .literal("2.0.0")]) { name in
      guard name == "2.0.0" else { return }
      for (completed, total) in [(1, 4), (2, 4), (9, 4), (-1, 4), (1, 0), (3, 4)] {
        TribeAttempt.current?.report(completed, of: total)
      }
    }
    try await Nomad(registry, ledger: .inMemory).migrate(reportingTo: progress) { _ in
      fractions.note(progress.fractionCompleted.formatted(.number.precision(.fractionLength(2))))
    }
    // Planned; began and finished; began, six reports, finished; completed.
    #expect(
      fractions.all == [
        "0.00", "0.00", "0.50", "0.50", "0.62", "0.75", "1.00", "1.00", "1.00", "0.87", "1.00", "1.00",
      ]
    )
    #expect(progress.isFinished)
    #expect(progress.totalUnitCount == 2_000)
    #expect(progress.cancellationHandler == nil)
  }

  @Test("Units that the app adds to the same progress do not shift the share of a tribe")
  func sharedProgress() async throws {
    let (progress, fractions) = (Progress(totalUnitCount: 0), Trace())
    let registry = try TribeRegistry([.literal("1.0.0"), .literal("2.0.0")]) { name in
      guard name == "1.0.0" else { return }
      progress.completedUnitCount += 1_000
      TribeAttempt.current?.report(1, of: 2)
    }
    try await Nomad(registry, ledger: .inMemory).migrate(reportingTo: progress) { event in
      if case .progressed = event { fractions.note("\(progress.completedUnitCount)") }
    }
    #expect(fractions.all == ["499"])
  }

  @Test("The progress of a run with nothing to do is finished")
  func nothing() async throws {
    let progress = Progress(totalUnitCount: 0)
    try await Nomad(try TribeRegistry([]), ledger: .inMemory).migrate(reportingTo: progress)
    #expect(progress.isFinished)
  }

  @Test("Cancelling the progress before or during a run cancels the run", arguments: [false, true])
  func cancel(during: Bool) async throws {
    let (progress, ledger) = (Progress(totalUnitCount: 0), InMemoryLedger())
    if !during { progress.cancel() }
    let registry = try TribeRegistry([.once("a"), .once("b")]) { _ in progress.cancel() }
    let error = await #expect(throws: NomadError.self) {
      try await Nomad(registry, ledger: ledger).migrate(reportingTo: progress)
    }
    #expect(error?.code == .cancelled)
    #expect(ledger.history().finished.map(\.key) == (during ? ["once:a"] : []))
  }

  @Test("Cancelling the task that waits for a run cancels the run")
  func cancelWaiting() async throws {
    let (began, gate, ledger) = (Gate(), Gate(), InMemoryLedger())
    let registry = try TribeRegistry([.once("a"), .once("b")]) { _ in
      began.open()
      await gate.pass()
    }
    let progress = Progress(totalUnitCount: 0)
    let waiting = Task { try await Nomad(registry, ledger: ledger).migrate(reportingTo: progress) }
    await began.pass()
    waiting.cancel()
    gate.open()
    let error = await #expect(throws: NomadError.self) { try await waiting.value }
    #expect(error?.code == .cancelled)
    #expect(ledger.history().finished.map(\.key) == ["once:a"])
    #expect(progress.cancellationHandler == nil)
  }

  @Test("A tribe that cancels its own task cancels the run")
  func cancelTask() async throws {
    let ledger = InMemoryLedger()
    let registry = try TribeRegistry([.once("a"), .once("b")]) { _ in
      withUnsafeCurrentTask { $0?.cancel() }
    }
    let run = Task { try await Nomad(registry, ledger: ledger).migrate(reportingTo: Progress(totalUnitCount: 0)) }
    let error = await #expect(throws: NomadError.self) { try await run.value }
    #expect(error?.code == .cancelled)
    #expect(ledger.history().finished.map(\.key) == ["once:a"])
  }
}
