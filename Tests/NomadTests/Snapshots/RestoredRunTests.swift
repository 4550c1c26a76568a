import Foundation
import NomadFiles
import NomadRepair
import NomadReverting
import NomadTesting
import Testing

@testable import Nomad
@testable import NomadSnapshots

/// What the next run does after a restore, if tribes were merged, reverted or forgotten.
@Suite("The next run after a restore")
struct RestoredRunTests {
  /// A ledger of each kind: two that replace their records, and one that only adds some.
  enum Kind: CaseIterable { case file, memory, adding }

  enum End: CaseIterable { case failure, death }

  /// Runs a migrator until a tribe fails, or until the process dies at a record of that tribe.
  private func run(
    _ notes: Notes,
    _ tribes: [any ListedTribe.Type],
    to end: End,
    in tribe: String,
    _ work: @Sendable (Nomad) async throws -> Void = { try await $0.migrate() }
  ) async throws {
    notes.failing.value = end == .failure ? tribe : nil
    defer { notes.failing.value = nil }
    let dying = DyingLedger(notes.ledger, before: { $0.isEnd && $0.name.contains(tribe) })
    let nomad = try notes.nomad(tribes, on: end == .death ? dying : notes.ledger)
    let error = await #expect(throws: NomadError.self) { try await work(nomad) }
    #expect(error?.code == (end == .failure ? .tribeFailed : .ledgerWriteFailed))
  }

  @Test(
    "A merging tribe that failed, or after which a tribe failed, is told the same when it runs again",
    arguments: Kind.allCases,
    End.allCases
  )
  func merged(kind: Kind, end: End) async throws {
    for tribe in ["Merging", "Four"] {
      let notes = try Notes(kind)
      try await notes.nomad([One.self]).migrate()
      let tribes: [any ListedTribe.Type] = [Merging.self, Four.self]
      try await run(notes, tribes, to: end, in: tribe)
      #expect(notes.trace.all == ["Merging after 1.0.0"])
      let nomad = try notes.nomad(tribes)
      try await nomad.restore(try #require(try nomad.snapshots().last))
      #expect(try notes.all() == ["One"])
      #expect(try await notes.done() == ["version:1.0.0"])
      #expect(try await nomad.plan().steps.map(\.decision.isRun) == [true, true])
      try await nomad.migrate()
      #expect(notes.trace.all == ["Merging after 1.0.0", "Merging after 1.0.0"])
      #expect(try notes.all() == ["Four", "One", "Two"])
      #expect(try await notes.done() == ["version:1.0.0", "version:2.0.0", "version:3.0.0", "version:4.0.0"])
    }
  }

  @Test("A merging tribe whose own target had shipped keeps its snapshot when it fails again", arguments: Kind.allCases)
  func mergedItself(kind: Kind) async throws {
    let notes = try Notes(kind)
    try await notes.nomad([One.self, Two.self]).migrate()
    for _ in 1...2 { try await run(notes, [MergingItself.self], to: .failure, in: "More") }
    #expect(try notes.all() == ["More", "One", "Two"])
    let nomad = try notes.nomad([MergingItself.self])
    try await nomad.restore(try #require(try nomad.snapshots().last))
    #expect(try notes.all() == ["One", "Two"])
    try await nomad.migrate()
    #expect(try await notes.done() == ["version:1.0.0", "version:1.5.0", "version:2.0.0"])
  }

  @Test("A tribe that only had to be marked is marked again", arguments: Kind.allCases, End.allCases)
  func marked(kind: Kind, end: End) async throws {
    let notes = try Notes(kind)
    try await notes.nomad([One.self, Two.self]).migrate()
    let (old, tribes) = (try notes.all(), [Merging.self, Four.self] as [any ListedTribe.Type])
    try await run(notes, tribes, to: end, in: "Four")
    #expect(try await notes.done().contains("version:3.0.0"))
    let nomad = try notes.nomad(tribes)
    try await nomad.restore(try #require(try nomad.snapshots().last))
    #expect(try notes.all() == old)
    #expect(try await notes.done() == ["version:1.0.0", "version:2.0.0"])
    #expect(try await nomad.plan().marked.map(\.name) == ["RestoredRunTests.Merging"])
    // The older release works again, too.
    #expect(try await notes.nomad([One.self, Two.self]).migrate().migrated.isEmpty)
    try await nomad.migrate()
    #expect(notes.trace.all.isEmpty)
    #expect(try notes.all() == ["Four", "One", "Two"])
  }

  @Test("A revert that failed, even twice, is undone by its snapshot", arguments: Kind.allCases, End.allCases)
  func failedRevert(kind: Kind, end: End) async throws {
    for tribe in ["Two", "Four"] {
      let notes = try Notes(kind)
      let tribes: [any ListedTribe.Type] = [One.self, Two.self, Four.self]
      let nomad = try notes.nomad(tribes)
      try await nomad.migrate()
      for _ in 1...2 {
        try await run(notes, tribes, to: end, in: tribe) { try await $0.revert(to: "1.0.0") }
        #expect(try notes.all() != ["Four", "One", "Two"])
      }
      try await nomad.restore(try #require(try nomad.snapshots().last { $0.reason == .migration }))
      #expect(try notes.all() == ["Four", "One", "Two"])
      #expect(try await notes.done() == ["version:1.0.0", "version:2.0.0", "version:4.0.0"])
      #expect(try await nomad.migrate().migrated.isEmpty)
      #expect(try await nomad.revert(to: "1.0.0").tribes.count == 2)
      #expect(try notes.all() == ["One"])
    }
  }

  @Test(
    "After a revert, each snapshot brings back the tribes that were done when it was taken",
    arguments: Kind.allCases
  )
  func reverted(kind: Kind) async throws {
    let notes = try Notes(kind)
    let nomad = try notes.nomad([One.self, Two.self, Four.self])
    try await nomad.migrate()
    try await nomad.revert(to: "1.0.0")
    try await nomad.migrate()
    let snapshots = try nomad.snapshots()
    #expect(snapshots.map(\.pending.count) == [3, 2, 2])
    // Before the second run, before the revert, and before the first run.
    for (snapshot, old) in zip(snapshots.reversed(), [["One"], ["Four", "One", "Two"], []] as [[String]]) {
      try await nomad.restore(snapshot)
      #expect(try notes.all() == old)
      #expect(try await nomad.plan(revertingTo: "1.0.0").tribes.count == max(0, old.count - 1))
      #expect(try await nomad.migrate().migrated.count == 3 - old.count)
      #expect(try notes.all() == ["Four", "One", "Two"])
    }
  }

  @Test("A merging tribe that was reverted is done again with all of its parts", arguments: Kind.allCases)
  func revertedMerge(kind: Kind) async throws {
    let notes = try Notes(kind)
    try await notes.nomad([One.self]).migrate()
    let nomad = try notes.nomad([Merging.self])
    try await nomad.migrate()
    let done = try await notes.done()
    try await nomad.revert(to: "0.5.0")
    #expect(try await notes.done().isEmpty)
    try await nomad.restore(try #require(try nomad.snapshots().last))
    #expect(try notes.all() == ["One", "Two"])
    #expect(try await notes.done() == done)
    #expect(try await nomad.migrate().migrated.isEmpty)
  }

  @Test("A tribe that was forgotten before the snapshot stays forgotten", arguments: Kind.allCases, End.allCases)
  func forgotten(kind: Kind, end: End) async throws {
    let notes = try Notes(kind)
    let tribes: [any ListedTribe.Type] = [One.self, Two.self, Four.self]
    try await notes.nomad([One.self, Two.self]).migrate()
    try await notes.ledger.forget(.literal("2.0.0"))
    try await run(notes, tribes, to: end, in: "Four")
    #expect(try await notes.done() == ["version:1.0.0", "version:2.0.0"])
    let nomad = try notes.nomad(tribes)
    try await nomad.restore(try #require(try nomad.snapshots().last))
    #expect(try await notes.done() == ["version:1.0.0"])
    #expect(try await nomad.migrate().migrated.count == 2)
  }

  @Test("A tribe that is forgotten after the snapshot is as in the snapshot", arguments: Kind.allCases, End.allCases)
  func forgottenLater(kind: Kind, end: End) async throws {
    let notes = try Notes(kind)
    let tribes: [any ListedTribe.Type] = [One.self, Two.self, Four.self]
    try await notes.nomad([One.self, Two.self]).migrate()
    try await run(notes, tribes, to: end, in: "Four")
    try await notes.ledger.forget(.literal("1.0.0"))
    try await notes.ledger.forget(.literal("2.0.0"))
    let nomad = try notes.nomad(tribes)
    try await nomad.restore(try #require(try nomad.snapshots().last))
    #expect(try await notes.done() == ["version:1.0.0", "version:2.0.0"])
    #expect(try await nomad.migrate().migrated.map(\.target) == [.literal("4.0.0")])
  }

  @Test(
    "A run that is tried again keeps its snapshot, although .first and .always tribes ran",
    arguments: Kind.allCases
  )
  func everyRun(kind: Kind) async throws {
    let notes = try Notes(kind)
    for _ in 1...2 { try await run(notes, [First.self, One.self, Always.self], to: .failure, in: "One") }
    #expect(try notes.nomad([First.self]).snapshots().count == 1)
    try await notes.nomad([First.self, One.self, Always.self]).migrate()
    for _ in 1...3 { try await run(notes, [One.self, Two.self, Always.self], to: .failure, in: "Two") }
    let nomad = try notes.nomad([One.self, Two.self, Always.self])
    try await nomad.restore(try #require(try nomad.snapshots().last))
    #expect(try notes.all() == ["Always", "First", "One"])
  }

  @Test("A tribe that is forgotten gets a new snapshot, with what was changed since", arguments: End.allCases)
  func rerun(end: End) async throws {
    let notes = try Notes(.file)
    let nomad = try notes.nomad([One.self, Two.self])
    try await nomad.migrate()
    try notes.put("Today")
    try await notes.ledger.forget(.literal("2.0.0"))
    for _ in 1...2 { try await run(notes, [One.self, Two.self], to: end, in: "Two") }
    try await nomad.restore(try #require(try nomad.snapshots().last))
    #expect(try notes.all() == ["One", "Today", "Two"])
    #expect(try await notes.done() == ["version:1.0.0"])
    #expect(try nomad.snapshots().map(\.reason) == [.migration, .migration, .restore])
  }

  @Test("A tribe that no release has any more does not keep an old snapshot", arguments: End.allCases)
  func unfinishedForever(end: End) async throws {
    let notes = try Notes(.file)
    try await notes.nomad([One.self]).migrate()
    try await run(notes, [One.self, Two.self], to: end, in: "Two")
    let nomad = try notes.nomad([One.self, Four.self])
    try await nomad.migrate()
    try notes.put("Today")
    try await notes.ledger.forget(.literal("4.0.0"))
    for _ in 1...2 { try await run(notes, [One.self, Four.self], to: end, in: "Four") }
    try await nomad.restore(try #require(try nomad.snapshots().last))
    #expect(try notes.all() == ["Four", "One", "Today", "Two"])
  }

  @Test("A run that was killed between two tribes leaves the snapshot from before both", arguments: Kind.allCases)
  func killedBetween(kind: Kind) async throws {
    let notes = try Notes(kind)
    let tribes: [any ListedTribe.Type] = [One.self, Two.self, Four.self]
    let dying = DyingLedger(notes.ledger, after: { $0.kind == .finished && $0.name.contains("One") })
    await #expect(throws: NomadError.self) { try await notes.nomad(tribes, on: dying).migrate() }
    var nomad = try notes.nomad(tribes)
    nomad.policy.snapshot = notes.policy(keeping: 1)
    try await nomad.migrate()
    let snapshots = try nomad.snapshots()
    #expect(snapshots.map(\.pending.count) == [3])
    try await nomad.restore(try #require(snapshots.first))
    #expect(try notes.all().isEmpty)
  }

  @Test("A deferred tribe that runs later gets a new snapshot, with what was changed since", arguments: End.allCases)
  func deferred(end: End) async throws {
    let notes = try Notes(.file)
    let tribes: [any ListedTribe.Type] = [One.self, Deferred.self]
    let nomad = try notes.nomad(tribes)
    let deadline = ContinuousClock.now + .milliseconds(300)
    let error = await #expect(throws: NomadError.self) {
      try await nomad.migrate(includingDeferred: true, until: deadline) { event in
        if case .finished = event { while ContinuousClock.now < deadline { usleep(1_000) } }
      }
    }
    #expect(error?.code == .deadlinePassed)
    try notes.put("Today")
    for _ in 1...2 {
      try await run(notes, tribes, to: end, in: "Deferred") { try await $0.migrate(includingDeferred: true) }
    }
    try await nomad.restore(try #require(try nomad.snapshots().last))
    #expect(try notes.all() == ["One", "Today"])
    #expect(try await notes.done() == ["version:1.0.0"])
  }

  @Test("A tribe that stays done although an attempt to undo it failed is not unfinished")
  func failedUndoing() {
    let record = { (kind: LedgerRecord.Kind, isOfRevert: Bool) in
      LedgerRecord(kind, key: "version:2.0.0", name: "Two", module: "App", isOfRevert: isOfRevert)
    }
    let undoing = [record(.began, true), record(.failed(error: "mishap"), true)]
    #expect(!LedgerHistory([record(.finished, false)] + undoing).hasUnfinished { _ in true })
    #expect(LedgerHistory([record(.forgotten, true)] + undoing).hasUnfinished { _ in true })
  }

  @Test("A merging tribe that was forgotten runs again, although its parts are done", arguments: Kind.allCases)
  func forgottenMerge(kind: Kind) async throws {
    let notes = try Notes(kind)
    try await notes.nomad([One.self, Two.self]).migrate()
    let nomad = try notes.nomad([Merging.self])
    try await nomad.migrate()
    try await notes.ledger.forget(.literal("3.0.0"))
    try await run(notes, [Merging.self], to: .failure, in: "Merging")
    try await nomad.restore(try #require(try nomad.snapshots().last))
    #expect(try await notes.done() == ["version:1.0.0", "version:2.0.0"])
    #expect(try await nomad.migrate().migrated.count == 1)
    #expect(notes.trace.all == ["Merging after 1.0.0 2.0.0", "Merging after 1.0.0 2.0.0"])
  }

  /// A folder with a file for each part of work that tribes have done.
  final class Notes: Sendable {
    let folder: TemporaryFolder
    let ledger: any Ledger
    let trace = Trace()
    /// The name of the tribe whose work fails after a half.
    let failing = Locked<String?>(nil)

    init(_ kind: Kind) throws {
      folder = try TemporaryFolder(inMemory: true)
      ledger =
        switch kind {
        case .file: .file(at: folder.ledgerURL)
        case .memory: .inMemory
        case .adding: ShelfLedger(ledger: .inMemory, shelf: Shelf())
        }
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    private var url: URL { folder.url.appendingPathComponent("notes") }

    func all() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }

    func done() async throws -> [LedgerKey] {
      let keys = Set(try await ledger.history().finished.map(\.key.description))
      return ByteOrder.sorted(keys).map { LedgerKey($0) }
    }

    func put(_ name: String) throws {
      try Data("half".utf8).write(to: url.appendingPathComponent(name))
      if failing.value == name { throw Failure() }
      try Data("whole".utf8).write(to: url.appendingPathComponent(name))
    }

    func take(_ name: String) throws {
      let file = url.appendingPathComponent(name)
      if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
      if failing.value == name { throw Failure() }
    }

    func policy(keeping count: Int) -> SnapshotPolicy {
      .before([.folder(url)], in: folder.url.appendingPathComponent("snapshots"), keeping: count)
    }

    func nomad(_ tribes: [any ListedTribe.Type], on ledger: (any Ledger)? = nil) throws -> Nomad {
      var nomad = Nomad(try TribeRegistry(tribes), ledger: self.ledger, currentVersion: .exactly("4.0.0"))
      if let ledger { nomad.ledger = ledger }
      nomad.policy.snapshot = policy(keeping: .max)
      return nomad.providing(self)
    }
  }

  private struct First: Tribe {
    static let target: TribeTarget = .first
    @TribeDependency var notes: Notes
    func migrate() throws { try notes.put("First") }
  }

  private struct Always: Tribe {
    static let target: TribeTarget = .always
    @TribeDependency var notes: Notes
    func migrate() throws { try notes.put("Always") }
  }

  private struct One: RevertibleTribe {
    static let target: TribeTarget = .literal("1.0.0")
    @TribeDependency var notes: Notes
    func migrate() throws { try notes.put("One") }
    func revert() throws { try notes.take("One") }
  }

  private struct Two: RevertibleTribe {
    static let target: TribeTarget = .literal("2.0.0")
    @TribeDependency var notes: Notes
    func migrate() throws { try notes.put("Two") }
    func revert() throws { try notes.take("Two") }
  }

  private struct Four: RevertibleTribe {
    static let target: TribeTarget = .literal("4.0.0")
    @TribeDependency var notes: Notes
    func migrate() throws { try notes.put("Four") }
    func revert() throws { try notes.take("Four") }
  }

  private struct Deferred: Tribe {
    static let target: TribeTarget = .once("deferred")
    static let urgency: TribeUrgency = .deferred
    @TribeDependency var notes: Notes
    func migrate() throws { try notes.put("Deferred") }
  }

  private struct Merging: RevertibleTribe {
    static let target: TribeTarget = .literal("3.0.0")
    static let merges: [String] = ["1.0.0", "2.0.0"]
    @TribeDependency var notes: Notes

    func migrate() throws {
      let done = try Self.merges.filter(TribeAttempt.wasDone)
      notes.trace.note((["Merging after"] + done).joined(separator: " "))
      if !done.contains("1.0.0") { try notes.put("One") }
      if !done.contains("2.0.0") { try notes.put("Two") }
      if notes.failing.value == "Merging" { throw Failure() }
    }

    func revert() throws {
      try notes.take("One")
      try notes.take("Two")
    }
  }

  /// A tribe in the place of an older one, with a part that the older release did not have.
  private struct MergingItself: Tribe {
    static let target: TribeTarget = .literal("2.0.0")
    static let merges: [String] = ["1.0.0", "1.5.0", "2.0.0"]
    @TribeDependency var notes: Notes

    func migrate() throws {
      if try !TribeAttempt.wasDone("1.5.0") { try notes.put("More") }
    }
  }
}

extension LedgerRecord {
  /// Whether the record ends the work or the undoing of a tribe.
  fileprivate var isEnd: Bool {
    if isOfRevert, case .readable(_, since: nil) = fact { return true }
    return !isOfRevert && kind == .finished
  }
}
