import Foundation
import NomadFiles
import NomadRepair
import NomadReverting
import NomadSnapshots
import NomadTables
import NomadTesting
import Testing

@testable import Nomad

@Suite("Going back to an older version")
struct RevertTests {
  private let shelf = Shelf()
  private let ledger = InMemoryLedger()
  private let trace = Trace()

  private func migrator(
    _ tribes: [any ListedTribe.Type] = [One.self, Two.self, TwoAndMore.self, Three.self, Four.self],
    on ledger: (any Ledger)? = nil,
    _ version: String = "4.0.0",
    policy: MigrationPolicy = .default
  ) throws -> Nomad {
    let ledger: any Ledger = ledger ?? self.ledger
    return Nomad(try TribeRegistry(tribes), ledger: ledger, currentVersion: .exactly(version), policy: policy)
      .providing(shelf)
  }

  @Test("Tribes above the version are undone in reverse order, are recorded, and run again in the next run")
  func reverse() async throws {
    let migrator = try migrator()
    try await migrator.migrate()
    let count = ledger.history().records.count
    let plan = try await migrator.revert(to: "2.0.0") { [trace] in trace.note($0.description) }
    #expect(plan.tribes.map(\.name) == ["Four", "Three"])
    #expect(shelf.all == ["One", "Two", "TwoAndMore"])
    let notes = trace.all.map { $0.split(separator: " ").prefix(4).joined(separator: " ") }
    #expect(
      notes == [
        #"Four .literal("4.0.0") is being"#, #"Four .literal("4.0.0") was reverted"#,
        #"Three .literal("3.0.0") is being"#, #"Three .literal("3.0.0") was reverted"#,
      ]
    )
    let records = ledger.history().records.dropFirst(count)
    #expect(records.allSatisfy { $0.isOfRevert })
    #expect(
      records.map { "\($0.key) \($0.kind.word) \($0.kind.fields.joined(separator: " "))" } == [
        " started ", " readable version:4.0.0 4.0.0",
        "version:4.0.0 forgotten ", "version:4.0.0 began ", "version:4.0.0 forgotten ",
        " readable version:4.0.0", " readable version:3.0.0 4.0.0",
        "version:3.0.0 forgotten ", "version:3.0.0 began ", "version:3.0.0 forgotten ",
        " readable version:3.0.0",
      ]
    )
    #expect(try await migrator.revert(to: "2.0.0").isEmpty)
    #expect(ledger.history().records.count == count + records.count)
    let report = try await migrator.migrate()
    #expect(report.migrated.map(\.name) == ["Three", "Four"])
    #expect(shelf.all == ["One", "Two", "TwoAndMore", "Three", "Four"])
  }

  @Test("The tribe that ran last is undone first, even if it was late")
  func late() async throws {
    try await migrator([One.self, Three.self]).migrate()
    let migrator = try migrator([One.self, Two.self, Three.self])
    try await migrator.migrate()
    #expect(shelf.all == ["One", "Three", "Two"])
    #expect(try await migrator.plan(revertingTo: "1.0").tribes.map(\.name) == ["Two", "Three"])
    try await migrator.revert(to: "1.0")
    #expect(shelf.all == ["One"])
  }

  @Test("A tribe that may change something outside of the order, as .first and .always, has nothing to undo")
  func others() async throws {
    struct First: ShelfTribe {
      static let target: TribeTarget = .first
      @TribeDependency var shelf: Shelf
    }
    struct Always: ShelfTribe {
      static let target: TribeTarget = .always
      @TribeDependency var shelf: Shelf
    }
    let migrator = try migrator([First.self, One.self, Two.self, Always.self])
    try await migrator.migrate()
    try await migrator.revert(to: "1.0.0")
    #expect(shelf.all == ["First", "One", "Always"])
  }

  @Test(
    "A .once tribe is undone if an app above the version ran it",
    arguments: [
      (ran: "3.0.0", to: "2.0.0", isUndone: true), (ran: "3.0.0", to: "3.0.0", isUndone: false),
      (ran: "2.0.0", to: "2.0.0", isUndone: false), (ran: "2.0.1", to: "2.0.0", isUndone: true),
    ]
  )
  func once(ran: String, to version: String, isUndone: Bool) async throws {
    try await migrator([One.self, Once.self], ran).migrate()
    let migrator = try migrator([One.self, Three.self, Once.self])
    try await migrator.migrate()
    try await migrator.revert(to: version)
    #expect(shelf.all.contains("Once") == !isUndone)
  }

  @Test("A .once tribe that ran without a version is undone if it ran after a tribe that is undone")
  func onceWithoutVersion() async throws {
    func migrator(_ tribes: any ListedTribe.Type...) throws -> Nomad {
      Nomad(try TribeRegistry(tribes), ledger: ledger, currentVersion: .unlimited).providing(shelf)
    }
    struct Later: ShelfTribe {
      static let target: TribeTarget = .once("b")
      @TribeDependency var shelf: Shelf
    }
    try await migrator(One.self, Once.self).migrate()
    try await migrator(One.self, Two.self, Once.self, Later.self).migrate()
    #expect(shelf.all == ["One", "Once", "Two", "Later"])
    try await migrator(One.self, Two.self, Once.self, Later.self).revert(to: "1.0.0")
    #expect(shelf.all == ["One", "Once"])
  }

  /// Expects that nothing can be undone, that nothing was, and that the error names the obstacle.
  private func expectRefusal(
    _ migrator: Nomad,
    to version: String = "1.0.0",
    naming texts: String...,
    code: NomadError.Code = .notRevertible,
    location: SourceLocation = #_sourceLocation
  ) async throws {
    let (data, records) = (shelf.all, try await migrator.ledger.history().records)
    let planned = try await migrator.plan(revertingTo: version).obstacle
    let error = await #expect(throws: NomadError.self, sourceLocation: location) {
      try await migrator.revert(to: version)
    }
    #expect(error?.code == code, sourceLocation: location)
    #expect(error?.description == planned?.description, sourceLocation: location)
    for text in texts { #expect(error?.description.contains(text) == true, sourceLocation: location) }
    #expect(shelf.all == data, sourceLocation: location)
    #expect(try await migrator.ledger.history().records == records, sourceLocation: location)
  }

  @Test("A tribe that cannot be undone stops a revert before anything has been undone")
  func irrevertible() async throws {
    let migrator = try migrator([One.self, Final.self, Three.self])
    try await migrator.migrate()
    try await expectRefusal(
      migrator,
      naming: "Final",
      "does not conform to RevertibleTribe",
      "version 2.5.0 or a newer"
    )
    try await migrator.revert(to: "2.5")
    #expect(shelf.all == ["One", "Final"])
  }

  @Test("So does a tribe that the registry does not have")
  func unknown() async throws {
    try await migrator().migrate()
    try await expectRefusal(try migrator([One.self, Two.self]), naming: "Four", "the registry does not have it")
  }

  @Test("So does a tribe that was marked as done and never ran")
  func marked() async throws {
    let policy = MigrationPolicy(firstStart: .baseline(at: "2.0.0"))
    let migrator = try migrator([One.self, Two.self, Three.self], policy: policy)
    try await migrator.migrate()
    try await expectRefusal(migrator, naming: "Two", "never ran", "baseline at 2.0.0")
    try await migrator.revert(to: "2.0.0")
    #expect(shelf.all == [])
  }

  @Test("So does a tribe on hold")
  func held() async throws {
    try await migrator().migrate()
    let policy = MigrationPolicy(hold: ["version:3.0.0"])
    try await expectRefusal(try migrator(policy: policy), naming: "Three", "on hold", "version:3.0.0")
  }

  /// A tribe that merges two others.
  struct Merging: ShelfTribe {
    static let target: TribeTarget = .literal("4.0.0")
    static let merges: [String] = ["2.0.0", "3.0.0"]
    @TribeDependency var shelf: Shelf
  }

  struct MergingOnce: ShelfTribe {
    static let target: TribeTarget = .once("b")
    static let merges: [String] = ["a", "3.0.0"]
    @TribeDependency var shelf: Shelf
  }

  @Test("So does a tribe on hold under the key of a tribe that it merges")
  func heldMerged() async throws {
    try await migrator([One.self, Merging.self]).migrate()
    let policy = MigrationPolicy(hold: ["version:3.0.0"])
    let migrator = try migrator([One.self, Merging.self], policy: policy)
    try await expectRefusal(migrator, naming: "Merging", "on hold", "version:3.0.0")
    try await self.migrator([One.self, Merging.self]).revert(to: "1.0.0")
    #expect(shelf.all == ["One"])
    #expect(ledger.history().finished.map(\.key) == ["version:1.0.0"])
  }

  @Test("So does a merged tribe of which a part was done before Nomad")
  func mergedBaseline() async throws {
    let migrator = try migrator([One.self, Merging.self], policy: MigrationPolicy(firstStart: .baseline(at: "2.0.0")))
    try await migrator.migrate()
    #expect(shelf.all == ["Merging"])
    try await expectRefusal(migrator, naming: "Merging", "never ran", "baseline at 2.0.0")
  }

  @Test("So does a merged tribe of which a part stays, even if that has an id")
  func mergedOnce() async throws {
    try await migrator([One.self, Once.self], "2.0.0").migrate()
    let migrator = try migrator([One.self, MergingOnce.self])
    try await migrator.migrate()
    try await expectRefusal(
      migrator,
      to: "2.0.0",
      naming: "MergingOnce",
      "only a part",
      "undone. Nothing was reverted. Go"
    )
    // A release without any of them knows which tribe did the work.
    try await expectRefusal(try self.migrator([One.self]), naming: "MergingOnce (once:b)", "does not have it")
    try await migrator.revert(to: "1.0.0")
    #expect(shelf.all == ["One", "Once"])
  }

  struct MergingItself: ShelfTribe {
    static let target: TribeTarget = .once("a")
    static let merges: [String] = ["3.0.0", "a"]
    @TribeDependency var shelf: Shelf

    func migrate() throws { throw Failure() }
  }

  @Test("So does a tribe that merges itself and stopped halfway, because a part of it was done before")
  func mergedItself() async throws {
    try await migrator([One.self, Once.self], "2.0.0").migrate()
    let migrator = try migrator([One.self, MergingItself.self])
    await #expect(throws: NomadError.self) { try await migrator.migrate() }
    try await expectRefusal(migrator, to: "2.0.0", naming: "MergingItself", "only a part")
    try await expectRefusal(try self.migrator([One.self]), to: "2.0.0", naming: "MergingItself", "does not have it")
  }

  @Test("So does a version below the oldest one that the policy supports")
  func beforeOldest() async throws {
    let policy = MigrationPolicy(oldest: "2.0.0")
    let migrator = try migrator([One.self, Two.self, Three.self], policy: policy)
    try await migrator.migrate()
    try await expectRefusal(migrator, naming: "1.0.0", "2.0.0 and later")
    try await migrator.revert(to: "2.0.0")
    #expect(shelf.all == ["One", "Two"])
    #expect(try await migrator.migrate().migrated.map(\.name) == ["Three"])
  }

  @Test(
    "Data that goes back below the version of its birth is as old as that",
    arguments: [false, true]
  )
  func belowBirth(isForgotten: Bool) async throws {
    let tribes: [any ListedTribe.Type] = [One.self, Two.self, Three.self]
    let policy = MigrationPolicy(oldest: "2.0.0")
    try await migrator([Two.self, Three.self], policy: policy).migrate()
    if isForgotten {
      try await ledger.forgetAll()
      try await migrator([Two.self, Three.self], policy: policy).migrate()
    }
    try await migrator(tribes).revert(to: "2.0.0")
    #expect(try await !migrator([Two.self, Three.self], policy: policy).plan().isTooOld)
    try await migrator(tribes).revert(to: "1.0.0")
    #expect(try await migrator([Two.self, Three.self], policy: policy).plan().isTooOld)
    try await migrator(tribes).migrate()
    #expect(try await migrator([Two.self, Three.self], policy: policy).plan().isEmpty)
  }

  @Test("Data of another module in the same ledger does not go back")
  func otherModule() async throws {
    let other = LedgerRecord(key: "version:5.0.0", name: "Other", module: "Other")
    try await ledger.withExclusiveAccess { try await $0.append([other]) }
    try await ledger.forgetAll()
    let kept = [LedgerFact.Floor("5.0.0", of: "Other")]
    #expect(ledger.history().floors == kept)
    try await migrator().migrate()
    try await migrator().revert(to: "2.0.0")
    #expect(ledger.history().floors == kept)
    try await migrator().migrate()
    try await ledger.forgetAll()
    try await migrator().migrate()
    try await migrator().revert(to: "2.0.0")
    #expect(ledger.history().floors == kept)
    // An older release of the other module uses its data.
    try await migrator().migrate()
    try await ledger.forget(.literal("4.0.0"))
    let use = LedgerRecord(.began, key: "always:Other.A", name: "A", module: "Other", appVersion: "4.0.0")
    try await ledger.withExclusiveAccess { try await $0.append([use]) }
    try await migrator().migrate()
    try await migrator().revert(to: "2.0.0")
    #expect(ledger.history().hasStart && ledger.history().floors.isEmpty)
  }

  @Test("Derived data is made again after a revert, because it was made from data that went back")
  func derivedData() async throws {
    for isTogether in [false, true] {
      let ledger: any Ledger = isTogether ? ShelfLedger(ledger: InMemoryLedger(), shelf: shelf) : InMemoryLedger()
      let tribes = try TribeRegistry([One.self, Two.self, Atomic.self])
      let derived = TribeRegistry(_module: "App") { [trace] list in
        list.add("Index", target: .whenChanged("index"), position: .whenChanged("index")) { trace.note("Index") }
        list.source("0000000000000001")
      }
      let migrator = Nomad(TribeRegistry(combining: [tribes, derived]), ledger: ledger).providing(shelf)
      try await migrator.migrate()
      try await migrator.revert(to: "1.0.0")
      #expect(try await !ledger.history().isDone("changed:index@0000000000000001"))
      #expect(try await migrator.migrate().migrated.map(\.name) == ["Two", "Atomic", "Index"])
      #expect(try await migrator.revert(to: "3.0.0").isEmpty)
      #expect(try await migrator.migrate().migrated.isEmpty)
    }
    #expect(trace.all == ["Index", "Index", "Index", "Index"])
  }

  @Test("Derived data that is half made is forgotten, too, so that the next run begins it again")
  func halfDerivedData() async throws {
    let isBroken = Locked(true)
    let derived = TribeRegistry(_module: "App") { [trace] list in
      list.add("Index", target: .whenChanged("index"), position: .whenChanged("index")) {
        let place = try TribeAttempt.current?.checkpoint("place", as: Int.self)
        trace.note("Index from \(place ?? 0)")
        try await TribeAttempt.current?.save(500, as: "place")
        if isBroken.value { throw Failure() }
      }
      list.source("0000000000000001")
    }
    let tribes = try TribeRegistry([One.self, Three.self])
    let migrator = Nomad(
      TribeRegistry(combining: [tribes, derived]),
      ledger: ledger,
      currentVersion: .exactly("3.0.0")
    )
    .providing(shelf)
    for _ in 1...2 { await #expect(throws: NomadError.self) { try await migrator.migrate() } }
    try await migrator.revert(to: "1.0.0")
    isBroken.value = false
    try await migrator.migrate()
    #expect(trace.all == ["Index from 0", "Index from 500", "Index from 0"])
  }

  @Test("So does a tribe that the ledger may postpone, because it removes something for good")
  func contract() async throws {
    struct Removal: ShelfTribe, PostponableTribe {
      static let target: TribeTarget = .literal("3.1.0")
      @TribeDependency var shelf: Shelf
    }
    let migrator = try migrator([One.self, Removal.self], on: PostponingLedger())
    try await migrator.migrate()
    try await expectRefusal(migrator, naming: "Removal", "contract tribe")
  }

  @Test("So does a reason of the ledger, through a wrapping ledger")
  func kept() async throws {
    let migrator = try migrator(on: FailingLedger(KeepingLedger(wrapped: ledger)) { _ in false })
    try await migrator.migrate()
    try await expectRefusal(migrator, naming: "web-1 is alive", "1.0.0")
  }

  @Test("So does a dependency without a value")
  func dependency() async throws {
    let registry = try TribeRegistry([One.self, Two.self])
    var tribes: [TribeRegistry.Entry] = []
    for entry in registry.entries {
      var traits = TribeRegistry.Entry.Traits()
      traits.dependencies = [TribeRegistry.Dependency(TribeDependency<Shelf>.self, as: "shelf")]
      tribes.append(entry.with(traits))
    }
    let migrator = Nomad(TribeRegistry(entries: tribes), ledger: ledger)
    try await migrator.providing(shelf).migrate()
    try await expectRefusal(migrator, naming: "shelf", "Two", code: .missingDependency)
  }

  @Test("An illegal version, a ledger of another module, and a doubled version are errors")
  func illegal() async throws {
    let migrator = try migrator()
    try await migrator.migrate()
    for version in ["", "two", "1..0"] {
      let error = await #expect(throws: NomadError.self) { try await migrator.revert(to: version) }
      #expect(error?.code == .notRevertible)
    }
    struct Double: ShelfTribe {
      static let target: TribeTarget = .literal("4.0")
      @TribeDependency var shelf: Shelf
    }
    let others = InMemoryLedger([LedgerRecord(key: "version:4.0.0", name: "Four", module: "Other")])
    var error = await #expect(throws: NomadError.self) { try await self.migrator(on: others).revert(to: "1.0") }
    #expect(error?.code == .recordedByOtherModule)
    struct Twin: ShelfTribe {
      static let target: TribeTarget = .dotted("4.0.0")
      @TribeDependency var shelf: Shelf
    }
    error = await #expect(throws: NomadError.self) {
      try await self.migrator([Four.self, Twin.self]).revert(to: "1.0")
    }
    #expect(error?.code == .duplicateTarget)
    #expect(shelf.all.count == 5)
  }

  @Test("A tribe whose undoing throws an error counts as begun: the next revert undoes it, and the next run runs it")
  func failed() async throws {
    struct Fragile: RevertibleTribe {
      static let target: TribeTarget = .literal("3.5.0")
      @TribeDependency var shelf: Shelf
      @TribeDependency var isBroken: Locked<Bool>

      func migrate() { shelf.put("Fragile") }

      func revert() throws { try shelf.take("Fragile") { if isBroken.value { throw Failure() } } }
    }
    let isBroken = Locked(true)
    let migrator = try migrator([One.self, Three.self, Fragile.self, Four.self]).providing(isBroken)
    try await migrator.migrate()
    for _ in 1...2 {
      let error = await #expect(throws: NomadError.self) { try await migrator.revert(to: "1.0.0") }
      #expect(error?.code == .tribeFailed)
      #expect(error?.message.contains("Fragile (revert)") == true)
      #expect(error?.advice.contains("The next revert starts with this tribe") == true)
      #expect(error?.underlying as? Failure == Failure())
    }
    #expect(shelf.all == ["One", "Three", "half Fragile"])
    let history = ledger.history()
    #expect(history.attempts(at: "version:3.5.0").count == 2)
    #expect(!history.isDone("version:3.5.0"))
    #expect(try await migrator.migrate().migrated.map(\.target) == [Fragile.target, Four.target])
    #expect(shelf.all == ["One", "Three", "Fragile", "Four"])
    await #expect(throws: NomadError.self) { try await migrator.revert(to: "1.0.0") }
    isBroken.value = false
    try await migrator.revert(to: "1.0.0")
    #expect(shelf.all == ["One"])
  }

  /// How a process can die: before or after each of the records of a revert.
  private static let deaths = (0..<12).flatMap { [(record: $0, isAfter: false), (record: $0, isAfter: true)] }

  @Test("A process can die at each record of a revert, and the next revert or the next run goes on", arguments: deaths)
  func died(record: Int, isAfter: Bool) async throws {
    for (goesOn, isTogether) in [(true, false), (false, false), (true, true), (false, true)] {
      shelf.all = []
      let ledger = InMemoryLedger()
      let own: any Ledger = isTogether ? ShelfLedger(ledger: ledger, shelf: shelf) : ledger
      let tribes: [any ListedTribe.Type] =
        isTogether ? [One.self, Atomic.self, Four.self] : [One.self, Three.self, Four.self]
      let migrator = try migrator(tribes, on: own)
      try await migrator.migrate()
      let (before, count) = (shelf.all, Locked(0))
      let dies = { @Sendable (_: LedgerRecord) in
        count.withLock { count in
          defer { count += 1 }
          return count == record
        }
      }
      let dying = isAfter ? DyingLedger(own, after: dies) : DyingLedger(own, before: dies)
      let isAlive = (try? await self.migrator(tribes, on: dying).revert(to: "1.0.0")) != nil
      #expect(isAlive == (record >= count.value))
      // A tribe that is done is complete, and one that is neither done nor begun has left nothing.
      let history = ledger.history()
      for (key, name) in [("version:4.0.0", "Four"), ("version:3.0.0", isTogether ? "Atomic" : "Three")] {
        let key = LedgerKey(key)
        if history.isDone(key) { #expect(shelf.all.contains(name)) }
        if history.state(of: key) == nil { #expect(!shelf.all.contains { $0.hasSuffix(name) }) }
      }
      if goesOn { try await migrator.revert(to: "1.0.0") } else { try await migrator.migrate() }
      #expect(shelf.all == (goesOn ? ["One"] : before))
      #expect(ledger.history().unfinishedKeys == [])
    }
  }

  @Test("With data and records in one transaction, a revert that fails leaves the tribe done")
  func together() async throws {
    let store = ShelfLedger(ledger: ledger, shelf: shelf)
    let migrator = try migrator([One.self, Atomic.self], on: store)
    try await migrator.migrate()
    let failing = FailingLedger(store) { $0.kind == .forgotten && $0.key == "version:3.0.0" }
    await #expect(throws: NomadError.self) {
      try await self.migrator([One.self, Atomic.self], on: failing).revert(to: "1.0.0")
    }
    #expect(shelf.all == ["One", "Atomic"])
    #expect(ledger.history().isDone("version:3.0.0"))
    #expect(try await migrator.migrate().migrated.isEmpty)
    try await migrator.revert(to: "1.0.0")
    #expect(shelf.all == ["One"])
    #expect(ledger.history().readableSince.isEmpty)
  }

  @Test("A tribe whose run was rolled back has nothing to undo, even if it cannot be undone")
  func rolledBack() async throws {
    struct Failing: ShelfTribe {
      static let target: TribeTarget = .literal("3.0.0")
      static let transactionKind: String? = ShelfLedger.kind
      static let revertTransactionKind: String? = ShelfLedger.kind
      @TribeDependency var shelf: Shelf

      func migrate() async throws {
        shelf.put("Failing")
        throw Failure()
      }

      func revert() async throws { throw Failure(reason: "there is nothing to undo") }
    }
    struct Stuck: Tribe, SendableMetatype {
      static let target: TribeTarget = .literal("3.1.0")
      static let transactionKind: String? = ShelfLedger.kind

      func migrate() throws { throw Failure() }
    }
    for (tribe, key) in [(Failing.self as any ListedTribe.Type, "version:3.0.0"), (Stuck.self, "version:3.1.0")] {
      shelf.all = []
      let ledger = InMemoryLedger()
      let migrator = try migrator([One.self, Two.self, tribe], on: ShelfLedger(ledger: ledger, shelf: shelf))
      await #expect(throws: NomadError.self) { try await migrator.migrate() }
      #expect(shelf.all == ["One", "Two"])
      #expect(try await migrator.plan(revertingTo: "1.0.0").tribes.count == 2)
      try await migrator.revert(to: "1.0.0")
      #expect(shelf.all == ["One"])
      #expect(ledger.history().state(of: LedgerKey(key)) == nil)
      // Without transactions, the run may have changed something.
      let other = InMemoryLedger()
      let alone = try self.migrator([tribe], on: other)
      await #expect(throws: NomadError.self) { try await alone.migrate() }
      let error = await #expect(throws: NomadError.self) { try await alone.revert(to: "1.0.0") }
      #expect(error?.code == (tribe is any RevertibleTribe.Type ? .tribeFailed : .notRevertible))
    }
  }

  /// A tribe that merges one, and whose work is one transaction.
  struct MergingTogether: ShelfTribe {
    static let target: TribeTarget = .literal("4.0.0")
    static let merges: [String] = ["2.0.0", "3.0.0"]
    static let transactionKind: String? = ShelfLedger.kind
    static let revertTransactionKind: String? = ShelfLedger.kind
    @TribeDependency var shelf: Shelf

    func migrate() throws { throw Failure() }
  }

  @Test("Nor has a merged tribe, of which a part that stays was done before")
  func mergedRolledBack() async throws {
    let store = ShelfLedger(ledger: ledger, shelf: shelf)
    try await migrator([One.self, Two.self], on: store, "2.0.0").migrate()
    let migrator = try migrator([One.self, MergingTogether.self], on: store)
    await #expect(throws: NomadError.self) { try await migrator.migrate() }
    try await expectRefusal(migrator, to: "1.0.0", naming: "MergingTogether", "only a part")
    #expect(try await migrator.revert(to: "2.0.0").tribes.map(\.name) == ["RevertTests.MergingTogether"])
    #expect(shelf.all == ["One", "Two"])
    #expect(ledger.history().finished.map(\.key) == ["version:1.0.0", "version:2.0.0"])
    #expect(try await migrator.revert(to: "2.0.0").isEmpty)
  }

  @Test("A merged tribe stays if another release left a part unfinished, which may have changed something")
  func mergedUnfinished() async throws {
    /// The part as an older release had it, without a transaction.
    struct Part: Tribe, SendableMetatype {
      static let target: TribeTarget = .literal("3.0.0")
      @TribeDependency var shelf: Shelf

      func migrate() throws {
        shelf.put("half")
        throw Failure()
      }
    }
    let store = ShelfLedger(ledger: ledger, shelf: shelf)
    let old = try migrator([One.self, Part.self], on: ledger, "3.0.0")
    await #expect(throws: NomadError.self) { try await old.migrate() }
    let migrator = try migrator([One.self, MergingTogether.self], on: store)
    await #expect(throws: NomadError.self) { try await migrator.migrate() }
    for _ in 1...2 {
      try await expectRefusal(migrator, to: "1.0.0", naming: "MergingTogether", "another release began it")
    }
    #expect(shelf.all == ["One", "half"])
  }

  @Test("A process can die while it clears the record of a tribe that was rolled back")
  func diedClearing() async throws {
    struct Stuck: Tribe, SendableMetatype {
      static let target: TribeTarget = .literal("3.1.0")
      static let transactionKind: String? = ShelfLedger.kind

      func migrate() throws { throw Failure() }
    }
    let store = ShelfLedger(ledger: ledger, shelf: shelf)
    let migrator = try migrator([One.self, Stuck.self], on: store)
    for _ in 1...2 { await #expect(throws: NomadError.self) { try await migrator.migrate() } }
    for _ in 1...2 {
      let dying = DyingLedger(store, after: { $0.kind == .began })
      _ = try? await self.migrator([One.self, Stuck.self], on: dying).revert(to: "1.0.0")
      #expect(ledger.history().records.last?.kind == .began)
    }
    try await migrator.revert(to: "1.0.0")
    #expect(ledger.history().state(of: "version:3.1.0") == nil)
  }

  @Test("An attempt of another release, which may have had no transaction, is not taken for one that was rolled back")
  func otherRelease() async throws {
    /// The tribe as an older release had it.
    struct Old: Tribe, SendableMetatype {
      static let target: TribeTarget = .literal("3.0.0")
      @TribeDependency var shelf: Shelf

      func migrate() throws {
        shelf.put("Atomic")
        throw Failure()
      }
    }
    let store = ShelfLedger(ledger: ledger, shelf: shelf)
    let old = try migrator([One.self, Old.self], on: ledger, "3.0.0")
    await #expect(throws: NomadError.self) { try await old.migrate() }
    #expect(shelf.all == ["One", "Atomic"])
    let migrator = try migrator([One.self, Atomic.self], on: store)
    let error = await #expect(throws: NomadError.self) { try await migrator.revert(to: "1.0.0") }
    #expect(error?.code == .notRevertible)
    #expect(error?.message.contains("another release began it") == true)
    #expect(shelf.all == ["One", "Atomic"])
    // This release can run the tribe, and then undo it.
    try await migrator.migrate()
    try await migrator.revert(to: "1.0.0")
    #expect(shelf.all == ["One"])
  }

  @Test("A tribe that was half undone outside of a transaction is not taken for one that was rolled back")
  func halfUndone() async throws {
    struct Mixed: ShelfTribe {
      static let target: TribeTarget = .literal("3.0.0")
      static let transactionKind: String? = ShelfLedger.kind
      @TribeDependency var shelf: Shelf
      @TribeDependency var isBroken: Locked<Bool>

      func migrate() async throws {
        if isBroken.value { throw Failure() }
        shelf.put("Mixed")
      }
    }
    let (store, isBroken) = (ShelfLedger(ledger: ledger, shelf: shelf), Locked(false))
    let migrator = try migrator([Mixed.self], on: store).providing(isBroken)
    try await migrator.migrate()
    let dying = DyingLedger(store, after: { $0.kind == .began })
    _ = try? await self.migrator([Mixed.self], on: dying).providing(isBroken).revert(to: "1.0.0")
    isBroken.value = true
    await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect(shelf.all == ["Mixed"])
    try await migrator.revert(to: "1.0.0")
    #expect(shelf.all == [])
  }

  @Test("Nor does a compaction after many more attempts hide that it was half undone, or that another release began it")
  func compactedAttempts() async throws {
    struct Broken: ShelfTribe {
      static let target: TribeTarget = .literal("3.0.0")
      static let transactionKind: String? = ShelfLedger.kind
      @TribeDependency var shelf: Shelf

      func migrate() async throws { throw Failure() }
    }
    let record = { (kind: LedgerRecord.Kind, attempt: Int, version: String, isOfRevert: Bool) in
      LedgerRecord(
        kind,
        key: "version:3.0.0",
        name: isOfRevert ? "Broken (revert)" : "Broken",
        module: "NomadTests",
        attempt: attempt,
        appVersion: version,
        isOfRevert: isOfRevert
      )
    }
    let failing = { (attempts: ClosedRange<Int>, version: String, isOfRevert: Bool) in
      attempts.flatMap { number in
        [LedgerRecord.Kind.began, .failed(error: "e")].map { record($0, number, version, isOfRevert) }
      }
    }
    let failures = failing(2...150, "4.0.0", false)
    let undoing = [record(.forgotten, 1, "4.0.0", true)] + failing(1...1, "4.0.0", true)
    for (start, data) in [(undoing, []), (failing(1...1, "3.0.0", false), ["Broken"])] {
      for records in [start + failures, LedgerHistory.Compaction.latest(of: start + failures)] {
        shelf.all = ["Broken"]
        let store = ShelfLedger(ledger: InMemoryLedger(records), shelf: shelf)
        let migrator = try migrator([Broken.self], on: store)
        let error: NomadError?
        do { (_, error) = (try await migrator.revert(to: "1.0.0"), nil) } catch let caught { error = caught }
        #expect(shelf.all == data)
        #expect(error?.code == (data.isEmpty ? nil : .notRevertible))
      }
    }
  }

  @Test("A revert whose conformance has no transaction of its own is not taken for one, whatever migrate() has")
  func halfTogether() async throws {
    struct Mixed: ShelfTribe {
      static let target: TribeTarget = .literal("3.0.0")
      static let transactionKind: String? = ShelfLedger.kind
      @TribeDependency var shelf: Shelf
    }
    let store = ShelfLedger(ledger: ledger, shelf: shelf)
    try await migrator([Mixed.self], on: store).migrate()
    let dying = DyingLedger(store, after: { $0.kind == .began })
    _ = try? await migrator([Mixed.self], on: dying).revert(to: "1.0.0")
    #expect(!ledger.history().isDone("version:3.0.0"))
    try await migrator([Mixed.self], on: store).migrate()
    #expect(shelf.all == ["Mixed"])
  }

  @Test("The checkpoints of migrate() and of revert() are kept apart, and those of an interrupted revert are kept")
  func checkpoints() async throws {
    struct Careful: RevertibleTribe {
      static let target: TribeTarget = .literal("3.0.0")
      @TribeDependency var trace: Trace
      @TribeDependency var stops: Locked<Int>

      func migrate() async throws { try await work("migrate") }

      func revert() async throws { try await work("revert") }

      func work(_ name: String) async throws {
        let attempt = try #require(TribeAttempt.current)
        trace.note("\(name) from \(try attempt.checkpoint("last", as: Int.self) ?? 0), \(attempt.number)")
        for step in 1...3 {
          if step == stops.value { throw Failure() }
          try await attempt.save(step, as: "last")
          attempt.report(step, of: 3)
        }
      }
    }
    let stops = Locked(2)
    let migrator = try migrator([Careful.self]).providing(trace).providing(stops)
    await #expect(throws: NomadError.self) { try await migrator.migrate() }
    stops.value = 3
    await #expect(throws: NomadError.self) { try await migrator.revert(to: "1.0.0") }
    await #expect(throws: NomadError.self) { try await migrator.revert(to: "1.0.0") }
    stops.value = 0
    try await migrator.migrate()
    try await migrator.revert(to: "1.0.0")
    #expect(
      trace.all == [
        "migrate from 0, 1", "revert from 0, 2", "revert from 2, 3", "migrate from 0, 4", "revert from 0, 1",
      ]
    )
  }

  @Test("An app of the older version runs nothing on data that is half undone, and works when the revert is complete")
  func olderApp() async throws {
    let folder = try TemporaryFolder()
    let ledger = FileLedger.file(at: folder.ledgerURL)
    let migrator = try migrator(on: ledger)
    let older = try self.migrator([One.self, Two.self, TwoAndMore.self], on: ledger, "2.0.0")
    try await migrator.migrate()
    #expect(await #expect(throws: NomadError.self) { try await older.migrate() }?.code == .ledgerNewerThanApp)
    let dying = DyingLedger(ledger, after: { $0.key == "version:3.0.0" && $0.kind == .began })
    _ = try? await self.migrator(on: dying).revert(to: "2.0.0")
    #expect(shelf.all == ["One", "Two", "TwoAndMore", "Three"])
    #expect(await #expect(throws: NomadError.self) { try await older.migrate() }?.code == .ledgerNewerThanApp)
    try await migrator.revert(to: "2.0.0")
    #expect(try await older.migrate().migrated.isEmpty)
    #expect(try ledger.seal() != nil)
    #expect(try await migrator.migrate().migrated.map(\.name) == ["Three", "Four"])
  }

  @Test(
    "An interrupted revert keeps out an older release that lacks the tribe, also a late one",
    arguments: [Late.self, TwoAndMore.self, MergingBoth.self, Once.self] as [any ShelfTribe.Type]
  )
  func olderReleaseDuringRevert(of tribe: any ShelfTribe.Type) async throws {
    for isFresh in [false, true] {
      let ledger = InMemoryLedger()
      shelf.all = []
      let older = try migrator([One.self, Two.self], on: ledger, "2.0.0")
      let isMerging = tribe == MergingBoth.self
      // The merged tribe runs only if the older release has not done all of its parts.
      if !isFresh, !isMerging { try await older.migrate() }
      let tribes: [any ListedTribe.Type] = isMerging ? [tribe, Three.self] : [One.self, Two.self, tribe, Three.self]
      let newer = try migrator(tribes, on: ledger, "3.0.0")
      try await newer.migrate()
      let key = try TribeRegistry([tribe]).entries[0].key
      let dying = DyingLedger(ledger, after: { $0.key == key && $0.kind == .began })
      _ = try? await migrator(tribes, on: dying, "3.0.0").revert(to: isMerging ? "0.9" : "1.0.0")
      #expect(ledger.history().state(of: key)?.isDone == false)
      let data = shelf.all
      #expect(await #expect(throws: NomadError.self) { try await older.migrate() }?.code == .ledgerNewerThanApp)
      #expect(shelf.all == data)
      // So is a release between the one that ran the tribe and the one that reverts it.
      _ = try? await migrator(tribes, on: DyingLedger(ledger, after: { $0.kind == .began }), "4.0.0").revert(to: "0.9")
      let between = try migrator([One.self, Two.self, Three.self], on: ledger, "3.5.0")
      #expect(await #expect(throws: NomadError.self) { try await between.migrate() }?.code == .ledgerNewerThanApp)
      try await newer.revert(to: "0.9")
      #expect(shelf.all == [])
      try await older.migrate()
      #expect(shelf.all == ["One", "Two"])
    }
  }

  @Test("A late tribe that a newer release ran is undone, so that the older one works", arguments: [false, true])
  func lateTribe(isFinal: Bool) async throws {
    struct LateFinal: Tribe, SendableMetatype {
      static let target: TribeTarget = .literal("1.5.0")

      func migrate() {}
    }
    let older = try migrator([One.self, Two.self], "2.0.0")
    try await older.migrate()
    let late: any ListedTribe.Type = isFinal ? LateFinal.self : Late.self
    let newer = try migrator([One.self, late, Two.self, TwoAndMore.self, Three.self], "3.0.0")
    try await newer.migrate()
    if isFinal {
      try await expectRefusal(newer, to: "2.0.0", naming: "LateFinal", "does not conform", "version 3.0.0 or a newer")
    } else {
      #expect(try await newer.plan(revertingTo: "3.0.0").isEmpty)
      #expect(try await newer.revert(to: "2.0.0").tribes.map(\.name) == ["Three", "TwoAndMore", "Late"])
      #expect(try await older.migrate().migrated.isEmpty)
      #expect(shelf.all == ["One", "Two"])
      #expect(try await newer.migrate().migrated.map(\.name) == ["Late", "TwoAndMore", "Three"])
      #expect(try await newer.revert(to: "2.0.0").tribes.count == 3)
    }
  }

  @Test("A late tribe that the older release can read stays, and one that it cannot read is undone in new data, too")
  func lateReadable() async throws {
    struct Readable: ShelfTribe {
      static let target: TribeTarget = .literal("1.5.0")
      static let readableSince: TribeVersion? = "2.0.0"
      @TribeDependency var shelf: Shelf
    }
    struct Unreadable: ShelfTribe {
      static let target: TribeTarget = .literal("1.6.0")
      static let readableSince: TribeVersion? = "3.0.0"
      @TribeDependency var shelf: Shelf
    }
    let older = try migrator([One.self, Two.self], "2.0.0")
    let newer = try migrator([One.self, Readable.self, Unreadable.self, Two.self], "3.0.0")
    for isFresh in [true, false] {
      if !isFresh { try await older.migrate() }
      try await newer.migrate()
      try await newer.revert(to: "2.0.0")
      try await older.migrate()
      #expect(Set(shelf.all) == ["One", "Readable", "Two"])
      try await newer.revert(to: "0")
      #expect(shelf.all == [])
    }
  }

  @Test("Of an .always tribe, only the last end counts for a revert, as after a compaction")
  func lastEnd() async throws {
    struct Tidy: Tribe {
      static let target: TribeTarget = .always
      func migrate() {}
    }
    let tribe = try #require(try TribeRegistry([Tidy.self]).entries.first)
    func end(by version: String) -> LedgerRecord {
      LedgerRecord(key: tribe.key, name: tribe.name, module: tribe.module, appVersion: version)
    }
    for (ends, isKept) in [(["3.0.0", "1.1.0"], true), (["1.1.0", "3.0.0"], false)] {
      let records = [LedgerRecord.started(appVersion: nil)] + ends.map(end)
      for records in [records, LedgerHistory.Compaction.latest(of: records)] {
        let ledger = InMemoryLedger(records)
        try await migrator([Tidy.self], on: ledger).revert(to: "1.1.0")
        #expect(ledger.history().isDone(tribe.key) == isKept, "\(records.count) records")
      }
    }
  }

  @Test("While a tribe is undone, a release that only began it before it finished counts for nothing")
  func abandonedAttempt() async throws {
    try await migrator().migrate()
    var records = ledger.history().records
    let index = try #require(records.firstIndex { $0.key == "version:4.0.0" })
    records.insert(LedgerRecord(.began, key: "version:4.0.0", name: "Four", appVersion: "4.1.0"), at: index)
    for records in [records, LedgerHistory.Compaction.latest(of: records)] {
      let ledger = InMemoryLedger(records)
      try await migrator(on: ledger).revert(to: "3.0.0")
      let readable = ledger.history().records.compactMap(\.readableVersion)
      #expect(readable.map(\.text) == ["4.0.0"], "\(records.count) records")
    }
  }

  @Test(".first and .always tribes of the newer release do not keep out the older one after a revert")
  func repeated() async throws {
    struct Always: ShelfTribe {
      static let target: TribeTarget = .always
      @TribeDependency var shelf: Shelf
    }
    struct First: ShelfTribe {
      static let target: TribeTarget = .first
      @TribeDependency var shelf: Shelf
    }
    struct Unreadable: ShelfTribe {
      static let target: TribeTarget = .always
      static let readableSince: TribeVersion? = "3.0.0"
      @TribeDependency var shelf: Shelf
    }
    for tribes: [any ListedTribe.Type] in [[], [Three.self]] {
      shelf.all = []
      let ledger = InMemoryLedger()
      let older = try migrator([One.self, Two.self], on: ledger, "2.0.0")
      let newer = try migrator([First.self, One.self, Two.self] + tribes + [Always.self], on: ledger, "3.0.0")
      try await newer.migrate()
      let plan = try await newer.plan(revertingTo: "2.0.0")
      #expect(plan.tribes.count == tribes.count && plan.obstacle == nil)
      try await newer.revert(to: "2.0.0")
      try await older.migrate()
      #expect(shelf.all == ["First", "One", "Two", "Always"])
      let count = ledger.history().records.count
      try await newer.revert(to: "2.0.0")
      #expect(ledger.history().records.count == count)
      #expect(try await newer.migrate().migrated.count == tribes.count + 1)
    }
    let newer = try migrator([One.self, Unreadable.self], "3.0.0")
    try await newer.migrate()
    try await expectRefusal(newer, to: "2.0.0", naming: "Unreadable", "version 3.0.0 and later")
  }

  @Test("A plan knows, as the revert does, whether the ledger has transactions")
  func plannedTransactions() async throws {
    struct Old: Tribe, SendableMetatype {
      static let target: TribeTarget = .literal("3.0.0")

      func migrate() throws { throw Failure() }
    }
    let old = try migrator([One.self, Old.self], "3.0.0")
    await #expect(throws: NomadError.self) { try await old.migrate() }
    let store = ShelfLedger(ledger: ledger, shelf: shelf)
    let migrator = try migrator([One.self, Atomic.self], on: store)
    try await expectRefusal(migrator, naming: "Atomic", "another release began it")
    // A ledger without transactions rolls back nothing, so the tribe is undone.
    #expect(try await self.migrator([One.self, Atomic.self]).plan(revertingTo: "1.0.0").obstacle == nil)
    try await self.migrator([One.self, Atomic.self]).revert(to: "1.0.0")
  }

  @Test("A ledger whose tribes were all undone does not count as that of a fresh install, even when it is compacted")
  func everything() async throws {
    let migrator = try migrator([Two.self, Three.self])
    try await migrator.migrate()
    try await migrator.revert(to: "1.0.0")
    #expect(shelf.all == [])
    let records = LedgerHistory.Compaction.latest(of: ledger.history().records)
    let policy = MigrationPolicy(firstStart: .baselineAtCurrentVersion)
    let compacted = try self.migrator([Two.self, Three.self], on: InMemoryLedger(records), policy: policy)
    #expect(try await compacted.migrate().migrated.map(\.name) == ["Two", "Three"])
  }

  @Test("A revert stops between two tribes if its task is cancelled or its deadline has passed, and continues")
  func stops() async throws {
    let migrator = try migrator()
    try await migrator.migrate()
    let (task, begun) = (Locked<Task<Void, any Error>?>(nil), Gate())
    task.value = Task {
      await begun.pass()
      try await migrator.revert(to: "1.0.0") { if case .reverted = $0 { task.value?.cancel() } }
    }
    begun.open()
    let cancelled = await #expect(throws: NomadError.self) { try await task.value?.value }
    #expect(cancelled?.code == .cancelled)
    #expect(shelf.all.last == "Three")
    let late = await #expect(throws: NomadError.self) { try await migrator.revert(to: "1.0.0", until: .now) }
    #expect(late?.code == .deadlinePassed)
    #expect(shelf.all.last == "Three")
    let system = TestActivitySystem(isActive: false)
    let error = await #expect(throws: NomadError.self) { try await system.granting(migrator).revert(to: "1.0.0") }
    #expect(error?.code == .suspended)
    try await migrator.revert(to: "1.0.0")
    #expect(shelf.all == ["One"])
  }

  @Test("A revert waits for another run on the ledger, and then undoes what that run did")
  func waits() async throws {
    let migrator = try migrator([One.self, Two.self, Three.self])
    try await migrator.migrate()
    let (entered, leaves) = (Gate(), Gate())
    let other = Task { [ledger] in
      try await ledger.withExclusiveAccess { session in
        entered.open()
        await leaves.pass()
        try await session.append(LedgerRecord(.forgotten, key: "version:3.0.0", name: "Three"))
      }
    }
    await entered.pass()
    let plan = try await migrator.revert(to: "1.0.0") { if case .waiting = $0 { leaves.open() } }
    try await other.value
    #expect(plan.tribes.map(\.name) == ["Two"])
  }

  @Test("A tribe cannot revert the run that it is a part of")
  func reentrant() async throws {
    struct Inner: RevertibleTribe {
      static let target: TribeTarget = .literal("3.0.0")
      @TribeDependency var migrator: Locked<Nomad?>

      func migrate() {}

      func revert() async throws { try await migrator.value?.revert(to: "1.0.0") }
    }
    let inner = Locked<Nomad?>(nil)
    let migrator = try migrator([Inner.self]).providing(inner)
    try await migrator.migrate()
    inner.value = migrator
    let error = await #expect(throws: NomadError.self) { try await migrator.revert(to: "1.0.0") }
    #expect((error?.underlying as? NomadError)?.code == .reentrant)
  }

  @Test("A revert takes a snapshot of the data as it is before, even directly after the run")
  func snapshot() async throws {
    let fixture = try SnapshotFixture()
    struct Touch: RevertibleTribe {
      static let target: TribeTarget = .literal("2.0.0")
      @TribeDependency var fixture: SnapshotFixture

      func migrate() throws { try fixture.write("new", to: fixture.settings) }

      func revert() throws { try fixture.write("older", to: fixture.settings) }
    }
    let migrator = Nomad(
      try TribeRegistry([Touch.self]),
      ledger: fixture.ledger,
      currentVersion: .exactly("2.0.0"),
      policy: MigrationPolicy(snapshot: .before(fixture.items))
    ).providing(fixture)
    try await migrator.migrate()
    try await migrator.revert(to: "1.0.0")
    #expect(try String(contentsOf: fixture.settings, encoding: .utf8) == "older")
    let snapshots = try migrator.snapshots()
    #expect(snapshots.count == 2)
    try await migrator.restore(try #require(snapshots.last))
    #expect(try String(contentsOf: fixture.settings, encoding: .utf8) == "new")
    #expect(try await migrator.migrate().migrated.isEmpty)
  }

  @Test("An error of the ledger at each record leaves a state from which the revert continues", arguments: 0..<6)
  func unwritten(index: Int) async throws {
    let migrator = try migrator([One.self, Three.self])
    try await migrator.migrate()
    let count = Locked(0)
    let failing = FailingLedger(ledger) { _ in
      count.withLock { count in
        defer { count += 1 }
        return count == index
      }
    }
    let error = await #expect(throws: NomadError.self) {
      try await self.migrator([One.self, Three.self], on: failing).revert(to: "1.0.0")
      if count.value <= index { throw NomadError(.ledgerWriteFailed, "", advice: "") }
    }
    #expect(error?.code == .ledgerWriteFailed)
    try await migrator.revert(to: "1.0.0")
    #expect(shelf.all == ["One"])
  }
}

/// A tribe whose undoing, like its work, is one transaction of a ``ShelfLedger``.
struct Atomic: ShelfTribe {
  static let target: TribeTarget = .literal("3.0.0")
  static let transactionKind: String? = ShelfLedger.kind
  static let revertTransactionKind: String? = ShelfLedger.kind
  @TribeDependency var shelf: Shelf
}

/// A ledger that keeps its tribes for a host.
private struct KeepingLedger: LedgerWrapper {
  let wrapped: any Ledger

  func reasonToKeepTribes(above version: TribeVersion, in context: LedgerContext) -> String? {
    "web-1 is alive above \(version)"
  }
}

extension LedgerHistory {
  /// The keys of tribes that have begun and are not done.
  fileprivate var unfinishedKeys: [LedgerKey] {
    Set(records.map(\.key)).filter { state(of: $0)?.isDone == false }
  }
}
