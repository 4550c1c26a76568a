import Foundation
import NomadAdoption
import NomadRepair
import Testing

@testable import Nomad

/// The failures of Collector and MFMigrationManager that Nomad avoids, with a test for each.
@Suite("Failures of Collector that Nomad avoids")
struct CollectorFailureTests {
  private let folder: TemporaryFolder
  private let trace = Trace()

  init() throws { folder = try TemporaryFolder() }

  private var ledger: FileLedger { FileLedger(at: folder.ledgerURL) }

  private func manager(
    at version: String,
    _ versions: [String],
    _ policy: MigrationPolicy = .default
  ) throws -> Nomad {
    let trace = trace
    let registry = try TribeRegistry {
      for version in versions { Nomad.migration(version) { trace.note(version) } }
    }
    return Nomad(registry, ledger: ledger, currentVersion: .exactly(version), policy: policy)
  }

  @Test("A migration in the release that adopts Nomad runs, because the first use is not a baseline")
  func adoption() async throws {
    try await manager(at: "1.4", ["1.4"]).migrate()
    #expect(trace.all == ["1.4"])
    // The policy can set a baseline at the version of the data.
    let other = FileLedger(at: folder.url.appendingPathComponent("other.ledger"))
    var migrator = try manager(at: "1.4", ["1.2.5", "1.4"], MigrationPolicy(firstStart: .baseline(at: "1.2.5")))
    migrator.ledger = other
    #expect(try await migrator.migrate().migrated.map(\.name) == ["1.4"])
  }

  @Test(
    "Every tribe runs again after a reset, and no policy's baseline applies",
    arguments: [
      MigrationPolicy.default, MigrationPolicy(firstStart: .baselineAtCurrentVersion, late: .skip),
      MigrationPolicy(firstStart: .baseline(at: "1.1"), late: .fail),
    ]
  )
  func reset(policy: MigrationPolicy) async throws {
    let manager = try manager(at: "1.4", ["1.1", "1.1-1", "1.2.5", "1.4"], policy)
    try await manager.migrate()
    let before = trace.all.count
    try await ledger.forgetAll()
    for _ in 1...2 { try await manager.migrate() }
    #expect(trace.all.dropFirst(before) == ["1.1", "1.1-1", "1.2.5", "1.4"])
  }

  @Test("Version components of three or thirty digits are ordered by their values")
  func digits() async throws {
    let long = "1." + String(repeating: "9", count: 30)
    try await manager(at: "2026.1121", ["2026.365.100", long, "1.100", "1.99", "1.1000-100", "1.1000"]).migrate()
    #expect(trace.all == ["1.99", "1.100", "1.1000", "1.1000-100", long, "2026.365.100"])
  }

  @Test("A version above the current one waits without an error, and the plan reports this")
  func aboveCurrent() async throws {
    let manager = try manager(at: "1.4", ["1.4", "1.5", "2.0.3.9.6"])
    #expect(try await manager.plan().pending.map(\.name) == ["1.4"])
    #expect(try await manager.plan().description.contains("waits for its version; the app is at 1.4.0"))
    try await manager.migrate()
    #expect(trace.all == ["1.4"])
    try await self.manager(at: "2.1", ["1.4", "1.5", "2.0.3.9.6"]).migrate()
    #expect(trace.all == ["1.4", "1.5", "2.0.3.9.6"])
  }

  @Test("Asynchronous work is recorded only after it has ended")
  func asynchronous() async throws {
    let (ledger, trace) = (ledger, trace)
    let registry = try TribeRegistry {
      Nomad.migration("1.1") {
        await withCheckedContinuation { end in
          DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) {
            trace.note("recorded: \((try? ledger.history().isDone("version:1.1.0")) ?? true)")
            end.resume()
          }
        }
        trace.note("ended")
      }
    }
    try await Nomad(registry, ledger: ledger).migrate { event in
      if case .finished = event { trace.note("recorded") }
    }
    #expect(trace.all == ["recorded: false", "ended", "recorded"])
    #expect(try ledger.history().isDone("version:1.1.0"))
  }
}
