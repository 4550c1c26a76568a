import Foundation
import NomadAdoption
import NomadFiles
import Testing

@testable import Nomad
@testable import NomadFiles

extension PackingTests {
  /// The failures of Nomad 0.9 that Nomad avoids, with a test for each.
  @Suite("Failures of Nomad 0.9 that Nomad avoids")
  final class Nomad09FailureTests {
    struct One: Tribe {
      static let target: TribeTarget = .literal("1.0.0")
      func migrate() async throws {}
    }

    /// A target that is not a Semantic Version, but was stored as if it were.
    struct Lone: Tribe {
      static let target: TribeTarget = .literal("2.0")
      func migrate() async throws {}
    }

    private final class Listener: NomadDelegate {
      nonisolated let heard = Locked<[NomadError]>([])
      nonisolated init() {}
      func didInterruptMigration(with error: NomadError) { heard.withLock { $0.append(error) } }
    }

    private let folder: TemporaryFolder
    private let trace = Trace()
    private let suite = "nomad-tests-\(UUID().uuidString)"

    init() throws { folder = try TemporaryFolder() }

    deinit { UserDefaults.standard.removePersistentDomain(forName: suite) }

    private var ledger: FileLedger { FileLedger(at: folder.ledgerURL) }

    /// Packs tribes with these targets.
    ///
    /// The tribes record that they ran.
    @discardableResult
    private func pack(
      _ targets: [TribeTarget],
      at version: String? = nil,
      meanwhile body: @escaping @Sendable (String) async throws -> Void = { _ in }
    ) throws -> Nomad.Type {
      Nomad.pack(
        Nomad(
          try TribeRegistry(targets, tracing: trace, meanwhile: body),
          ledger: ledger,
          currentVersion: version.map { .exactly($0) } ?? .unlimited
        )
      )
    }

    @Test("Packing an illegal target throws an error with the reason, and keeps the previous registry")
    func illegalTarget() async throws {
      try pack([.literal("1.0.0")])
      let error = #expect(throws: NomadError.self) { try Nomad.pack(with: [One.self, Lone.self]) }
      #expect(error?.code == .illegalTarget)
      #expect(error?.message.contains("Lone") == true)
      #expect(error?.message.contains("a patch number is missing") == true)
      #expect(try await Nomad.migrate().migrated.map(\.name) == ["1.0.0"])
    }

    @Test("A single tribe at 2.0 is rejected, and launches continue after a 2.0 that Nomad 0.9 stored")
    func loneTribe() async throws {
      #expect(throws: NomadError.self) { try Nomad.pack(with: [Lone.self]) }
      #expect(throws: NomadError.self) { try TribeRegistry { Lone() } }
      #expect(try folder.contents.isEmpty)
      UserDefaults(suiteName: suite)?.set("2.0", forKey: "nomad:current_target")
      for launch in 1...2 {
        let registry = try TribeRegistry([.literal("2.0.0"), .literal("2.1.0")], tracing: trace)
        var migrator = Nomad(registry, ledger: ledger)
        migrator.predecessors = [.nomad09(suite: suite)]
        try await Nomad.pack(migrator).migrate()
        #expect(trace.all == ["2.1.0"], "launch \(launch)")
      }
      #expect(try Nomad.currentTarget == .literal("2.1.0"))
    }

    @Test("A corrupt stored value is an error at every launch, and nothing runs")
    func corruptValue() async throws {
      try await pack([.literal("1.0.0")]).migrate()
      let whole = try Data(contentsOf: folder.ledgerURL)
      for corrupt in [Data("2.0".utf8), Data(), whole.dropFirst(), Data(whole.reversed()), Data([0xFF]) + whole] {
        try corrupt.write(to: folder.ledgerURL)
        for _ in 1...2 {
          try pack([.literal("1.0.0"), .literal("2.0.0")])
          let error = await #expect(throws: NomadError.self) { try await Nomad.migrate() }
          #expect(error?.code == .ledgerDamaged)
          #expect(throws: NomadError.self) { try Nomad.currentTarget }
        }
        #expect(try Data(contentsOf: folder.ledgerURL) == corrupt)
      }
      #expect(trace.all == ["1.0.0"])
      // A corrupt value that Nomad 0.9 left is an error, too.
      UserDefaults(suiteName: suite)?.set("corrupt", forKey: "nomad:current_target")
      var migrator = Nomad(try TribeRegistry([.literal("1.0.0")], tracing: trace), ledger: .inMemory)
      migrator.predecessors = [.nomad09(suite: suite)]
      Nomad.pack(migrator)
      let error = await #expect(throws: NomadError.self) { try await Nomad.migrate() }
      #expect(error?.code == .predecessorUnreadable)
      #expect(trace.all == ["1.0.0"])
    }

    @Test("Two tribes at one target are an error, and a tribe that fails runs again")
    func oneTarget() async throws {
      try pack([.literal("2.0.0"), .dotted("2.0")])
      let error = await #expect(throws: NomadError.self) { try await Nomad.migrate() }
      #expect(error?.code == .duplicateTarget)
      #expect(trace.all.isEmpty)
      let fails = Locked(true)
      try pack([.literal("2.0.0"), .dotted("2.0-1")]) { name in
        if name == "2.0-1", fails.value { throw Failure() }
      }
      await #expect(throws: NomadError.self) { try await Nomad.migrate() }
      fails.value = false
      try await Nomad.migrate()
      #expect(trace.all == ["2.0.0", "2.0-1", "2.0-1"])
    }

    @Test("A tribe added below the stored target runs, and the report lists it as late")
    func addedBelow() async throws {
      try await pack([.literal("1.0.0"), .literal("2.0.0")]).migrate()
      try pack([.literal("1.0.0"), .literal("1.5.0"), .literal("2.0.0")])
      let report = try await Nomad.migrate()
      #expect(report.late.map(\.name) == ["1.5.0"])
      #expect(report.migrated.map(\.name) == ["1.5.0"])
      #expect(report.migrated.map(\.isLate) == [true])
      #expect(try await Nomad.migrate().migrated.isEmpty)
    }

    @Test("A tribe at 9.0.0 waits in app version 2.0.0 and runs in version 9.0.0")
    func aboveApp() async throws {
      let targets: [TribeTarget] = [.literal("2.0.0"), .literal("9.0.0")]
      let report = try await pack(targets, at: "2.0.0").migrate()
      #expect(report.migrated.map(\.name) == ["2.0.0"])
      #expect(report.plan.steps.last?.decision == .skip(.aboveCurrentVersion(TribeVersion([2]))))
      #expect(try Nomad.currentTarget == .literal("2.0.0"))
      #expect(try await pack(targets, at: "9.0.0").migrate().migrated.map(\.name) == ["9.0.0"])
    }

    @Test("Concurrent calls of migrate() do not run a tribe twice")
    func concurrent() async throws {
      try pack([.literal("1.0.0"), .literal("2.0.0"), .once("a")]) { _ in try await Task.sleep(for: .milliseconds(2)) }
      let counts = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<24 { group.addTask { try await Nomad.migrate().migrated.count } }
        var counts: [Int] = []
        for try await count in group { counts.append(count) }
        return counts
      }
      #expect(trace.all == ["1.0.0", "2.0.0", "a"])
      #expect(counts.reduce(0, +) == 3)
      #expect(counts.count == 24)
    }

    @Test("A cancelled migration ends with an error, whether its caller or its tribe cancels it")
    func cancelled() async throws {
      let (begins, beginning) = AsyncStream<Void>.makeStream()
      try pack([.literal("1.0.0")]) { _ in
        beginning.finish()
        try await Task.sleep(for: .seconds(3_600))
      }
      let run = Task { try await Nomad.migrate() }
      for await _ in begins {}
      let waiting = Task { try await Nomad.migrate() }
      waiting.cancel()
      let inLine = await #expect(throws: NomadError.self) { try await waiting.value }
      #expect(inLine?.code == .cancelled)
      run.cancel()
      let error = await #expect(throws: NomadError.self) { try await run.value }
      #expect(error?.code == .cancelled)
      #expect(error?.underlying is CancellationError)
      // The cancellation can also come from the work itself.
      try pack([.literal("1.0.0")]) { _ in throw CancellationError() }
      let failed = await #expect(throws: NomadError.self) { try await Nomad.migrate() }
      #expect(failed?.underlying is CancellationError)
      #expect(try await pack([.literal("1.0.0")]).migrate().migrated.count == 1)
    }

    @Test("Several .first tribes run in the order of their names, however they are packed")
    func severalFirst() async throws {
      struct A: Tribe {
        static let target: TribeTarget = .first
        func migrate() async throws {}
      }
      struct B: Tribe {
        static let target: TribeTarget = .first
        func migrate() async throws {}
      }
      struct C: Tribe {
        static let target: TribeTarget = .first
        func migrate() async throws {}
      }
      let orders: [[any ListedTribe.Type]] = [
        [A.self, B.self, C.self], [C.self, B.self, A.self], [B.self, C.self, A.self],
      ]
      for tribes in orders {
        let report = try await Nomad.pack(Nomad(try TribeRegistry(tribes), ledger: .inMemory)).migrate()
        #expect(report.migrated.map { $0.name.suffix(1) } == ["A", "B", "C"])
      }
    }

    @Test("1.0.0+build-1 is a legal version, and 01.2.3 is not")
    func semanticVersions() throws {
      for legal in ["1.0.0+build-1", "1.0.0-rc.1+build-1", "1.0.0--", "99999999999999999999.0.0"] {
        try TribeTarget.literal(legal).validate()
      }
      for illegal in ["01.2.3", "1.02.3", "1.2.3-01", "1.2", "1.2.3.4", "1.0.0+", "v1.0.0", " 1.0.0"] {
        #expect(throws: TargetError.self) { try TribeTarget.literal(illegal).validate() }
      }
      #expect(try TribeTarget.literal("1.0.0+build-1").position() == TribeTarget.literal("1.0.0").position())
    }

    @Test("The caller and the delegate receive the original error that a tribe throws")
    func errors() async throws {
      let listener = Listener()
      Nomad.set(delegate: listener)
      defer { Nomad.set(delegate: nil) }
      try pack([.literal("1.0.0")]) { _ in throw Failure(reason: "no room") }
      let error = await #expect(throws: NomadError.self) { try await Nomad.migrate() }
      #expect(error?.underlying as? Failure == Failure(reason: "no room"))
      #expect(error?.code == .tribeFailed)
      #expect(listener.heard.value.map { $0.underlying as? Failure } == [Failure(reason: "no room")])
    }

    @Test("A full disk does not empty the ledger, whichever file operation fails")
    func fullDisk() async throws {
      var call = 0
      while true {
        let folder = try TemporaryFolder()
        let ledger = FileLedger(at: folder.ledgerURL)
        let one = try TribeRegistry([.literal("1.0.0")])
        try await Nomad(one, ledger: ledger).migrate()
        let trace = Trace()
        let both = try TribeRegistry([.literal("1.0.0"), .literal("2.0.0")], tracing: trace)
        let files = FailingFileOperations(at: call, error: ENOSPC, forGood: true)
        let full = FileLedger(.url(folder.ledgerURL), files: files)
        do throws(NomadError) {
          try await Nomad(both, ledger: full).migrate()
        } catch {
          #expect([.ledgerWriteFailed, .ledgerUnreadable].contains(error.code), "call \(call)")
        }
        #expect(try ledger.history().isDone("version:1.0.0"), "call \(call)")
        try await Nomad(both, ledger: ledger).migrate()
        #expect(!trace.all.contains("1.0.0"), "call \(call)")
        guard files.hasFailed else { break }
        call += 1
      }
      #expect(call > 10)
    }
  }
}
