import Foundation
import Nomad
import Testing

#if canImport(Darwin) || compiler(>=6.3)
  import Observation
#endif

/// The samples of the catalogue's pages, which are here to be compiled, and compared with the pages.
///
/// Those with promises are compiled in the package that has them: `Tests/Promises`.
@Suite("Samples of the documentation")
struct SampleTests {
  private struct Store: Sendable {
    func upgrade(_ completion: @escaping @Sendable ((any Error)?) -> Void) { completion(nil) }
  }

  private static let oldStore = Store()
  private static func moveNotes() async throws {}
  private static func nameNotes() async throws {}
  private static func splitNotes() async throws {}
  private static func dropCache() async throws {}
  private static func report(_ missing: [ClosedRange<Int>], _ file: URL?) {}

  private enum Samples09 {
    static let oldStore = SampleTests.oldStore

    struct MoveNotes: Tribe {
      static let target: TribeTarget = .literal("2.0.0")

      func migrate() async throws {
        try await withCallback { done in oldStore.upgrade { error in done(error) } }
      }
    }

    static func pack(_ delegate: any NomadDelegate) async throws {
      Nomad.set(delegate: delegate)
      try await Nomad.pack(with: [MoveNotes.self]).migrate()
      let current = try Nomad.currentTarget
      _ = current
    }

    static func adopt() async throws {
      var migrator = Nomad(.generated)
      migrator.predecessors = [.nomad09()]
      try await migrator.migrate()
    }
  }

  private enum SamplesCollector {
    static func declare() async throws {
      let registry = try TribeRegistry {
        when("1.1") { try await moveNotes() }
        when("1.1-1") { try await nameNotes() }
        when("2.0.3.9.6") { try await splitNotes() }
      }
      try await Nomad(registry).migrate()
      var migrator = Nomad(registry)
      migrator.predecessors = [.collector()]
      _ = migrator
    }

    static func policy(hasOldData: Bool) -> MigrationPolicy {
      let policy = MigrationPolicy(firstStart: hasOldData ? .runEverything : .baselineAtCurrentVersion)
      return policy
    }
  }

  private enum SamplesMonarch {
    struct MoveToken: Tribe {
      static let target: TribeTarget = .once("move-token")

      func migrate() async throws {}
    }

    struct MoveSubscriptions: Tribe {
      static let target: TribeTarget = .once("move-subscriptions")

      func migrate() async throws {}
    }

    protocol Client: Sendable {
      var settings: [String: String] { get }
    }

    actor Store {
      func adopt(_ settings: [String: String]) throws {}
    }

    struct MoveSettings: Tribe {
      static let target: TribeTarget = .once("move-settings")

      @TribeDependency private var store: Store
      @TribeDependency private var client: any Client

      func migrate() async throws { try await store.adopt(client.settings) }
    }

    static func give(_ store: Store, _ client: some Client) {
      let migrator = Nomad(.generated)
        .dependency(store)
        .dependency(client, as: (any Client).self)
      _ = migrator
    }

    static func declare(isPro: Bool) async throws {
      let registry = try TribeRegistry {
        MoveToken()
        if isPro { MoveSubscriptions() }
        when(.once("drop-cache")) { try await dropCache() }
      }
      var migrator = Nomad(registry)
      migrator.predecessors = [.monarch()]
      try await migrator.ledger.markAsDone(.once("move-token"))
      try await migrator.ledger.forget(.once("move-token"))
      try await migrator.ledger.forgetAll()
    }
  }

  private enum SamplesDurability {
    struct ConvertNotes: Tribe {
      static let target: TribeTarget = .literal("3.0.0")
      private var notes: [String] { [] }

      func migrate() async throws {
        let attempt = TribeAttempt.current
        if attempt?.wasInterrupted == true { try removeHalfWrittenNotes() }
        var next = try attempt?.checkpoint("next", as: Int.self) ?? 0
        while next < notes.count {
          try convert(notes[next])
          next += 1
          try await attempt?.save(next, as: "next")
        }
      }

      private func removeHalfWrittenNotes() throws {}
      private func convert(_ note: String) throws {}
    }

    // The formatter wants two spaces behind `catch`.
    // swift-format-ignore
    static func repair(_ url: URL) async throws {
      let ledger = FileLedger.file(at: url)
      do {
        try await Nomad(.generated, ledger: ledger).migrate()
      } catch where error.code == .ledgerDamaged {
        if let repair = try await ledger.repair() { report(repair.missing, repair.damagedFile) }
      }
    }
  }

  #if canImport(Darwin) || compiler(>=6.3)
    @MainActor
    private struct SamplesUserInterfaces {
      final class Label {
        var text: String?
      }

      let label = Label()

      @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
      func show(_ migration: MigrationState) {
        withObservationTracking {
          label.text = "\(Int(migration.phase.fractionCompleted * 100)) %"
        } onChange: {
          Task { @MainActor in show(migration) }
        }
      }

      @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
      func observe() async throws {
        let migration = MigrationState(Nomad(.generated))
        show(migration)
        migration.start()
        let report = try await migration.report()
        _ = report
      }
    }
  #endif

  private enum SamplesPolicies {
    static func policy(hasOldData: Bool) -> Nomad {
      let policy = MigrationPolicy(
        firstStart: hasOldData ? .baseline(at: "1.4") : .baselineAtCurrentVersion,
        late: .fail,
        quarantine: .afterDeaths(2),
        newer: .carryOn
      )
      let nomad = Nomad(.generated, policy: policy)
      return nomad
    }
  }

  private enum SamplesServer {
    static func start(_ stateFolder: URL) async throws {
      let nomad = Nomad(.generated, ledger: .file(at: stateFolder.appendingPathComponent("nomad.ledger")))
      try await nomad.migrate(until: .now + .seconds(60))
    }
  }

  @Test(
    "Every line of a page's samples is compiled",
    arguments: [
      "ComingFromNomad09", "ComingFromCollector", "ComingFromMonarch", "Durability", "UserInterfaces", "Policies",
      "ServerProcesses",
    ]
  )
  func compiled(page: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    let url = root.appendingPathComponent("Sources/Nomad/Nomad.docc/\(page).md")
    // What needs Apple's systems, or another package, is compiled against stand-ins.
    let elsewhere = ["StandIns/NotesApp.swift", "Promises/Tests/NomadPromiseKitTests/Samples.swift"]
    let files = elsewhere.map { root.appendingPathComponent("Tests/\($0)") } + [URL(fileURLWithPath: #filePath)]
    let here = Set(try files.flatMap(lines))
    var (isSample, count) = (false, 0)
    for line in try lines(of: url) {
      if line.hasPrefix("```") {
        isSample = line == "```swift"
      } else if isSample, !line.isEmpty {
        count += 1
        #expect(here.contains(line), "\(page): \(line)")
      }
    }
    #expect(count > 1)
  }

  private func lines(of url: URL) throws -> [String] {
    try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }
}

extension TribeRegistry {
  fileprivate static let generated = TribeRegistry(module: "App") { _ in }
}
