import Dispatch
import Nomad
import NomadAdoption
import NomadPromiseKit
import PromiseKit
import Testing

/// The calls that return promises.
///
/// The static calls share one state, so the tests run one after the other.
@Suite("Runs as promises", .serialized, .timeLimit(.minutes(1)))
struct RunPromiseTests {
  private final class Listener: NomadDelegate {
    var heard: [String] = []
    func willStartMigration() { heard.append("start") }
    func didMigrate(to target: TribeTarget) { heard.append("\(target)") }
    func didFinishMigration() { heard.append("finish") }
    func didInterruptMigration(with error: NomadError) { heard.append("interrupt") }
  }

  /// Waits until a chain calls the closure that it receives.
  private func end(
    isolation: isolated (any Actor)? = #isolation,
    _ chain: (@escaping @Sendable (String) -> Void) -> Void
  ) async -> String {
    await withCheckedContinuation { continuation in chain { continuation.resume(returning: $0) } }
  }

  @Test("A packed migrator runs, informs its delegate, and then calls the done handler")
  @MainActor
  func done() async throws {
    let (listener, ledger) = (Listener(), InMemoryLedger())
    Nomad.set(delegate: listener)
    defer { Nomad.set(delegate: nil) }
    let registry = try TribeRegistry {
      One { Promise(after(seconds: 0.01)) }
      Two()
    }
    let outcome = await end { end in
      Nomad.pack(Nomad(registry, ledger: ledger)).migrate()
        .done { end("done: \(ledger.done)") }
        .catch { error in end("\(error)") }
    }
    #expect(outcome == "done: [version:1.0.0, version:2.0.0]")
    #expect(listener.heard == ["start", #".literal("1.0.0")"#, #".literal("2.0.0")"#, "finish"])
  }

  @Test(
    "The catch handler receives every error, including cancellations",
    arguments: [
      (Failure(), .tribeFailed), (PMKError.cancelled, .tribeFailed), (Stopped(), .tribeFailed),
    ] as [(any Error, NomadError.Code)]
  )
  func caught(thrown: any Error, code: NomadError.Code) async throws {
    let registry = try TribeRegistry { One { Promise(error: thrown) } }
    let packed = Nomad.pack(Nomad(registry, ledger: .inMemory))
    let outcome = await end { end in
      packed.migrate().done { end("done") }.catch { error in end((error as? NomadError)?.code.rawValue ?? "\(error)") }
    }
    #expect(outcome == code.rawValue)
  }

  @Test("A migrator's promise delivers the report on another queue, even if the app keeps no reference to it")
  func instance() async throws {
    let ledger = InMemoryLedger()
    let migrator = Nomad(try TribeRegistry { One() }, ledger: ledger)
    let outcome = await end { end in
      migrator.migrate().done(on: .global()) { report in end("\(report.migrated.map(\.name))") }
        .catch(on: .global()) { error in end("\(error)") }
    }
    #expect(outcome == #"["One"]"#)
    #expect(ledger.done == ["version:1.0.0"])
  }

  @Test("A tribe that migrates its own ledger through a promise fails instead of waiting forever")
  func reentrant() async throws {
    let ledger = InMemoryLedger()
    let inner = Nomad(try TribeRegistry { Two() }, ledger: ledger)
    let outer = Nomad(try TribeRegistry { One { inner.migrate().asVoid() } }, ledger: ledger)
    let error = await outer.failure()
    #expect(error?.code == .tribeFailed)
    #expect((error?.underlying as? NomadError)?.code == .reentrant)
  }

  @Test("Asynchronous code selects the asynchronous calls, and synchronous code those that return promises")
  func overloads() async throws {
    let migrator = Nomad(try TribeRegistry { One() }, ledger: .inMemory)
    let packed = Nomad.pack(migrator)
    // If a call returned a promise, there would be a warning about an unused result or an `await` without effect.
    try await packed.migrate()
    try await Nomad.migrate()
    try await migrator.migrate()
    try await migrator.migrate { _ in }
    try await One().migrate()
    let report = try await Nomad.migrate()
    async let later = migrator.migrate()
    let task = Task { try await migrator.migrate() }
    let closure = { @Sendable in try await migrator.migrate() }
    for report in [report, try await later, try await task.value, try await closure()] {
      #expect(report.migrated.isEmpty)
    }
    #expect(started(migrator) == [false, false])
  }

  private func started(_ migrator: Nomad) -> [Bool] {
    let (own, packed) = (migrator.migrate(), Nomad.migrate())
    return [own.isRejected, packed.isRejected]
  }
}
