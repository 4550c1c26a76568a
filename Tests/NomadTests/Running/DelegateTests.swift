import Foundation
import Testing

@testable import Nomad

@Suite("NomadDelegate")
@MainActor
struct DelegateTests {
  private final class Listener: NomadDelegate {
    var heard: [String] = []

    func willStartMigration() { heard.append("start") }
    func didMigrate(to target: TribeTarget) { heard.append("\(target)") }
    func didFinishMigration() { heard.append("finish") }
    func didInterruptMigration(with error: NomadError) { heard.append("interrupt \(error.code)") }
    func didReceive(_ event: MigrationEvent) {
      if case .progressed(_, let completed, let total) = event { heard.append("\(completed)/\(total)") }
    }
  }

  private final class Indifferent: NomadDelegate {}

  @Test("A delegate receives the start of a run, its progress, each tribe in order, and the end")
  func completed() async throws {
    let (listener, ledger) = (Listener(), InMemoryLedger())
    let registry = try TribeRegistry([.literal("1.0.0"), .literal("2.0.0")]) { name in
      if name == "2.0.0" { TribeAttempt.current?.report(1, of: 2) }
    }
    try await Nomad(registry, ledger: ledger).migrate(telling: listener)
    #expect(listener.heard == ["start", #".literal("1.0.0")"#, "1/2", #".literal("2.0.0")"#, "finish"])
    try await Nomad(registry, ledger: ledger).migrate(telling: listener)
    #expect(listener.heard.suffix(2) == ["start", "finish"])
    try await Nomad(registry, ledger: ledger).migrate(telling: Indifferent())
  }

  @Test("A delegate receives the error that stops a run once, even before there is a plan")
  func stopped() async throws {
    let listener = Listener()
    let failing = try TribeRegistry([.once("a")]) { _ in throw Failure() }
    await #expect(throws: NomadError.self) {
      try await Nomad(failing, ledger: .inMemory).migrate(telling: listener)
    }
    #expect(listener.heard == ["start", "interrupt tribe-failed"])
    listener.heard = []
    let migrator = Nomad(failing, ledger: .inMemory, currentVersion: .exactly("x"))
    await #expect(throws: NomadError.self) { try await migrator.migrate(telling: listener) }
    #expect(listener.heard == ["interrupt illegal-current-version"])
  }

  @Test("A delegate receives the end of a run whose task was cancelled")
  func cancelled() async throws {
    let listener = Listener()
    let registry = try TribeRegistry([.once("a"), .once("b")]) { _ in withUnsafeCurrentTask { $0?.cancel() } }
    let run = Task { try await Nomad(registry, ledger: .inMemory).migrate(telling: listener) }
    await #expect(throws: NomadError.self) { try await run.value }
    #expect(listener.heard == ["start", #".once("a")"#, "interrupt cancelled"])
  }
}
