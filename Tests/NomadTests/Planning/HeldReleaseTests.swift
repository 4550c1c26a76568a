import Foundation
import Testing
import ToolSupport

@testable import Nomad

/// Apps that are upgraded while their policies keep random tribes on hold.
@Suite("Tribes on hold over several releases")
struct HeldReleaseTests {
  @Test("No tribe is lost, is done twice, runs in another order or becomes late", arguments: 0..<150)
  func lives(seed: UInt64) async throws {
    var life = try Life(seed: seed)
    for _ in 1...Int.random(in: 3...9, using: &life.random) { try await life.start() }
    try await life.end()
  }

  /// The life of an app on one device: its data are the parts of work that its tribes noted.
  private struct Life {
    var random: SeededGenerator
    private let seed: UInt64
    private let folder: TemporaryFolder?
    private let ledger: any Ledger
    private let work = Trace()
    private var release = 0
    private let late: MigrationPolicy.Late
    /// The release from which on the tribe 4.0.0 merges the older ones; its own target, too, if it had shipped.
    private let merging: Int?
    /// Whether a tribe with a version requires one with an id.
    private let requires: Bool
    /// The release from which on older data is refused, and the version.
    private let oldest: (release: Int, version: Int)?

    init(seed: UInt64) throws {
      self.seed = seed
      random = SeededGenerator(seed: seed)
      folder = random.chance(50) ? try TemporaryFolder(inMemory: true) : nil
      ledger = folder.map { FileLedger.file(at: $0.ledgerURL) } ?? InMemoryLedger()
      late = random.pick([.run, .skip, .fail], or: .run)
      merging = random.pick([nil, 4, 5], or: nil)
      requires = random.chance(40)
      let version = Int.random(in: 2...4, using: &random)
      oldest = random.chance(40) ? (Int.random(in: version + 1...6, using: &random), version) : nil
    }

    private func key(_ part: String) -> LedgerKey { Int(part) == nil ? "once:\(part)" : "version:\(part).0.0" }

    private var mergesNow: Bool { merging.map { release >= $0 } ?? false }

    /// The parts that the release has, with versions and with ids.
    private var parts: [String] {
      let isRetired = merging == nil && oldest.map { release >= $0.release } ?? false
      let first = isRetired ? oldest?.version ?? 1 : 1
      return (first...release).map(String.init) + ["a"] + (release >= 3 ? ["b"] : [])
    }

    private func registry(failing: String?) throws -> TribeRegistry {
      let (work, source) = (work, "\(release / 2)")
      @Sendable func note(_ part: String) throws {
        if part == failing { throw Failure() }
        work.note(part)
      }
      var targets: [TribeTarget] = [.first, .whenChanged("derived"), .always]
      targets += parts.map { Int($0) == nil ? .once($0) : .literal("\($0).0.0") }
      let merged = mergesNow ? (merging == 5 ? ["1", "2", "3", "4"] : ["1", "2"]) : []
      targets.removeAll { target in merged.contains { $0 != "4" && target == .literal("\($0).0.0") } }
      let positions = try targets.map { ($0, try $0.position()) }
      let mergedPositions = try merged.map { ("\($0).0.0", try TribeTarget.Position(merged: "\($0).0.0")) }
      return TribeRegistry(_module: "App") { tribes in
        for (target, position) in positions {
          let name = target.name
          if name == "4.0.0", !merged.isEmpty {
            tribes.add(name, target: target, position: position) {
              let open = try merged.filter { try !TribeAttempt.wasDone("\($0).0.0") }
              // The parts of a tribe that fails in between are done again.
              if open.contains(where: { $0 == failing }) { throw Failure() }
              for part in open { try note(part) }
            }
            for (text, position) in mergedPositions { tribes.merges(text, at: position) }
          } else {
            tribes.add(name, target: target, position: position) {
              try note(name == "derived" ? "derived \(source)" : name.replacingOccurrences(of: ".0.0", with: ""))
            }
            if name == "derived" { tribes.source("000000000000000\(source)") }
            if name == "3.0.0", requires { tribes.requires(["App.a"]) }
          }
        }
      }
    }

    private func nomad(holding hold: Set<LedgerKey>, failing: String? = nil) throws -> Nomad {
      var policy = MigrationPolicy(late: late, hold: hold)
      if let oldest, release >= oldest.release { policy.oldest = try TribeVersion(app: "\(oldest.version).0.0") }
      return Nomad(
        try registry(failing: failing),
        ledger: ledger,
        currentVersion: .exactly("\(release).0.0"),
        policy: policy
      )
    }

    /// Starts this release or a later one, with random tribes on hold.
    mutating func start() async throws {
      release = min(6, max(1, release + random.pick([0, 0, 1, 1, 2], or: 0)))
      var hold: Set<LedgerKey> = []
      if random.chance(70) {
        for part in parts where random.chance(25) { hold.insert(key(part)) }
        if random.chance(15) { hold.insert("changed:derived") }
        if random.chance(15) { hold.insert("first:App.first") }
      }
      let nomad = try nomad(holding: hold, failing: random.chance(20) ? random.pick(parts, or: "a") : nil)
      let end =
        random.chance(15) ? nomad.registry.entries.map(\.target).filter { ![.first, .always].contains($0) } : []
      let target = end.randomElement(using: &random)
      let before = work.all
      let plan: MigrationPlan
      do {
        plan = try await nomad.plan(upTo: target)
        try await nomad.migrate(upTo: target)
      } catch {
        let expected: [NomadError.Code] = [.onHold, .tribeFailed, .dataTooOld, .beyondTarget, .requiredTribe]
        #expect(expected.contains(error.code), "seed \(seed): \(error)")
        return try check(after: before, hold)
      }
      #expect(plan.late.isEmpty, "seed \(seed): \(plan)")
      try check(after: before, hold)
    }

    private func check(after before: [String], _ hold: Set<LedgerKey>) throws {
      let new = Array(work.all[before.count...])
      #expect(!new.contains { hold.contains(key($0)) }, "seed \(seed): \(new) ran in spite of \(hold)")
      let versions = work.all.compactMap { Int($0) }
      // The tribe that merges the first two parts comes after the third one.
      let ordered = versions.filter { merging != 4 || $0 > 2 }
      #expect(ordered == ordered.sorted(), "seed \(seed): the order is \(work.all)")
      for part in parts { #expect(work.all.filter { $0 == part }.count < 2, "seed \(seed): twice in \(work.all)") }
      guard let version = work.all.firstIndex(where: { Int($0) != nil }) else { return }
      #expect(work.all[..<version].contains("first"), "seed \(seed): no .first before \(work.all)")
      guard merging == nil, let oldest, release >= oldest.release, new.contains(where: { Int($0) != nil }) else {
        return
      }
      // Either all data before the oldest version was migrated, or there was none.
      let older = versions.filter { $0 < oldest.version }.count
      #expect(older == 0 || older == oldest.version - 1, "seed \(seed): too old: \(work.all)")
    }

    /// Starts the newest release with nothing on hold.
    mutating func end() async throws {
      release = 6
      let before = work.all
      let nomad = try nomad(holding: [])
      if try await nomad.plan().isTooOld {
        let oldest = try #require(oldest)
        #expect(!work.all.contains(String(oldest.version)), "seed \(seed): not too old: \(work.all)")
        #expect(!work.all.isEmpty, "seed \(seed): new data is too old")
        return
      }
      try await nomad.migrate()
      try check(after: before, [])
      // A tribe with a new target only merges, and has no work of its own.
      let own = parts.filter { $0 != "4" || merging != 4 }
      for part in own { #expect(work.all.contains(part), "seed \(seed): \(part) is lost in \(work.all)") }
      #expect(work.all.last { $0.hasPrefix("derived") } == "derived 3")
      let report = try await nomad.migrate()
      #expect(report.migrated.map(\.name) == ["always"], "seed \(seed): \(report)")
    }
  }
}
