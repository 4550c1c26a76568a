import Foundation
import NomadAdoption
import NomadFiles
import NomadSnapshots
import Testing

@testable import Nomad
@testable import NomadUI

@Suite("Runs that several views share", .timeLimit(.minutes(1)))
@MainActor
struct SharedRunTests {
  private let began = Gate()
  private let gate = Gate()
  private let trace = Trace()
  private let ledger = InMemoryLedger()

  /// Returns a registry whose tribe `b` reports its progress and its beginning, and ends when the gate is opened.
  private func slow() throws -> TribeRegistry {
    try TribeRegistry([.once("a"), .once("b"), .once("c")], tracing: trace) { name in
      guard name == "b" else { return }
      TribeAttempt.current?.report(1, of: 2)
      began.open()
      await gate.pass()
    }
  }

  @Test("A second view joins the run that is in progress, and sees its progress at once")
  func join() async throws {
    let first = Viewer.appeared(Nomad(try slow(), ledger: ledger))
    await first.sees { $0.progress?.total == 2 }
    let second = Viewer.appeared(Nomad(try slow(), ledger: ledger))
    for viewer in [first, second] {
      #expect(viewer.phase.progress?.tribe?.name == "b")
      #expect(viewer.phase.progress?.completed == 1)
      #expect(viewer.phase.progress?.index == 1)
      #expect(viewer.phase.progress?.count == 3)
    }
    gate.open()
    for viewer in [first, second] {
      #expect(try await viewer.observer.report().migrated.map(\.name) == ["a", "b", "c"])
      #expect(viewer.phase.migrated == ["a", "b", "c"])
      #expect(viewer.names == ["running", "finished"])
    }
    #expect(trace.all == ["a", "b", "c"])
  }

  @Test("A view that appears after a run starts its own run, which has nothing to do")
  func afterwards() async throws {
    let nomad = Nomad(try TribeRegistry([.once("a")], tracing: trace), ledger: ledger)
    let first = Viewer.appeared(nomad)
    try await first.observer.report()
    let second = Viewer.appeared(nomad)
    #expect(second.phase.migrated == [])
    #expect(second.names == ["finished"])
    #expect(first.phase.migrated == ["a"])
    #expect(trace.all == ["a"])
  }

  @Test("The run of a view that appears later does not affect a view whose run is finished")
  func content() async throws {
    let nomad = Nomad(try TribeRegistry([.always], tracing: trace), ledger: ledger)
    let first = Viewer.appeared(nomad)
    try await first.observer.report()
    try await Viewer.appeared(nomad).observer.report()
    #expect(trace.all == ["always", "always"])
    #expect(first.names == ["running", "finished"])
  }

  @Test("A run continues when every view is gone, and is released when it is over")
  func unseen() async throws {
    let nomad = Nomad(try slow(), ledger: ledger)
    var viewer: Viewer? = .appeared(nomad)
    await began.pass()
    let left = Weak(try #require(viewer).observer)
    let run = Weak(try #require(SharedRun.existing(of: nomad)))
    viewer = nil
    try #require(left.object == nil)
    try #require(run.object != nil)
    var back: Viewer? = .appeared(nomad)
    await back?.sees { $0.progress?.tribe?.name == "b" }
    gate.open()
    await back?.sees("finished")
    #expect(trace.all == ["a", "b", "c"])
    #expect(SharedRun.existing(of: nomad) == nil)
    back = nil
    #expect(run.object == nil)
  }

  @Test("Migrators with different ledgers have different runs", arguments: [false, true])
  func ledgers(isInFile: Bool) async throws {
    let folder = try TemporaryFolder()
    let others: [any Ledger] = isInFile ? [FileLedger(at: folder.ledgerURL)] : [InMemoryLedger()]
    let first = Viewer.appeared(Nomad(try slow(), ledger: ledger))
    await began.pass()
    for other in others {
      var nomad = Nomad(try TribeRegistry([.once("a"), .once("b"), .once("c")]))
      nomad.ledger = other
      let second = Viewer.appeared(nomad)
      #expect(second.phase.progress?.tribe == nil)
      try await second.observer.report()
    }
    #expect(first.phase.name == "running")
    gate.open()
    try await first.observer.report()
  }

  @Test("Two ledgers without a location do not share a run")
  func nowhere() throws {
    let urls = ["https://a", "https://b"].compactMap(URL.init)
    let viewers = try urls.map { Viewer.appeared(Nomad(try slow(), ledger: .file(at: $0))) }
    for (viewer, url) in zip(viewers, urls) {
      guard case .failed(let error) = viewer.phase else { throw Failure() }
      #expect(error.code == .ledgerLocationUnknown)
      #expect(error.message.contains(url.absoluteString))
      #expect(viewer.seen.count == 1)
    }
  }

  @Test("A migrator with other tribes on the same ledger has its own run, which waits for the first one")
  func tribes() async throws {
    let first = Viewer.appeared(Nomad(try slow(), ledger: ledger))
    await first.sees { $0.progress?.tribe?.name == "b" }
    let more = try TribeRegistry([.once("a"), .once("b"), .once("c"), .once("d")], tracing: trace)
    let second = Viewer.appeared(Nomad(more, ledger: ledger))
    #expect(second.phase.progress?.count == 0)
    #expect(second.phase.progress?.tribe == nil)
    gate.open()
    #expect(try await second.observer.report().migrated.map(\.name) == ["d"])
    #expect(first.phase.migrated == ["a", "b", "c"])
    #expect(trace.all == ["a", "b", "c", "d"])
  }

  @Test("A different version, policy, predecessor or purpose changes a migrator's identity; equal tribes do not")
  func identity() throws {
    let nomad = Nomad(try slow(), ledger: ledger)
    let key = try LedgerKey(.once("a"))
    let changes: [(inout Nomad) -> Void] = [
      { $0.currentVersion = .exactly("1.0.0") }, { $0.predecessors = [.monarch()] },
      { $0.requirements = [MigrationRequirement("room") { true }] },
      { $0.policy.firstStart = .baselineAtCurrentVersion }, { $0.policy.late = .skip },
      { $0.policy.quarantine = .afterDeaths(1) }, { $0.policy.newerData = .run }, { $0.policy.hold = [key] },
      { $0.policy.formerModules = ["Old"] }, { $0.policy.oldest = "1.0.0" }, { $0.policy.snapshot = .before([]) },
    ]
    // A rule that is added to the policy has to be compared, too.
    #expect(Mirror(reflecting: MigrationPolicy()).children.count == changes.count - 3)
    let equal = Nomad(try slow(), ledger: ledger)
    for change in changes {
      var other = nomad
      change(&other)
      #expect(MigratorIdentity(other) != MigratorIdentity(nomad))
    }
    #expect(MigratorIdentity(equal) == MigratorIdentity(nomad))
    #expect(MigratorIdentity(equal, readOnly: true) != MigratorIdentity(nomad))
  }

  @Test("All views of a failed run see a retry, and a view that appears later retries for all of them")
  func retry() async throws {
    let failures = Locked(2)
    let registry = try TribeRegistry([.once("a")], tracing: trace) { _ in
      let isFailing = failures.withLock { failures in
        failures -= 1
        return failures >= 0
      }
      if isFailing { throw Failure() }
    }
    let nomad = Nomad(registry, ledger: ledger)
    let (first, second) = (Viewer.appeared(nomad), Viewer.appeared(nomad))
    for viewer in [first, second] { await viewer.sees("failed: tribe-failed") }
    #expect(trace.all == ["a"])
    first.observer.retry()
    #expect(second.phase.name == "running")
    second.observer.retry()
    for viewer in [first, second] { await viewer.sees("failed: tribe-failed") }
    #expect(trace.all == ["a", "a"])
    let third = Viewer(nomad)
    third.observer.look()
    #expect(third.phase.name == "not started")
    third.observer.start()
    #expect(first.phase.name == "running")
    for viewer in [first, second, third] { await viewer.sees("finished") }
    #expect(trace.all == ["a", "a", "a"])
  }

  @Test("A failure is forgotten when the last view of the run is gone")
  func forgotten() async throws {
    let nomad = Nomad(try TribeRegistry([.once("a")]) { _ in throw Failure() }, ledger: ledger)
    var viewer: Viewer? = .appeared(nomad)
    await viewer?.sees("failed: tribe-failed")
    let run = Weak(try #require(viewer).observer)
    viewer = nil
    #expect(run.object == nil)
    var mended = nomad
    mended.registry = try TribeRegistry([.once("a")])
    #expect(try await Viewer.appeared(mended).observer.report().migrated.count == 1)
  }

  @Test("Cancelling a shared run stops it between two tribes for all of its views")
  func cancel() async throws {
    let nomad = Nomad(try slow(), ledger: ledger)
    let (first, second) = (Viewer.appeared(nomad), Viewer.appeared(nomad))
    await began.pass()
    second.observer.cancel()
    gate.open()
    for viewer in [first, second] { await viewer.sees("failed: cancelled") }
    #expect(trace.all == ["a", "b"])
    #expect(ledger.history().finished.map(\.key) == ["once:a", "once:b"])
    first.observer.retry()
    for viewer in [first, second] { await viewer.sees("finished") }
    #expect(trace.all == ["a", "b", "c"])
  }

  @Test("A tribe that asks for the report of its own run gets a reentrancy error and does not wait for itself")
  func reentrant() async throws {
    let codes = Trace()
    let (ledger, name) = (ledger, "a")
    let registry = try TribeRegistry([.once(name)]) { _ in
      let nomad = Nomad(try TribeRegistry([.once(name)]), ledger: ledger)
      do throws(NomadError) {
        try await RunObserver(nomad).report()
      } catch {
        codes.note(error.code.rawValue)
      }
    }
    let viewer = Viewer.appeared(Nomad(registry, ledger: ledger))
    #expect(try await viewer.observer.report().migrated.count == 1)
    #expect(codes.all == ["reentrant"])
    #expect(viewer.names == ["running", "finished"])
  }
}
