import NomadFiles
import NomadReverting
import NomadTesting
import Testing
import ToolSupport

@testable import Nomad

/// Apps that are upgraded, and go back to older releases, while their processes die.
@Suite("Reverts over several releases")
struct RevertedReleaseTests {
  @Test(
    "A release that lacks a half-undone tribe runs nothing, and after a revert to its version it works",
    arguments: 0..<60 as Range<UInt64>
  )
  func lives(seed: UInt64) async throws {
    var life = Life(seed: seed)
    for _ in 1...8 { try await life.step() }
    while life.reverts == 0, life.obstacles < 5 { try await life.step() }
  }

  /// Whether the tribes that come with a later release than their version declare that.
  @TaskLocal fileprivate static var declares = false

  fileprivate protocol Part: ShelfTribe {
    /// The release that adds the tribe, if its version does not tell.
    static var release: TribeVersion? { get }
  }

  private struct OneAndHalf: Part {
    static let target: TribeTarget = .literal("1.5.0")
    static let release: TribeVersion? = "3.0.0"
    @TribeDependency var shelf: Shelf
  }

  private struct TwoAndMore: Part {
    static let target: TribeTarget = .dotted("2.0-1")
    static let release: TribeVersion? = "3.0.0"
    @TribeDependency var shelf: Shelf
  }

  private struct Merging: Part {
    static let target: TribeTarget = .dotted("2.0-2")
    static let merges: [String] = ["1.0.0", "2.0.0"]
    static let release: TribeVersion? = "4.0.0"
    @TribeDependency var shelf: Shelf

    func migrate() async throws {
      if try !TribeAttempt.wasDone("1.0.0") { shelf.put("One") }
      if try !TribeAttempt.wasDone("2.0.0") { shelf.put("Two") }
    }

    func revert() async throws {
      shelf.take("Two")
      shelf.take("One")
    }
  }

  private struct Tags: Part {
    static let target: TribeTarget = .once("tags")
    static let release: TribeVersion? = nil
    @TribeDependency var shelf: Shelf
  }

  private struct Start: Part {
    static let target: TribeTarget = .first
    static let release: TribeVersion? = nil
    @TribeDependency var shelf: Shelf
  }

  private struct Clean: Part {
    static let target: TribeTarget = .always
    static let release: TribeVersion? = nil
    @TribeDependency var shelf: Shelf
  }

  /// The life of an app on one device.
  private struct Life {
    private var random: SeededGenerator
    private let seed: UInt64
    private let shelf = Shelf()
    private let ledger = InMemoryLedger()
    private let store: any Ledger
    private var release: Int
    /// Whether late tribes declare their release.
    ///
    /// If they do not, the ledger can show that a release lacks one only if that release has used the data.
    private let declares: Bool
    private let merges: Bool
    /// The releases that bring the tribes without a version.
    private let (tags, start, clean): (Int, Int, Int)
    private(set) var (reverts, obstacles) = (0, 0)

    init(seed: UInt64) {
      self.seed = seed
      random = SeededGenerator(seed: seed)
      store = random.chance(50) ? ledger : ShelfLedger(ledger: ledger, shelf: shelf)
      declares = random.chance(50)
      merges = random.chance(40)
      (tags, start, clean) = (
        random.pick([1, 2, 3], or: 2), random.pick([1, 3], or: 1), random.pick([1, 3, 4], or: 3)
      )
      release = declares ? random.pick([1, 3, 4], or: 1) : 1
    }

    /// The tribes of a release.
    private func tribes(of release: Int) -> [any ListedTribe.Type] {
      var tribes: [any ListedTribe.Type] = merges && release >= 4 ? [Merging.self] : [One.self]
      if release >= 2, !(merges && release >= 4) { tribes.append(Two.self) }
      if release >= 3 { tribes += [OneAndHalf.self, RevertedReleaseTests.TwoAndMore.self, Atomic.self] }
      if release >= 4 { tribes.append(Four.self) }
      if release >= tags { tribes.append(Tags.self) }
      if release >= start { tribes.append(Start.self) }
      if release >= clean { tribes.append(Clean.self) }
      return tribes
    }

    private func nomad(_ release: Int, on ledger: (any Ledger)? = nil) throws -> Nomad {
      let registry = try RevertedReleaseTests.$declares.withValue(declares) { try TribeRegistry(tribes(of: release)) }
      let ledger = ledger ?? store
      return Nomad(registry, ledger: ledger, currentVersion: .exactly("\(release).0.0")).providing(shelf)
    }

    /// Returns the ledger, with which the process dies at one of the next records.
    private mutating func dying() -> DyingLedger {
      let (record, count) = (Int.random(in: 0..<12, using: &random), Locked(0))
      let dies = { @Sendable (_: LedgerRecord) in
        count.withLock { count in
          defer { count += 1 }
          return count == record
        }
      }
      return Bool.random(using: &random) ? DyingLedger(store, after: dies) : DyingLedger(store, before: dies)
    }

    mutating func step() async throws {
      if random.chance(40) {
        _ = try? await nomad(release, on: dying()).migrate()
        if random.chance(30), release > 1 { return try await goBack() }
      }
      try await nomad(release).migrate()
      if release > 1, random.chance(60) { return try await goBack() }
      release = min(4, release + (declares ? random.pick([1, 2], or: 1) : 1))
    }

    /// Goes back to an older release, perhaps in several attempts.
    private mutating func goBack() async throws {
      let version = Int.random(in: 1..<release, using: &random)
      while random.chance(60) {
        _ = try? await nomad(release, on: dying()).revert(to: "\(version).0.0")
        try await checkOlder()
        if random.chance(20) { return }
      }
      let newer = try nomad(release)
      do {
        try await newer.revert(to: "\(version).0.0")
      } catch {
        // Some parts of a merged tribe would stay.
        #expect(error.code == .notRevertible && error.message.contains("Merging"), "seed \(seed): \(error)")
        obstacles += 1
        return
      }
      reverts += 1
      release = version
      let report = try await nomad(release).migrate()
      #expect(report.migrated.allSatisfy { !$0.isLate }, "seed \(seed): \(report)")
      #expect(!shelf.all.contains { $0.hasPrefix("half") }, "seed \(seed): \(shelf.all)")
    }

    /// Expects that no release runs on data in which a tribe is half undone that the release does not have.
    private func checkOlder() async throws {
      let (history, data) = (ledger.history(), shelf.all)
      let half = Set(history.records.filter { $0.isOfRevert && $0.key.isOfOneRun }.map(\.key))
        .filter { history.state(of: $0)?.isDone == false }
      for older in 1..<release {
        let nomad = try nomad(older, on: InMemoryLedger(history.records))
        let known = Set(nomad.registry.entries.flatMap(\.keys))
        if half.subtracting(known).isEmpty { continue }
        let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
        #expect(error?.code == .ledgerNewerThanApp, "seed \(seed): \(older) after \(half)")
      }
      #expect(shelf.all == data)
    }
  }
}

extension RevertedReleaseTests.Part {
  static var readableSince: TribeVersion? { RevertedReleaseTests.declares ? release : nil }
}
