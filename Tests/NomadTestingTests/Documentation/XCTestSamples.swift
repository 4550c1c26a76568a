import Nomad
import NomadTesting
import XCTest

/// The samples of the article on testing that are written with XCTest.
final class XCTestSamples: XCTestCase {
  func testFrom24() async throws {
    let notes = try NotesFolder(plantedBy: "2.4.0")
    let ledger = try InMemoryLedger.seeded(with: .generated, at: "2.4.0")
    try await NotesFolder.$current.withValue(notes) {
      let report = try await Nomad(.generated, ledger: ledger, currentVersion: .exactly("3.0.0")).migrate()
      XCTAssertEqual(report.migrated.map(\.name), ["ShoutNotes"])
    }
    XCTAssertEqual(try notes.contents["note-0.txt"], "BUY WATER")
    try notes.removeAll()
  }

  func testSplitNotes() async throws {
    let notes = try NotesFolder(plantedBy: "1.0.0")
    try await NotesFolder.$current.withValue(notes) {
      for _ in 1...2 { try await TribeRegistry.generated.runAlone("SplitNotes") }
    }
    XCTAssertEqual(try notes.contents.count, 3)
    try notes.removeAll()
  }

  private let paths = UpgradePaths(.generated, from: ["1.0.0", "2.0.0", "2.4.0"])

  func testEveryVersion() async throws {
    try await paths.verify { version, migrate in
      let notes = try NotesFolder(plantedBy: version)
      defer { try? notes.removeAll() }
      try await NotesFolder.$current.withValue(notes) { try await migrate() }
      return try notes.contents
    } invariant: { contents in
      contents.count == 3
    }
  }

  func testDowngrades() async throws {
    let readers = try await paths.verifyDowngrades { version, migrate in
      let notes = try NotesFolder(plantedBy: version)
      defer { try? notes.removeAll() }
      try await NotesFolder.$current.withValue(notes) { try await migrate() }
      return try notes.contents
    }
    XCTAssertEqual(readers, ["2.0.0", "2.4.0"])
  }

  func testFullDisk() async throws {
    let notes = try NotesFolder(plantedBy: "1.0.0")
    let kept = InMemoryLedger()
    let full = FailingLedger(kept) { $0.name == "SplitNotes" && $0.kind == .finished }
    try await NotesFolder.$current.withValue(notes) {
      do {
        try await Nomad(.generated, ledger: full, currentVersion: .exactly("3.0.0")).migrate()
        XCTFail("The record should have failed.")
      } catch let error as NomadError {
        XCTAssertTrue(error.underlying is FailingLedger.Failure)
      }
      try await Nomad(.generated, ledger: kept, currentVersion: .exactly("3.0.0")).migrate()
    }
    XCTAssertEqual(try notes.contents["note-0.txt"], "BUY WATER")
    try notes.removeAll()
  }

  func testKilled() async throws {
    let notes = try NotesFolder(plantedBy: "1.0.0")
    let kept = InMemoryLedger()
    let dying = DyingLedger(kept, before: { $0.name == "SplitNotes" && $0.kind == .finished })
    try await NotesFolder.$current.withValue(notes) {
      do {
        try await Nomad(.generated, ledger: dying, currentVersion: .exactly("3.0.0")).migrate()
        XCTFail("The process should have died.")
      } catch {
        XCTAssertEqual(dying.death?.record.name, "SplitNotes")
      }
      let report = try await Nomad(.generated, ledger: kept, currentVersion: .exactly("3.0.0")).migrate()
      XCTAssertEqual(report.migrated.map(\.name), ["SplitNotes", "ShoutNotes"])
    }
    XCTAssertEqual(try notes.contents["note-0.txt"], "BUY WATER")
    try notes.removeAll()
  }

  func testKilledAnywhere() async throws {
    let kills = try await paths.verifyWhenKilled { version, migrate in
      let notes = try NotesFolder(plantedBy: version)
      defer { try? notes.removeAll() }
      try await NotesFolder.$current.withValue(notes) { try await migrate() }
      return try notes.contents
    }
    XCTAssertGreaterThan(kills, 0)
  }
}
