import Foundation
import NomadAdoption
import Testing

@testable import Nomad

/// Versions that a peer accepted and stored, but that are not legal targets.
@Suite("Unusual versions that peers stored")
final class OddVersionTests {
  private let suite = "nomad-tests-\(UUID().uuidString)"

  deinit { UserDefaults.standard.removePersistentDomain(forName: suite) }

  private func keep(_ value: Any, under key: String) throws {
    try #require(UserDefaults(suiteName: suite)).set(value, forKey: key)
  }

  /// Returns the tribes that run at the first start, and expects that the second start runs none.
  private func launch(
    _ targets: [TribeTarget],
    after predecessor: Predecessor,
    at version: CurrentVersion = .unlimited
  ) async throws -> [String] {
    let folder = try TemporaryFolder()
    var migrator = Nomad(try TribeRegistry(targets), ledger: .file(at: folder.ledgerURL), currentVersion: version)
    migrator.predecessors = [predecessor]
    let ran = try await migrator.migrate().migrated.map(\.name)
    #expect(try await migrator.migrate().migrated.isEmpty)
    #expect(try FileLedger(at: folder.ledgerURL).history().isFirstStart == false)
    return ran
  }

  /// The order is the one of mxcl/Version 2, which Nomad 0.9 used.
  ///
  /// A tribe at `1.2.3-01` is now at `1.2.3-1`.
  @Test(
    "Nomad 0.9: a version that it could compare keeps its place in the order",
    arguments: [
      ("1.2.3-01", ["1.2.3-1", "1.2.3-0"], ["1.2.3-2", "1.2.3-alpha", "1.2.3"]),
      ("1.2.3-01.2", ["1.2.3-1", "1.2.3-1.2"], ["1.2.3-1.3", "1.2.3"]),
      ("1.5.0-", ["1.5.0-beta", "1.5.0"], ["1.5.1"]),
      ("1.2.3+", ["1.2.3"], ["1.2.4"]),
      ("1.2.3-+", ["1.2.3"], ["1.2.4"]),
      ("1.2.3-beta_1", ["1.2.3-alpha", "1.2.3-beta", "1.2.3-beta-1", "1.2.3-beta.1"], ["1.2.3-betb", "1.2.3"]),
      ("1.2.3-beta 1", ["1.2.3-beta"], ["1.2.3-beta-1", "1.2.3"]),
      ("1.2.3-beta..1", ["1.2.3-beta", "1.2.3-beta.1"], ["1.2.3-beta.2", "1.2.3"]),
      ("1.2.3-.beta.", ["1.2.3-beta"], ["1.2.3-beta.0", "1.2.3"]),
      ("01.02.03", ["1.2.3"], ["1.2.4"]),
      ("1.2.3+build_5", ["1.2.3"], ["1.2.4"]),
      ("1.2.3-rc.1+build..5", ["1.2.3-rc.1"], ["1.2.3-rc.2", "1.2.3"]),
    ]
  )
  func nomad09(kept: String, done: [String], waiting: [String]) async throws {
    try keep(kept, under: "nomad:current_target")
    let ran = try await launch((done + waiting).map { .literal($0) }, after: .nomad09(suite: suite))
    #expect(Set(ran) == Set(waiting))
  }

  @Test(
    "Nomad 0.9: a version that it could not compare is read only if it consists of numbers",
    arguments: [("2", true), ("2.0", true), ("2.0.0.1", true), ("2.0-1", false), ("2.0-beta", false), ("", false)]
  )
  func lone(kept: String, isRead: Bool) async throws {
    try keep(kept, under: "nomad:current_target")
    let targets: [TribeTarget] = [.literal("2.0.0"), .literal("2.1.0")]
    guard isRead else {
      await #expect(throws: NomadError.self) { try await launch(targets, after: .nomad09(suite: suite)) }
      return
    }
    #expect(try await launch(targets, after: .nomad09(suite: suite)) == ["2.1.0"])
  }

  @Test("Nomad 0.9: nothing at or below a stored version runs, even if that version is above the app's")
  func aboveTheApp() async throws {
    try keep("9.0.0", under: "nomad:current_target")
    let targets: [TribeTarget] = [.first, .literal("1.0.0"), .literal("2.0.0"), .literal("9.0.0"), .literal("9.0.1")]
    #expect(try await launch(targets, after: .nomad09(suite: suite), at: .exactly("2.0.0")) == [])
    // The data is not taken for data of a newer app either, although no tribe has that version.
    #expect(try await launch(Array(targets[..<3]), after: .nomad09(suite: suite), at: .exactly("2.0.0")) == [])
  }

  private static let collectorKeys = ["MFMigrationManagerLastVersionKey", "MFMigrationManagerInitialVersionKey"]

  @Test("Collector: an empty stored version counts as no version", arguments: collectorKeys)
  func empty(key: String) async throws {
    try keep("", under: key)
    #expect(try await launch([.dotted("1.1")], after: .collector(suite: suite)) == ["1.1"])
    try keep("1.1", under: Self.collectorKeys[0])
    try keep("", under: Self.collectorKeys[1])
    #expect(try await launch([.dotted("1.1"), .dotted("1.2")], after: .collector(suite: suite)) == ["1.2"])
  }

  @Test(
    "Collector: only the numbers of a bundle's version and a sub-migration after them count",
    arguments: [
      ("2.0b1", ["1.9", "2.0"], ["2.0-1", "2.0.1", "2.1"]), ("1.1 (45)", ["1.0", "1.1"], ["1.1-1", "1.1.1", "1.2"]),
      ("2.0.0-beta", ["1.9-5", "2.0.0"], ["2.0.1"]), ("2.0.", ["2.0"], ["2.0.1"]), ("2.", ["1.9", "2.0"], ["2.1"]),
      ("1.1-1 (7)", ["1.1", "1.1-1"], ["1.1-2", "1.1.1"]), ("1.1-1.5", ["1.1", "1.1-1"], ["1.1-2", "1.1.1"]),
      ("1.1-beta-1", ["1.1"], ["1.1-1"]), ("1.0.123", ["1.0.99"], ["1.0.124"]),
      ("2..1", ["2.0"], ["2.0.1", "2.1"]), ("2.0-", ["2.0"], ["2.0-1"]), ("2.0--3", ["2.0"], ["2.0-1"]),
      ("2.0.-3", ["2.0"], ["2.0-1"]), ("2-3", ["2.0"], ["2.0-1"]), ("2.0–1", ["2.0"], ["2.1"]),
    ]
  )
  func collector(kept: String, done: [String], waiting: [String]) async throws {
    for key in Self.collectorKeys {
      try keep(kept, under: key)
      let ran = try await launch((done + waiting).map { .dotted($0) }, after: .collector(suite: suite))
      #expect(ran == waiting)
      UserDefaults(suiteName: suite)?.removeObject(forKey: key)
    }
  }

  @Test("Collector: nothing at or below a stored version runs, even if that version is above the app's")
  func collectorAboveTheApp() async throws {
    try keep("3.0", under: Self.collectorKeys[0])
    let targets: [TribeTarget] = [.dotted("1.1"), .dotted("3.0"), .dotted("3.1")]
    #expect(try await launch(targets, after: .collector(suite: suite), at: .exactly("2.0")) == [])
  }

  /// If the text after the numbers sorts before a dot, Collector's comparison gives the same order as the numbers.
  @Test(
    "Collector: the versions that run are those that its comparison puts above the stored version",
    arguments: ["0.0", "0.12", "1.2", "1.9", "1.10", "2.0", "2.1.3"],
    ["", " (45)", "(7)", " b1", ",", "+3"]
  )
  func collectorModel(numbers: String, rest: String) async throws {
    let kept = numbers + rest
    try keep(kept, under: Self.collectorKeys[0])
    let near = [numbers, numbers + "-1", numbers + ".1", numbers + ".1-1"]
    let versions = Set(["0.5", "1.2", "1.2-1", "1.10", "1.12", "2.1", "2.1.3-2"] + near)
    let expected = versions.filter { $0.compare(kept, options: NSString.CompareOptions.numeric) == .orderedDescending }
    let ran = try await launch(versions.map { .dotted($0) }, after: .collector(suite: suite))
    #expect(Set(ran) == expected)
  }

  @Test("The app decides what an unreadable version means: a version, ids, or nothing", arguments: [true, false])
  func unreadable(isCollector: Bool) async throws {
    try keep("spring", under: isCollector ? Self.collectorKeys[0] : "nomad:current_target")
    let targets: [TribeTarget] = [.literal("1.0.0"), .literal("2.0.0"), .once("a")]
    let suite = suite
    func predecessor(_ unreadable: @escaping @Sendable (String) throws -> Predecessor.State?) -> Predecessor {
      isCollector ? .collector(suite: suite, unreadable: unreadable) : .nomad09(suite: suite, unreadable: unreadable)
    }
    let version = predecessor { $0 == "spring" ? Predecessor.State(version: .literal("1.0.0")) : nil }
    #expect(try await launch(targets, after: version) == ["2.0.0", "a"])
    let ids = predecessor { _ in Predecessor.State(version: .dotted("1.0"), targets: [.once("a")]) }
    #expect(try await launch(targets, after: ids) == ["2.0.0"])
    #expect(try await launch(targets, after: predecessor { _ in nil }) == ["1.0.0", "2.0.0", "a"])
    struct Undecided: Error {}
    for undecided in [predecessor { _ in throw Undecided() }, predecessor { .init(version: .literal($0)) }] {
      let error = await #expect(throws: NomadError.self) { try await launch(targets, after: undecided) }
      #expect(error?.code == .predecessorUnreadable)
    }
  }

  @Test("The app is not asked about a version that can be read")
  func readable() async throws {
    struct Asked: Error {}
    try keep("1.2.3-beta_1", under: "nomad:current_target")
    let predecessor = Predecessor.nomad09(suite: suite) { _ in throw Asked() }
    #expect(try await launch([.literal("1.2.2"), .literal("1.2.3")], after: predecessor) == ["1.2.3"])
  }

  @Test("A stored value that is not text reaches the app as text")
  func noText() async throws {
    try keep(7, under: "nomad:current_target")
    let predecessor = Predecessor.nomad09(suite: suite) { .init(version: .dotted("\($0).0")) }
    #expect(try await launch([.literal("7.0.0"), .literal("7.0.1")], after: predecessor) == ["7.0.1"])
  }
}
