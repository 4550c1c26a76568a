import Foundation
import NomadAdoption
import NomadRepair
import Testing

@testable import Nomad

@Suite("Downgrades to an app that can read the data")
struct ReadableSinceTests {
  private struct Two: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    func migrate() {}
  }

  private struct Three: Tribe {
    static let target: TribeTarget = .literal("3.0.0")
    static let readableSince: TribeVersion? = "2.3.0"
    func migrate() throws { if ReadableSinceTests.fails { throw Broken() } }
  }

  private struct Tags: Tribe {
    static let target: TribeTarget = .once("tags")
    static let readableSince: TribeVersion? = "2.3.0"
    func migrate() {}
  }

  private struct Broken: Error {}

  @TaskLocal private static var fails = false

  private func migrate(_ ledger: any Ledger, _ tribes: [any ListedTribe.Type], at version: String) async throws {
    let nomad = Nomad(try TribeRegistry(tribes), ledger: ledger, currentVersion: .exactly(version))
    try await nomad.migrate()
  }

  private func code(_ ledger: any Ledger, _ tribes: [any ListedTribe.Type] = [Two.self], at version: String) async
    -> NomadError.Code?
  {
    do {
      try await migrate(ledger, tribes, at: version)
      return nil
    } catch {
      return (error as? NomadError)?.code
    }
  }

  private func ledgers(_ folder: TemporaryFolder) -> [any Ledger] {
    [InMemoryLedger(), FileLedger(at: folder.ledgerURL)]
  }

  @Test("An app at or above the version in readableSince can migrate, and an app below it throws an error")
  func finished() async throws {
    let folder = try TemporaryFolder()
    for ledger in ledgers(folder) {
      try await migrate(ledger, [Two.self, Three.self, Tags.self], at: "3.0.0")
      #expect(await code(ledger, at: "2.3.0") == nil)
      #expect(await code(ledger, at: "2.9.0") == nil)
      #expect(await code(ledger, at: "2.2.9") == .ledgerNewerThanApp)
      // A hotfix that contains the tribe.
      #expect(await code(ledger, [Two.self, Three.self, Tags.self], at: "2.4.0") == nil)
      #expect(await code(ledger, [Two.self, Three.self, Tags.self], at: "2.2.0") == .ledgerNewerThanApp)
      #expect(await code(ledger, [Two.self, Three.self, Tags.self], at: "3.1.0") == nil)
    }
  }

  @Test("readableSince is recorded before the tribe begins, so a failed tribe counts, too")
  func begun() async throws {
    let folder = try TemporaryFolder()
    for ledger in ledgers(folder) {
      let tribes: [any ListedTribe.Type] = [Two.self, Three.self]
      #expect(await Self.$fails.withValue(true) { await code(ledger, tribes, at: "3.0.0") } == .tribeFailed)
      #expect(await code(ledger, at: "2.2.0") == .ledgerNewerThanApp)
      #expect(await code(ledger, tribes, at: "2.2.0") == .ledgerNewerThanApp)
      #expect(await code(ledger, at: "2.3.0") == nil)
      // The newer app retries.
      #expect(await code(ledger, tribes, at: "3.0.0") == nil)
      let kinds = try await ledger.history().records.filter { $0.key != "version:2.0.0" }.map(\.kind.word)
      #expect(kinds == ["readable", "began", "failed", "began", "finished"])
    }
  }

  private struct Late: Tribe {
    static let target: TribeTarget = .literal("1.5.0")
    static let readableSince: TribeVersion? = "3.0.0"
    func migrate() {}
  }

  private struct Step: Tribe {
    static let target: TribeTarget = .dotted("2.0-1")
    static let readableSince: TribeVersion? = "3.0.0"
    func migrate() {}
  }

  @Test("A finished tribe stops an app that readableSince excludes, whatever the tribe's own version is")
  func lateAdditions() async throws {
    let folder = try TemporaryFolder()
    for tribes: [any ListedTribe.Type] in [[Two.self, Late.self], [Two.self, Step.self]] {
      let file = FileLedger(at: folder.url.appendingPathComponent("\(tribes[1]).ledger"))
      for ledger in [InMemoryLedger(), file] as [any Ledger] {
        try await migrate(ledger, [Two.self], at: "2.0.0")
        try await migrate(ledger, tribes, at: "3.0.0")
        #expect(await code(ledger, at: "2.0.0") == .ledgerNewerThanApp)
        #expect(await code(ledger, at: "2.9.9") == .ledgerNewerThanApp)
        // Later releases may drop the tribe.
        #expect(await code(ledger, at: "3.0.0") == nil)
        #expect(await code(ledger, at: "3.1.0") == nil)
        // An app without a version knows only the newest version of its tribes.
        let unversioned = Nomad(try TribeRegistry([Two.self]), ledger: ledger, currentVersion: .unlimited)
        #expect(try await unversioned.plan().newerTribes.count == 1)
      }
    }
  }

  @Test("A sub-migration in readableSince excludes its version, and no app that has the tribe")
  func ofSubMigration() async throws {
    let ledger = InMemoryLedger()
    let registry = try TribeRegistry {
      Two.self; Stepped.self
    }
    try await Nomad(registry, ledger: ledger, currentVersion: .exactly("2.0")).migrate()
    #expect(await code(ledger, at: "2.0") == .ledgerNewerThanApp)
    #expect(await code(ledger, [Two.self, Stepped.self], at: "2.0") == nil)
    #expect(await code(ledger, at: "2.0-1") == nil)
  }

  private struct Stepped: Tribe {
    static let target: TribeTarget = .dotted("2.0-1")
    static let readableSince: TribeVersion? = "2.0-1"
    func migrate() {}
  }

  @Test("A forgotten tribe does not stop older apps")
  func forgotten() async throws {
    let ledger = InMemoryLedger()
    try await migrate(ledger, [Two.self, Three.self], at: "3.0.0")
    try await ledger.forget(.literal("3.0.0"))
    #expect(await code(ledger, at: "2.2.0") == nil)
  }

  @Test("forgetAll() forgets the recorded readableSince versions, too")
  func forgottenWithAll() async throws {
    let ledger = InMemoryLedger()
    #expect(
      await Self.$fails.withValue(true) { await code(ledger, [Two.self, Three.self], at: "3.0.0") } == .tribeFailed
    )
    try await ledger.forgetAll()
    #expect(ledger.history().readableSince.isEmpty)
    #expect(await code(ledger, at: "2.2.0") == nil)
  }

  private struct Rewritten: Tribe {
    static let target: TribeTarget = .literal("3.0.0")
    func migrate() {}
  }

  @Test("A tribe that no longer declares readableSince stops older apps once it runs again")
  func rewritten() async throws {
    let ledger = InMemoryLedger()
    let tribes: [any ListedTribe.Type] = [Two.self, Three.self]
    #expect(await Self.$fails.withValue(true) { await code(ledger, tribes, at: "3.0.0") } == .tribeFailed)
    #expect(await code(ledger, [Two.self, Rewritten.self], at: "3.0.0") == nil)
    #expect(await code(ledger, at: "2.5.0") == .ledgerNewerThanApp)
    // The same holds after the tribe was forgotten.
    let other = InMemoryLedger()
    try await migrate(other, tribes, at: "3.0.0")
    try await other.forget(.literal("3.0.0"))
    #expect(await code(other, [Two.self, Rewritten.self], at: "3.0.0") == nil)
    #expect(await code(other, at: "2.5.0") == .ledgerNewerThanApp)
  }

  @Test("A fresh install of the newer app records readableSince, too")
  func fresh() async throws {
    let ledger = InMemoryLedger()
    let nomad = Nomad(
      try TribeRegistry([Two.self, Three.self]),
      ledger: ledger,
      currentVersion: .exactly("3.0.0"),
      policy: MigrationPolicy(firstStart: .baselineAtCurrentVersion)
    )
    try await nomad.migrate()
    #expect(await code(ledger, at: "2.3.0") == nil)
    #expect(await code(ledger, at: "2.2.0") == .ledgerNewerThanApp)
  }
}
