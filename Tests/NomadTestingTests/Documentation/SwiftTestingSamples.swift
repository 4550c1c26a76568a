import Foundation
import Nomad
import NomadTesting
import Testing

/// The samples of the article on testing that are written with Swift Testing.
@Suite("Samples of the article on testing")
struct SwiftTestingSamples {
  @Test("An update from 2.4.0 converts the notes to capitals")
  func from24() async throws {
    let notes = try NotesFolder(plantedBy: "2.4.0")
    let ledger = try InMemoryLedger.seeded(with: .generated, at: "2.4.0")
    try await NotesFolder.$current.withValue(notes) {
      let report = try await Nomad(.generated, ledger: ledger, currentVersion: .exactly("3.0.0")).migrate()
      #expect(report.migrated.map(\.name) == ["ShoutNotes"])
    }
    #expect(try notes.contents["note-0.txt"] == "BUY WATER")
    try notes.removeAll()
  }

  @Test("Notes are split, even if they were split already")
  func splitNotes() async throws {
    let notes = try NotesFolder(plantedBy: "1.0.0")
    try await NotesFolder.$current.withValue(notes) {
      for _ in 1...2 { try await TribeRegistry.generated.runAlone("SplitNotes") }
    }
    #expect(try notes.contents.count == 3)
    try notes.removeAll()
  }

  private let paths = UpgradePaths(.generated, from: ["1.0.0", "2.0.0", "2.4.0"])

  @Test("No note is lost, whichever version a user updates from")
  func everyVersion() async throws {
    try await paths.verify { version, migrate in
      let notes = try NotesFolder(plantedBy: version)
      defer { try? notes.removeAll() }
      try await NotesFolder.$current.withValue(notes) { try await migrate() }
      return try notes.contents
    } invariant: { contents in
      contents.count == 3
    }
  }

  @Test("Users who go back to 2.0.0 or later can go on")
  func downgrades() async throws {
    let readers = try await paths.verifyDowngrades { version, migrate in
      let notes = try NotesFolder(plantedBy: version)
      defer { try? notes.removeAll() }
      try await NotesFolder.$current.withValue(notes) { try await migrate() }
      return try notes.contents
    }
    #expect(readers == ["2.0.0", "2.4.0"])
  }

  @Test("Paths know when a tribe was added")
  func additions() {
    let paths = UpgradePaths(.generated, from: ["1.0.0", "2.0.0"], adding: [.literal("2.0.0"): "2.4.0"])
    #expect(paths.additions == [.literal("2.0.0"): "2.4.0"])
  }

  @Test("A full disk after the notes are split does no harm")
  func fullDisk() async throws {
    let notes = try NotesFolder(plantedBy: "1.0.0")
    let kept = InMemoryLedger()
    let full = FailingLedger(kept) { $0.name == "SplitNotes" && $0.kind == .finished }
    try await NotesFolder.$current.withValue(notes) {
      let failed = Nomad(.generated, ledger: full, currentVersion: .exactly("3.0.0"))
      let error = await #expect(throws: NomadError.self) { try await failed.migrate() }
      #expect(error?.underlying is FailingLedger.Failure)
      try await Nomad(.generated, ledger: kept, currentVersion: .exactly("3.0.0")).migrate()
    }
    #expect(try notes.contents["note-0.txt"] == "BUY WATER")
    try notes.removeAll()
  }

  @Test("A kill before the split of the notes is recorded does no harm")
  func killed() async throws {
    let notes = try NotesFolder(plantedBy: "1.0.0")
    let kept = InMemoryLedger()
    let dying = DyingLedger(kept, before: { $0.name == "SplitNotes" && $0.kind == .finished })
    try await NotesFolder.$current.withValue(notes) {
      let killed = Nomad(.generated, ledger: dying, currentVersion: .exactly("3.0.0"))
      await #expect(throws: NomadError.self) { try await killed.migrate() }
      let report = try await Nomad(.generated, ledger: kept, currentVersion: .exactly("3.0.0")).migrate()
      #expect(report.migrated.map(\.name) == ["SplitNotes", "ShoutNotes"])
    }
    #expect(try notes.contents["note-0.txt"] == "BUY WATER")
    try notes.removeAll()
  }

  @Test("The sample in the documentation of DyingLedger works")
  func killedBeforeEnd() async throws {
    let notes = try NotesFolder(plantedBy: "1.0.0")
    try await NotesFolder.$current.withValue(notes) {
      let kept = InMemoryLedger()
      let dying = DyingLedger(kept, before: { $0.kind == .finished && $0.key == "version:2.0.0" })
      await #expect(throws: NomadError.self) { try await Nomad(.generated, ledger: dying).migrate() }
      try await Nomad(.generated, ledger: kept).migrate()
    }
    #expect(try notes.contents["note-0.txt"] == "BUY WATER")
    try notes.removeAll()
  }

  @Test("An upgrade survives a kill at every record")
  func killedAnywhere() async throws {
    let kills = try await paths.verifyWhenKilled { version, migrate in
      let notes = try NotesFolder(plantedBy: version)
      defer { try? notes.removeAll() }
      try await NotesFolder.$current.withValue(notes) { try await migrate() }
      return try notes.contents
    }
    #expect(kills > 0)
  }
}
