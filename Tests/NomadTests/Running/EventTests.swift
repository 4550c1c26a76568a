import Foundation
import NomadFiles
import Testing

@testable import Nomad

@Suite("MigrationEvent")
struct EventTests {
  private func note(_ event: MigrationEvent) -> String {
    switch event {
    case .waiting(let holder): "waiting for \(holder)"
    case .planned(let plan): "planned \(plan.pending.count)"
    case .unknownHold(let key): "unknown \(key)"
    case .late(let entry): "late \(entry.name)"
    case .marked(let entry): "marked \(entry.name)"
    case .began(let entry, let index, let count): "began \(entry.name) \(index)/\(count)"
    case .ignored(let tornBytes): "ignored \(tornBytes)"
    case .prepared(let outcome): "prepared: \(outcome)"
    case .retrying(let entry, let deaths): "interrupted before \(entry.name) \(deaths)"
    case .progressed(let entry, let completed, let total): "progressed \(entry.name) \(completed)/\(total)"
    case .noted(let entry, let text): "noted \(entry.name): \(text)"
    case .quarantined(let entry, let deaths): "quarantined \(entry.name) \(deaths)"
    case .finished(let entry, _): "finished \(entry.name)"
    case .failed(let entry, let error): "failed \(entry.name) \(error.code)"
    case .postponed(let entry, let error): "postponed \(entry.name) \(error.code)"
    case .reverting(let entry, let index, let count): "reverting \(entry.name) \(index + 1)/\(count)"
    case .reverted(let entry, _): "reverted \(entry.name)"
    case .completed(let report): "completed \(report.migrated.count)"
    case .stopped(let error): "stopped \(error.code)"
    }
  }

  @Test("A completed run reports its events in order")
  func completes() async throws {
    let (events, ledger) = (Trace(), InMemoryLedger())
    let registry = try TribeRegistry([.literal("1.0.0"), .literal("2.0.0")])
    try await Nomad(registry, ledger: ledger).migrate { events.note(note($0)) }
    try await Nomad(registry, ledger: ledger).migrate { events.note(note($0)) }
    #expect(
      events.all == [
        "planned 2", "began 1.0.0 0/2", "finished 1.0.0", "began 2.0.0 1/2", "finished 2.0.0", "completed 2",
        "planned 0", "completed 0",
      ]
    )
  }

  @Test("A run that finds a partial record at the end of its ledger reports it once")
  func recovered() async throws {
    let folder = try TemporaryFolder()
    let migrator = Nomad(try TribeRegistry([.once("a"), .always]), ledger: .file(at: folder.ledgerURL))
    try await migrator.migrate()
    // The file as a killed run leaves it: without the seal, in the middle of a record.
    let lines = try String(contentsOf: folder.ledgerURL, encoding: .utf8).split(separator: "\n").dropLast()
    let torn = lines.joined(separator: "\n") + "\n0123abcd 9 80 began"
    try Data(torn.utf8).write(to: folder.ledgerURL)
    let events = Trace()
    for _ in 0..<2 { try await migrator.migrate { events.note(note($0)) } }
    let run = ["began always 0/1", "finished always", "completed 1"]
    #expect(events.all == ["planned 1", "ignored 19"] + run + ["planned 1"] + run)
  }

  @Test("The sequence of a run's events ends when the run completes, and throws the error of a failed run")
  func sequence() async throws {
    let (events, works) = (Trace(), Locked(false))
    let registry = try TribeRegistry([.literal("1.0.0")]) { _ in if !works.value { throw Failure() } }
    let migrator = Nomad(registry, ledger: .inMemory)
    let error = await #expect(throws: NomadError.self) {
      for try await event in migrator.events() { events.note(note(event)) }
    }
    #expect(error?.code == .tribeFailed)
    works.value = true
    for try await event in migrator.events() { events.note(note(event)) }
    #expect(
      events.all == [
        "planned 1", "began 1.0.0 0/1", "failed 1.0.0 tribe-failed", "stopped tribe-failed",
        "planned 1", "began 1.0.0 0/1", "finished 1.0.0", "completed 1",
      ]
    )
  }

  @Test("A run is cancelled when the loop over its events ends early")
  func abandoned() async throws {
    let cancelled = Trace()
    let registry = try TribeRegistry([.literal("1.0.0")]) { _ in
      do { try await Task.sleep(for: .seconds(60)) } catch { cancelled.note("yes") }
      try Task.checkCancellation()
    }
    let ledger = InMemoryLedger()
    for try await event in Nomad(registry, ledger: ledger).events() {
      if case .began = event { break }
    }
    while cancelled.all.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    #expect(ledger.history().finished.isEmpty)
  }

  @Test("A failed run reports the failed tribe, and then that the run has stopped")
  func fails() async throws {
    let events = Trace()
    let registry = try TribeRegistry([.literal("1.0.0"), .always]) { _ in throw Failure() }
    await #expect(throws: NomadError.self) {
      try await Nomad(registry, ledger: .inMemory).migrate { events.note(note($0)) }
    }
    #expect(
      events.all == ["planned 2", "began 1.0.0 0/2", "failed 1.0.0 tribe-failed", "stopped tribe-failed"]
    )
  }
}
