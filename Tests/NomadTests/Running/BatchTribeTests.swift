import Foundation
import NomadBatches
import NomadFiles
import NomadTesting
import Testing

@testable import Nomad

@Suite("Tribes that work in batches")
struct BatchTribeTests {
  /// The completed batches, in order.
  final class Work: Sendable {
    let done = Locked<[Int]>([])
    let limit: Int
    init(_ limit: Int = 5) { self.limit = limit }
  }

  struct Batches: BatchTribe {
    static let target: TribeTarget = .literal("1.0.0")
    @TribeDependency private var work: Work

    func migrate(after last: Int?) async throws -> Int? {
      let next = (last ?? 0) + 1
      work.done.withLock { $0.append(next) }
      return next == work.limit ? nil : next
    }
  }

  private func nomad(_ ledger: any Ledger, _ work: Work) throws -> Nomad {
    Nomad(try TribeRegistry([Batches.self]), ledger: ledger, currentVersion: .unlimited).providing(work)
  }

  @Test("A batch tribe runs its batches in order until none is left, and repeats none in the next run")
  func whole() async throws {
    let (ledger, work) = (InMemoryLedger(), Work())
    try await nomad(ledger, work).migrate()
    #expect(work.done.value == [1, 2, 3, 4, 5])
    try await nomad(ledger, work).migrate()
    #expect(work.done.value == [1, 2, 3, 4, 5])
  }

  @Test("A batch tribe that is called without a run completes all of its batches")
  func withoutRun() async throws {
    let work = Work()
    try await TribeDependencies().providing(work).make { Batches() }.migrate()
    #expect(work.done.value == [1, 2, 3, 4, 5])
  }

  @Test("A batch tribe that is killed at any record continues after the last recorded batch")
  func killed() async throws {
    // The tribe has seven records: began, five checkpoints, finished.
    for record in 1...7 {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = FileLedger(at: folder.appendingPathComponent("nomad.ledger"))
      let (work, count) = (Work(), Locked(0))
      let dying = DyingLedger(
        file,
        before: { _ in
          count.withLock { count in
            count += 1
            return count == record
          }
        }
      )
      await #expect(throws: (any Error).self) { try await nomad(dying, work).migrate() }
      try await nomad(file, work).migrate()
      #expect(Set(work.done.value) == [1, 2, 3, 4, 5])
      // At most one batch ran again: the one whose checkpoint was lost.
      #expect(work.done.value.count <= 6, "\(record): \(work.done.value)")
      #expect(work.done.value == work.done.value.sorted())
    }
  }

  struct Others: BatchTribe {
    static let target: TribeTarget = .literal("1.1.0")
    @TribeDependency private var work: Work

    func migrate(after last: Int?) async throws -> Int? {
      let next = (last ?? 10) + 1
      work.done.withLock { $0.append(next) }
      return next == 13 ? nil : next
    }
  }

  struct Both: Tribe {
    static let target: TribeTarget = .literal("1.2.0")
    static let merges: [String] = ["1.0.0", "1.1.0"]

    func migrate() async throws {
      if try !TribeAttempt.wasDone("1.0.0") { try await Batches().migrate() }
      if try !TribeAttempt.wasDone("1.1.0") { try await Others().migrate() }
    }
  }

  @Test("Each batch tribe that a merged one calls runs all of its batches, also if the process dies between two")
  func called() async throws {
    // Began, eight checkpoints, and finished with two marks.
    for record in 1...12 {
      let (ledger, work, count) = (InMemoryLedger(), Work(), Locked(0))
      func nomad(_ ledger: any Ledger) throws -> Nomad {
        Nomad(try TribeRegistry([Both.self]), ledger: ledger, currentVersion: .unlimited).providing(work)
      }
      let dying = DyingLedger(
        ledger,
        before: { _ in
          count.withLock { count in
            count += 1
            return count == record
          }
        }
      )
      _ = try? await nomad(dying).migrate()
      try await nomad(ledger).migrate()
      #expect(Set(work.done.value) == [1, 2, 3, 4, 5, 11, 12, 13], "\(record)")
      #expect(
        work.done.value.count <= 9 && work.done.value == work.done.value.sorted(),
        "\(record): \(work.done.value)"
      )
    }
  }

  @Test("A batch tribe that another one calls twice is an error, because both calls would have the same cursor")
  func calledTwice() async throws {
    struct InTurn: Tribe {
      static let target: TribeTarget = .literal("1.2.0")
      func migrate() async throws { for _ in 1...2 { try await Batches().migrate() } }
    }
    struct AtOnce: Tribe {
      static let target: TribeTarget = .literal("1.2.0")
      func migrate() async throws {
        async let other: Void = Batches().migrate()
        try await Batches().migrate()
        try await other
      }
    }
    for tribe in [InTurn.self, AtOnce.self] as [any (Tribe & SendableMetatype).Type] {
      let nomad = Nomad(try TribeRegistry([tribe]), ledger: InMemoryLedger(), currentVersion: .unlimited)
      let error = await #expect(throws: NomadError.self) { try await nomad.providing(Work()).migrate() }
      #expect(error?.code == .tribeFailed && error?.description.contains("called twice") == true)
    }
  }

  @Test("A tribe can call a batch tribe again after an error, and it continues after the last batch")
  func calledAgain() async throws {
    struct Failing: BatchTribe {
      static let target: TribeTarget = .literal("1.1.0")
      @TribeDependency private var work: Work

      func migrate(after last: Int?) async throws -> Int? {
        let next = (last ?? 0) + 1
        work.done.withLock { $0.append(next) }
        if next == 3, work.done.value.count == 3 { throw Failure() }
        return next == work.limit ? nil : next
      }
    }
    struct Patient: Tribe {
      static let target: TribeTarget = .literal("1.2.0")
      func migrate() async throws {
        do { try await Failing().migrate() } catch is Failure { try await Failing().migrate() }
      }
    }
    let work = Work()
    let nomad = Nomad(try TribeRegistry([Patient.self]), ledger: InMemoryLedger(), currentVersion: .unlimited)
    try await nomad.providing(work).migrate()
    #expect(work.done.value == [1, 2, 3, 3, 4, 5])
  }

  @Test("A batch tribe stops between two batches after its deadline, and the next run continues there")
  func deadline() async throws {
    struct Slow: BatchTribe {
      static let target: TribeTarget = .literal("1.0.0")
      static let pause: Duration = .milliseconds(50)
      @TribeDependency private var work: Work
      func migrate(after last: Int?) async throws -> Int? {
        let next = (last ?? 0) + 1
        work.done.withLock { $0.append(next) }
        return next == work.limit ? nil : next
      }
    }
    let (ledger, work) = (InMemoryLedger(), Work(20))
    let nomad = Nomad(try TribeRegistry([Slow.self]), ledger: ledger, currentVersion: .unlimited).providing(work)
    let error = await #expect(throws: NomadError.self) {
      try await nomad.migrate(until: .now + .milliseconds(120))
    }
    #expect(error?.code == .deadlinePassed)
    #expect(work.done.value.count < 20)
    try await nomad.migrate()
    #expect(work.done.value == Array(1...20))
  }

  @Test("A cancelled batch tribe saves the batch that has ended, and stops before the next one")
  func cancelled() async throws {
    struct Cancelled: BatchTribe {
      static let target: TribeTarget = .literal("1.0.0")
      @TribeDependency private var work: Work
      func migrate(after last: Int?) async throws -> Int? {
        let next = (last ?? 0) + 1
        work.done.withLock { $0.append(next) }
        if next == 3 { withUnsafeCurrentTask { $0?.cancel() } }
        return next == work.limit ? nil : next
      }
    }
    let (ledger, work) = (InMemoryLedger(), Work())
    let run = Task {
      try await Nomad(TribeRegistry([Cancelled.self]), ledger: ledger, currentVersion: .unlimited).providing(work)
        .migrate()
    }
    let error = await #expect(throws: NomadError.self) { try await run.value }
    #expect(error?.code == .cancelled)
    #expect(work.done.value == [1, 2, 3])
    // The third batch is saved, because it had ended.
    #expect(ledger.history().records.filter { if case .checkpoint = $0.kind { true } else { false } }.count == 3)
  }

  /// The data of an app that adds an item during each batch.
  final class Growing: Sendable {
    let last = Locked(5)
    let bounds = Locked(0)
    let done = Locked<[Int]>([])
  }

  struct Bounded: BatchTribe {
    static let target: TribeTarget = .literal("1.0.0")
    @TribeDependency private var data: Growing

    func upperBound() async throws -> Int? {
      data.bounds.withLock { $0 += 1 }
      return data.last.value
    }

    func migrate(after last: Int?, upTo bound: Int?) async throws -> Int? {
      let next = (last ?? 0) + 1
      guard next <= bound ?? 0 else { return nil }
      data.done.withLock { $0.append(next) }
      data.last.withLock { $0 += 1 }
      return next
    }
  }

  @Test("A tribe with an upper bound reads it once, and keeps it when it is killed at any record")
  func bounded() async throws {
    // The tribe has eight records: began, six checkpoints, finished. The bound is saved with the first checkpoint.
    for record in 3...8 {
      let (ledger, data, count) = (InMemoryLedger(), Growing(), Locked(0))
      let dying = DyingLedger(
        ledger,
        before: { _ in
          count.withLock { count in
            count += 1
            return count == record
          }
        }
      )
      for ledger in [dying, ledger] as [any Ledger] {
        let nomad = Nomad(try TribeRegistry([Bounded.self]), ledger: ledger, currentVersion: .unlimited).providing(data)
        do { try await nomad.migrate() } catch { #expect(ledger is DyingLedger) }
      }
      #expect(data.bounds.value == 1, "\(record)")
      #expect(Set(data.done.value) == [1, 2, 3, 4, 5], "\(record)")
    }
  }

  @Test("A tribe that gets an upper bound in an update reads it, and keeps its cursor")
  func boundAdded() async throws {
    let (ledger, data) = (InMemoryLedger(), Growing())
    try await ledger.withExclusiveAccess { session in
      let entry = try TribeRegistry([Bounded.self]).entries[0]
      for kind in [LedgerRecord.Kind.began, .checkpoint(name: "cursor", value: "[3]")] {
        try await session.append(LedgerRecord(kind, key: entry.key, name: entry.name, module: entry.module))
      }
    }
    try await Nomad(try TribeRegistry([Bounded.self]), ledger: ledger, currentVersion: .unlimited).providing(data)
      .migrate()
    #expect(data.done.value == [4, 5])
  }

  @Test("A tribe that implements no batch fails, and the error names the methods")
  func missing() async throws {
    struct Empty: BatchTribe {
      typealias Cursor = Int
      static let target: TribeTarget = .literal("1.0.0")
    }
    let error = await #expect(throws: NomadError.self) {
      try await Nomad(try TribeRegistry([Empty.self]), ledger: InMemoryLedger(), currentVersion: .unlimited).migrate()
    }
    #expect(error?.message.contains("neither migrate(after:) nor migrate(after:upTo:)") == true)
  }
}
