import Foundation
import GRDB
import Nomad
import NomadGRDB
import NomadRepair
import NomadReverting
import NomadSnapshots
import NomadTesting
import Testing

/// The run after a restore of a database whose tribes were merged, reverted or forgotten.
@Suite("The next run after a restore of a database")
struct RestoredRunTests {
  @TaskLocal static var failing: TribeTarget?

  private let folder = TemporaryFolder()
  private let database: DatabasePool
  private let records: DatabaseQueue

  init() throws {
    database = try DatabasePool(path: folder.path("notes.sqlite"))
    records = try DatabaseQueue(path: folder.path("records.sqlite"))
    try database.write { try $0.execute(sql: "CREATE TABLE part (name TEXT)") }
  }

  enum Place: CaseIterable {
    /// The ledger is in the database that the tribes change. Each tribe has a transaction.
    case inside
    /// The ledger is in a database of its own.
    case outside
  }

  enum End: CaseIterable { case failure, death }

  private func ledger(_ place: Place) -> GRDBLedger { .grdb(place == .inside ? database : records) }

  private func nomad(_ place: Place, _ parts: [any Part.Type], on ledger: (any Ledger)? = nil) throws -> Nomad {
    var nomad = Nomad(
      try TribeRegistry(parts.map { place == .inside ? $0.inside : $0.outside }),
      ledger: self.ledger(place),
      currentVersion: .exactly("4.0.0"),
      policy: MigrationPolicy(
        snapshot: .before([.database(database)], in: folder.url.appendingPathComponent("snapshots"), keeping: .max)
      )
    )
    if let ledger { nomad.ledger = ledger }
    return nomad.providing(database, as: (any DatabaseWriter).self)
  }

  private func run(
    _ place: Place,
    _ parts: [any Part.Type],
    to end: End,
    in target: TribeTarget,
    _ work: @Sendable (Nomad) async throws -> Void = { try await $0.migrate() }
  ) async throws {
    let key = try LedgerKey(target)
    // Outside of a transaction, an undoing also begins with a record that forgets the tribe.
    let undone = place == .inside ? LedgerRecord.Kind.forgotten : .fact(.readable(key, since: nil))
    let dies = { @Sendable (record: LedgerRecord) in
      record.isOfRevert
        ? record.kind == undone && (record.key == key || place != .inside)
        : record.kind == .finished && record.key == key
    }
    let dying = DyingLedger(ledger(place), before: dies)
    let nomad = try nomad(place, parts, on: end == .death ? dying : nil)
    let error = await Self.$failing.withValue(end == .failure ? target : nil) {
      await #expect(throws: NomadError.self) { try await work(nomad) }
    }
    #expect(error != nil && (dying.death != nil) == (end == .death))
  }

  private func parts() async throws -> [String] {
    try await database.read { try String.fetchAll($0, sql: "SELECT name FROM part ORDER BY name") }
  }

  private func done(_ place: Place) async throws -> Set<String> {
    Set(
      try await ledger(place).history().finished.map {
        $0.key.description.replacingOccurrences(of: "version:", with: "")
      }
    )
  }

  @Test(
    "A merging tribe that failed, or after which a tribe failed, is told the same when it runs again",
    arguments: Place.allCases,
    End.allCases
  )
  func merged(place: Place, end: End) async throws {
    try await nomad(place, [One.self]).migrate()
    for target: TribeTarget in [.literal("3.0.0"), .literal("4.0.0")] {
      try await run(place, [Merging.self, Four.self], to: end, in: target)
      let nomad = try nomad(place, [Merging.self, Four.self])
      try await nomad.restore(try #require(try nomad.snapshots().last { $0.reason == .migration }))
      #expect(try await parts() == ["one"])
      #expect(try await done(place) == ["1.0.0"])
      #expect(try await nomad.plan().pending.count == 2)
    }
    try await nomad(place, [Merging.self, Four.self]).migrate()
    #expect(try await parts() == ["after 1.0.0", "four", "one", "two"])
    #expect(try await done(place) == ["1.0.0", "2.0.0", "3.0.0", "4.0.0"])
  }

  @Test("A revert that failed, even twice, is undone by its snapshot", arguments: Place.allCases, End.allCases)
  func reverted(place: Place, end: End) async throws {
    let nomad = try nomad(place, [One.self, Two.self, Four.self])
    try await nomad.migrate()
    let first = try nomad.snapshots().count
    for _ in 1...2 {
      try await run(place, [One.self, Two.self, Four.self], to: end, in: .literal("2.0.0")) {
        try await $0.revert(to: "1.0.0")
      }
    }
    try await nomad.restore(try nomad.snapshots()[first])
    #expect(try await parts() == ["four", "one", "two"])
    #expect(try await done(place) == ["1.0.0", "2.0.0", "4.0.0"])
    #expect(try await nomad.migrate().migrated.isEmpty)
    try await nomad.revert(to: "1.0.0")
    #expect(try await parts() == ["one"])
    // An older snapshot brings back what was done when it was taken.
    try await nomad.restore(try #require(try nomad.snapshots().last))
    #expect(try await nomad.migrate().migrated.isEmpty)
    try await nomad.restore(try #require(try nomad.snapshots().first))
    #expect(try await parts().isEmpty)
    #expect(try await nomad.migrate().migrated.count == 3)
    #expect(try await parts() == ["four", "one", "two"])
  }

  @Test(
    "A tribe that was forgotten before the snapshot stays forgotten, and one that is forgotten after it does not",
    arguments: Place.allCases,
    End.allCases
  )
  func forgotten(place: Place, end: End) async throws {
    try await nomad(place, [One.self, Two.self]).migrate()
    try await ledger(place).forget(.literal("2.0.0"))
    try await run(place, [One.self, Two.self, Four.self], to: end, in: .literal("4.0.0"))
    #expect(try await done(place) == ["1.0.0", "2.0.0"])
    try await ledger(place).forget(.literal("1.0.0"))
    let nomad = try nomad(place, [One.self, Two.self, Four.self])
    try await nomad.restore(try #require(try nomad.snapshots().last))
    #expect(try await done(place) == ["1.0.0"])
    #expect(try await nomad.migrate().migrated.map(\.target) == [.literal("2.0.0"), .literal("4.0.0")])
    #expect(try await parts() == ["four", "one", "two", "two"])
  }
}

/// The work of a tribe.
private protocol Part: Sendable {
  static var target: TribeTarget { get }
  static var merges: [String] { get }
  static var name: String { get }
  init()
  func migrate(_ db: Database) throws
}

extension Part {
  static var merges: [String] { [] }

  static var inside: any ListedTribe.Type { Inside<Self>.self }

  static var outside: any ListedTribe.Type { Outside<Self>.self }

  func migrate(_ db: Database) throws { try Self.add(Self.name, to: db) }

  func revert(_ db: Database) throws { try db.execute(sql: "DELETE FROM part WHERE name = ?", arguments: [Self.name]) }

  static func add(_ name: String, to db: Database) throws {
    try db.execute(sql: "INSERT INTO part VALUES (?)", arguments: [name])
  }
}

private struct One: Part {
  static let target: TribeTarget = .literal("1.0.0")
  static let name = "one"
}

private struct Two: Part {
  static let target: TribeTarget = .literal("2.0.0")
  static let name = "two"
}

private struct Four: Part {
  static let target: TribeTarget = .literal("4.0.0")
  static let name = "four"
}

private struct Merging: Part {
  static let target: TribeTarget = .literal("3.0.0")
  static let merges: [String] = ["1.0.0", "2.0.0"]
  static let name = "merging"

  func migrate(_ db: Database) throws {
    let done = try Self.merges.filter(TribeAttempt.wasDone)
    try Self.add((["after"] + done).joined(separator: " "), to: db)
    if !done.contains("1.0.0") { try Self.add("one", to: db) }
    if !done.contains("2.0.0") { try Self.add("two", to: db) }
  }
}

/// A tribe in a transaction of the ledger.
private struct Inside<Work: Part>: RevertibleDatabaseTribe {
  static var target: TribeTarget { Work.target }
  static var merges: [String] { Work.merges }
  // The database's queue does not inherit the task-local value.
  private let fails = RestoredRunTests.failing == Work.target

  func migrate(_ db: Database) throws {
    try Work().migrate(db)
    if fails { throw Mishap() }
  }

  func revert(_ db: Database) throws {
    try Work().revert(db)
    if fails { throw Mishap() }
  }
}

/// A tribe whose ledger is elsewhere: what it has done stays when it fails.
private struct Outside<Work: Part>: RevertibleTribe {
  static var target: TribeTarget { Work.target }
  static var merges: [String] { Work.merges }
  @TribeDependency private var database: any DatabaseWriter

  func migrate() async throws {
    try await database.write { try Work().migrate($0) }
    if RestoredRunTests.failing == Work.target { throw Mishap() }
  }

  func revert() async throws {
    try await database.write { try Work().revert($0) }
    if RestoredRunTests.failing == Work.target { throw Mishap() }
  }
}
