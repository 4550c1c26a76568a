import Foundation
import Nomad
import NomadAdoption
import NomadRepair
import Testing

@testable import NomadTesting

@Suite("DyingLedger")
struct DyingLedgerTests {
  private let folder: TemporaryFolder
  private let registry: TribeRegistry
  private let seen = Seen()

  private actor Seen {
    var all: [String] = []
    func note(_ text: String) { all.append(text) }
  }

  init() throws {
    folder = try TemporaryFolder()
    let seen = seen
    registry = try TribeRegistry {
      Nomad.migration("1.0", named: "One") {
        await seen.note("One \(TribeAttempt.current?.wasInterrupted == true ? "again" : "anew")")
        try await TribeAttempt.current?.save(1, as: "half")
      }
      Nomad.migration("2.0", named: "Two") {
        await seen.note("Two \(TribeAttempt.current?.wasInterrupted == true ? "again" : "anew")")
      }
    }
  }

  private func ledger(inFile: Bool) -> any Ledger {
    inFile ? FileLedger(at: folder.url.appendingPathComponent("nomad.ledger")) : InMemoryLedger()
  }

  private func migrate(_ ledger: any Ledger) async throws -> MigrationReport {
    var migrator = Nomad(registry)
    migrator.ledger = ledger
    return try await migrator.migrate()
  }

  private func kinds(_ ledger: any Ledger) async throws -> [String] {
    try await ledger.history().records.map { "\($0.name) \($0.kind)" }
  }

  @Test(
    "After the death nothing more is recorded, and the next run finds the ledger of a killed run",
    arguments: [
      (.began, .before, [], ["One anew", "Two anew"]),
      (.began, .after, ["One began"], ["One again", "Two anew"]),
      (
        .checkpoint(name: "half", value: "1"), .before, ["One began"],
        ["One anew", "One again", "Two anew"]
      ),
      (
        .checkpoint(name: "half", value: "1"), .after, ["One began", #"One checkpoint(name: "half", value: "1")"#],
        ["One anew", "One again", "Two anew"]
      ),
      (
        .finished, .before, ["One began", #"One checkpoint(name: "half", value: "1")"#],
        ["One anew", "One again", "Two anew"]
      ),
      (
        .finished, .after, ["One began", #"One checkpoint(name: "half", value: "1")"#, "One finished", "Two began"],
        ["One anew", "Two again"]
      ),
    ] as [(LedgerRecord.Kind, DyingLedger.Death.Moment, [String], [String])],
    [false, true]
  )
  func death(
    _ record: (kind: LedgerRecord.Kind, moment: DyingLedger.Death.Moment, kept: [String], ran: [String]),
    inFile: Bool
  ) async throws {
    let kept = ledger(inFile: inFile)
    let dies: @Sendable (LedgerRecord) -> Bool = { $0.name == "One" && $0.kind == record.kind }
    let dying = record.moment == .before ? DyingLedger(kept, before: dies) : DyingLedger(kept, after: dies)
    #expect(dying.death == nil)
    let error = await #expect(throws: NomadError.self) { try await migrate(dying) }
    let death = try #require(dying.death)
    #expect(error?.underlying as? DyingLedger.Death == death)
    #expect(death.moment == record.moment)
    #expect(death.record.kind == record.kind)
    #expect(error?.message.contains(death.description) == true)
    #expect(try await kinds(kept) == record.kept)
    _ = try await migrate(kept)
    #expect(await seen.all == record.ran)
  }

  @Test("After the death, neither the failure nor the end of a tribe is recorded")
  func swallowed() async throws {
    for fails in [true, false] {
      let kept = InMemoryLedger()
      let registry = try TribeRegistry {
        Nomad.migration("1.0") {
          try? await TribeAttempt.current?.save(1, as: "half")
          if fails { throw CocoaError(.fileNoSuchFile) }
        }
      }
      let dying = DyingLedger(kept, after: { $0.kind == .checkpoint(name: "half", value: "1") })
      await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: dying).migrate() }
      #expect(kept.history().records.count == 2)
      #expect(kept.history().attempts(at: "version:1.0.0").deaths == 1)
    }
  }

  @Test("After the death, every use of every copy of the ledger fails")
  func everyUse() async throws {
    let kept = InMemoryLedger()
    let dying = DyingLedger(kept, before: { _ in true })
    let copy = dying
    await #expect(throws: NomadError.self) { try await migrate(dying) }
    await #expect(throws: DyingLedger.Death.self) { try await copy.history() }
    await #expect(throws: DyingLedger.Death.self) { try await copy.withExclusiveAccess { _ in } }
    await #expect(throws: DyingLedger.Death.self) { try await copy.markAsDone(.once("a")) }
    await #expect(throws: DyingLedger.Death.self) { try await copy.forgetAll() }
    await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: copy).plan() }
    await #expect(throws: NomadError.self) { try await migrate(copy) }
    #expect(kept.history().isEmpty)
    #expect(await seen.all.isEmpty)
  }

  @Test("After the death, a session can neither read nor write, and the access fails even if its body hides the errors")
  func session() async throws {
    let kept = InMemoryLedger()
    let dying = DyingLedger(kept, after: { $0.key == "once:b" })
    let access = Task {
      try await dying.withExclusiveAccess { session in
        try await session.append(LedgerRecord(key: "once:a", name: "A"))
        try? await session.append([LedgerRecord(key: "once:b", name: "B"), LedgerRecord(key: "once:c", name: "C")])
        try? await session.append(LedgerRecord(key: "once:d", name: "D"))
        await #expect(throws: DyingLedger.Death.self) { try await session.history() }
      }
    }
    await #expect(throws: DyingLedger.Death.self) { try await access.value }
    // Records that are added at once are durable together or not at all.
    #expect(kept.history().records.map(\.key) == ["once:a", "once:b", "once:c"])
  }

  @Test("A task that waits for the ledger gets no access after the death")
  func waiting() async throws {
    let dying = DyingLedger(InMemoryLedger(), before: { _ in true })
    let (begins, beginning) = AsyncStream<Void>.makeStream()
    let (gate, opener) = AsyncStream<Void>.makeStream()
    let holder = Task {
      try await dying.withExclusiveAccess { session in
        beginning.finish()
        for await _ in gate {}
        try await session.append(LedgerRecord(key: "once:a", name: "A"))
      }
    }
    for await _ in begins {}
    let waiter = Task { try await dying.withExclusiveAccess { _ in await seen.note("got it") } }
    // The test can only assume that the waiter is waiting by now. It gets no access in either case.
    try await Task.sleep(for: .milliseconds(5))
    opener.finish()
    await #expect(throws: DyingLedger.Death.self) { try await holder.value }
    await #expect(throws: DyingLedger.Death.self) { try await waiter.value }
    #expect(await seen.all.isEmpty)
  }

  @Test("The description of a death names its moment and its record")
  func words() {
    let one = LedgerRecord(.began, key: "version:1.0.0", name: "One")
    #expect(
      DyingLedger.Death(moment: .before, record: one).description == "killed before it was recorded that One began"
    )
    let point = LedgerRecord(.checkpoint(name: "next", value: "7"), key: "version:1.0.0", name: "One")
    #expect(
      DyingLedger.Death(moment: .after, record: point).description
        == "killed after it was recorded that One saved the checkpoint next"
    )
  }

  @Test("A tribe that migrates its wrapped ledger by another path gets a reentrancy error")
  func reentrant() async throws {
    let (real, link) = (folder.url.appendingPathComponent("real"), folder.url.appendingPathComponent("link"))
    try FileManager.default.createDirectory(at: real, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
    let file = FileLedger(at: real.appendingPathComponent("nomad.ledger"))
    let other = FileLedger(at: link.appendingPathComponent("nomad.ledger"))
    let inner = registry
    for ledger in [FailingLedger(file) { _ in false }, DyingLedger(file, before: { _ in false })] as [any Ledger] {
      let outer = try TribeRegistry {
        Nomad.migration(.always) {
          let error = await #expect(throws: NomadError.self) { try await Nomad(inner, ledger: other).migrate() }
          #expect(error?.code == .reentrant)
          await seen.note("asked")
        }
      }
      var migrator = Nomad(outer)
      migrator.ledger = ledger
      try await migrator.migrate()
    }
    #expect(await seen.all == ["asked", "asked"])
  }
}
