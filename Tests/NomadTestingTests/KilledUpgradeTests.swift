import Foundation
import Nomad
import NomadAdoption
import NomadTesting
import Testing

/// Upgrades that are killed at every record in turn.
@Suite("UpgradePaths.verifyWhenKilled")
struct KilledUpgradeTests {
  private enum Mistake: CaseIterable { case none, removesFirst, appends, countsOnTheFirstTime }

  /// Returns the tribes of the app, correct or with a mistake in one of them.
  private func registry(_ mistake: Mistake = .none) throws -> TribeRegistry {
    try TribeRegistry {
      Nomad.migration("2.0.0", named: "SplitNotes") {
        let notes = NotesFolder.current
        guard let all = try notes.read("all.txt") else {
          // The work was done before, but could not be recorded.
          if mistake == .countsOnTheFirstTime { throw CocoaError(.fileNoSuchFile) }
          return
        }
        if mistake == .removesFirst { try notes.remove("all.txt") }
        try await TribeAttempt.current?.save(true, as: "begun")
        for (number, text) in all.split(separator: "\n").enumerated() {
          try notes.write(String(text), to: "note-\(number).txt")
        }
        if mistake != .removesFirst { try notes.remove("all.txt") }
      }
      Nomad.migration("3.0.0", named: "ShoutNotes") {
        let notes = NotesFolder.current
        for (name, text) in try notes.contents {
          try notes.write(mistake == .appends ? text.uppercased() + "!" : text.uppercased(), to: name)
        }
      }
    }
  }

  private func verify(
    _ mistake: Mistake = .none,
    from versions: [String] = ["1.0.0", "2.0.0", "3.0.0"],
    invariant: ([String: String]) throws -> Bool = { _ in true }
  ) async throws -> Int {
    let paths = UpgradePaths(try registry(mistake), from: versions)
    return try await paths.verifyWhenKilled(
      { version, migrate in
        let notes = try NotesFolder(plantedBy: version)
        defer { try? notes.removeAll() }
        try await NotesFolder.$current.withValue(notes) { try await migrate() }
        return try notes.contents
      },
      invariant: invariant
    )
  }

  @Test("Tribes that can run again survive a kill at every record, and the number of kills is returned")
  func survives() async throws {
    // Two deaths for each call that adds records: four calls from 1.0.0, two from 2.0.0, and none from 3.0.0.
    #expect(try await verify() == 12)
    #expect(try await verify(invariant: { $0.count == 3 }) == 12)
  }

  private struct CountNotes: Tribe {
    static let target: TribeTarget = .once("count")
    static let urgency: TribeUrgency = .deferred
    func migrate() throws {
      let notes = NotesFolder.current
      try notes.write("\(try notes.contents.keys.count { $0.hasPrefix("note") })", to: "count.txt")
    }
  }

  @Test("Deferred tribes run only on request, and are killed like all others")
  func deferred() async throws {
    let notes = try registry()
    let registry = try TribeRegistry {
      notes
      CountNotes.self
    }
    let paths = UpgradePaths(registry, from: ["1.0.0", "3.0.0"])
    let deaths = try await paths.verifyWhenKilled { version, migrate in
      let notes = try NotesFolder(plantedBy: version)
      defer { try? notes.removeAll() }
      return try await NotesFolder.$current.withValue(notes) {
        try await migrate()
        #expect(try notes.read("count.txt") == nil)
        try await migrate(includingDeferred: true)
        return try notes.contents
      }
    }
    // The deferred tribe adds two records with two deaths each, on each of the two paths.
    #expect(deaths == 8 + 2 * 2 * 2)
  }

  @Test("Verification finds a tribe that removes old data before it writes the new data, and names the kill")
  func removesFirst() async throws {
    let error = try #require(await #expect(throws: UpgradeFailure.self) { try await verify(.removesFirst) })
    #expect(
      error.description == """
        the upgrades do not end in the same state
        - from 1.0.0
        + from 1.0.0, killed before it was recorded that SplitNotes saved the checkpoint begun

          Dictionary<String, String>
        -   "note-0.txt": "BUY WATER"
        -   "note-1.txt": "FEED THE CAMELS"
        -   "note-2.txt": "LEAVE AT DAWN"
        """
    )
    #expect(error.paths.map(\.death?.moment) == [nil, .before])
  }

  @Test("Verification finds an upgrade that no kill reached, because its data outlives the closure")
  func neverKilled() async throws {
    let (ledger, notes) = (InMemoryLedger(), try NotesFolder(plantedBy: "1.0.0"))
    defer { try? notes.removeAll() }
    let paths = UpgradePaths(try registry(), from: ["1.0.0"])
    let error = await #expect(throws: UpgradeFailure.self) {
      try await paths.verifyWhenKilled { _, migrate in
        try await NotesFolder.$current.withValue(notes) { try await migrate(recordingIn: ledger) }
        return try notes.contents
      }
    }
    #expect(error?.description.hasPrefix("the upgrade from 1.0.0 was never killed") == true)
  }

  @Test("Verification finds a tribe that must not run twice")
  func appends() async throws {
    let error = await #expect(throws: UpgradeFailure.self) { try await verify(.appends, from: ["2.0.0"]) }
    #expect(error?.paths.last?.description == "from 2.0.0, killed before it was recorded that ShoutNotes finished")
    #expect(error?.description.contains(#"+   "note-0.txt": "BUY WATER!!""#) == true)
  }

  @Test("The error of a run after a kill is reported with the kill")
  func fails() async throws {
    let error = await #expect(throws: UpgradeFailure.self) { try await verify(.countsOnTheFirstTime) }
    #expect(error?.paths.first?.description == "from 1.0.0, killed before it was recorded that SplitNotes finished")
    #expect((error?.underlying as? NomadError)?.underlying is CocoaError)
    #expect(error?.description.hasPrefix("the upgrade from 1.0.0, killed before it was recorded") == true)
  }

  @Test("The invariant is checked without kills and after each kill, and states are compared across versions")
  func ends() async throws {
    let broken = await #expect(throws: UpgradeFailure.self) {
      try await verify(.removesFirst, invariant: { !$0.isEmpty })
    }
    #expect(broken?.paths.first?.death?.record.name == "SplitNotes")
    let undisturbed = await #expect(throws: UpgradeFailure.self) { try await verify(invariant: { $0.isEmpty }) }
    #expect(undisturbed?.paths.first?.death == nil)
    let mismatch = await #expect(throws: UpgradeFailure.self) { try await verify(.appends, from: ["3.0.0", "2.0.0"]) }
    #expect(mismatch?.paths.map(\.version) == ["3.0.0", "2.0.0"])
    #expect(mismatch?.paths.contains { $0.death != nil } == false)
  }

  @Test("An error without a kill is thrown unchanged")
  func undisturbed() async throws {
    let paths = UpgradePaths(
      try TribeRegistry { Nomad.migration("1.0") { throw CocoaError(.fileNoSuchFile) } },
      from: ["0.9"]
    )
    let error = await #expect(throws: NomadError.self) {
      try await paths.verifyWhenKilled { version, migrate in
        try await migrate()
        return version
      }
    }
    #expect(error?.code == .tribeFailed)
  }
}
