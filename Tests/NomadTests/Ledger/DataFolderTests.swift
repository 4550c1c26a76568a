import Foundation
import NomadSnapshots
import NomadTesting
import Testing

@testable import Nomad

@Suite("A ledger that knows its data")
struct DataFolderTests {
  /// The data and the ledger of an app, apart from each other.
  private final class App: Sendable {
    private let folder: TemporaryFolder
    let trace = Trace()
    var data: URL { folder.url.appendingPathComponent("data") }
    var marker: URL { data.appendingPathComponent(".nomad-data") }
    var ledger: FileLedger { FileLedger(at: folder.url.appendingPathComponent("state/nomad.ledger")) }

    init(withData: Bool = true) throws {
      folder = try TemporaryFolder(inMemory: true)
      if withData { try addData() }
    }

    func addData() throws {
      try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
      try Data("note".utf8).write(to: data.appendingPathComponent("note.txt"))
    }

    func removeData() throws { try FileManager.default.removeItem(at: data) }

    func removeLedger() throws {
      try FileManager.default.removeItem(at: folder.url.appendingPathComponent("state"))
    }

    func nomad(
      _ targets: [TribeTarget] = [.literal("1.0.0")],
      in ledger: (any Ledger)? = nil,
      role: MigrationRole = .migrator
    ) throws -> Nomad {
      var nomad = Nomad(
        try TribeRegistry(targets, tracing: trace),
        currentVersion: .unlimited,
        policy: MigrationPolicy(dataFolder: data),
        role: role
      )
      nomad.ledger = ledger ?? self.ledger
      return nomad
    }

    /// What the ledger says of the data, oldest first.
    var bonds: [LedgerRecord.Kind] {
      get throws { try ledger.history().records.filter { $0.key == "data:" }.map(\.kind) }
    }

    var identity: String { get throws { try String(contentsOf: marker, encoding: .utf8) } }
  }

  private func code(_ nomad: Nomad) async -> NomadError.Code? {
    do throws(NomadError) {
      try await nomad.migrate()
      return nil
    } catch {
      return error.code
    }
  }

  private func expectRefused(_ app: App, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let (ran, records) = (app.trace.all, try app.ledger.history().records)
    for targets: [TribeTarget] in [[.literal("1.0.0")], [.literal("1.0.0"), .literal("2.0.0"), .always]] {
      for role in [MigrationRole.migrator, .observer] {
        #expect(await code(try app.nomad(targets, role: role)) == .dataMismatch, sourceLocation: sourceLocation)
        let nomad = try app.nomad(targets, role: role)
        let error = await #expect(throws: NomadError.self, sourceLocation: sourceLocation) { try await nomad.plan() }
        #expect(error?.code == .dataMismatch, sourceLocation: sourceLocation)
        #expect(error?.advice.contains("forgetData()") == true, sourceLocation: sourceLocation)
      }
    }
    #expect(app.trace.all == ran, sourceLocation: sourceLocation)
    #expect(try app.ledger.history().records == records, sourceLocation: sourceLocation)
  }

  @Test("The first run that succeeds leaves a marker, and later ones change nothing")
  func bound() async throws {
    let app = try App()
    #expect(await code(try app.nomad()) == nil)
    let identity = try app.identity
    #expect(UUID(uuidString: identity) != nil)
    #expect(try app.bonds == [.marked(reason: "binding \(identity)"), .marked(reason: identity)])
    let records = try app.ledger.history().records
    for _ in 1...2 { #expect(await code(try app.nomad()) == nil) }
    #expect(await code(try app.nomad(role: .observer)) == nil)
    #expect(try app.ledger.history().records == records && app.identity == identity)
    #expect(try FileManager.default.contentsOfDirectory(atPath: app.data.path).sorted() == [".nomad-data", "note.txt"])
    #expect(app.trace.all == ["1.0.0"])
  }

  @Test("A run that fails leaves none, and a ledger that has run before gets one at the next start")
  func later() async throws {
    let app = try App()
    var nomad = try app.nomad()
    nomad.registry = try TribeRegistry([.literal("1.0.0")]) { _ in throw Failure() }
    #expect(await code(nomad) == .tribeFailed)
    #expect(try app.bonds.isEmpty && !FileManager.default.fileExists(atPath: app.marker.path))
    nomad = try app.nomad()
    nomad.policy = .default
    #expect(await code(nomad) == nil)
    #expect(try app.bonds.isEmpty)
    #expect(await code(try app.nomad(role: .observer)) == nil)
    #expect(try app.bonds.isEmpty)
    #expect(await code(try app.nomad()) == nil)
    #expect(try app.bonds.count == 2)
    #expect(app.trace.all == ["1.0.0"])
  }

  @Test("Where there is no folder it is not made: there is a marker from the start on at which there is one")
  func noFolder() async throws {
    let app = try App(withData: false)
    #expect(await code(try app.nomad()) == nil)
    #expect(!FileManager.default.fileExists(atPath: app.data.path))
    try app.addData()
    #expect(await code(try app.nomad()) == nil)
    #expect(try app.bonds.count == 2)
  }

  @Test("Data that is missing after a restore, or fresh, is an error")
  func dataIsLost() async throws {
    let app = try App()
    #expect(await code(try app.nomad()) == nil)
    try app.removeData()
    try await expectRefused(app)
    try app.addData()
    try await expectRefused(app)
  }

  @Test("A ledger that is missing after a restore is an error, and so is that of other data")
  func ledgerIsLost() async throws {
    let app = try App()
    #expect(await code(try app.nomad()) == nil)
    try app.removeLedger()
    try await expectRefused(app)
    let other = try App()
    #expect(await code(try other.nomad()) == nil)
    try FileManager.default.removeItem(at: other.marker)
    try FileManager.default.copyItem(at: app.marker, to: other.marker)
    try await expectRefused(other)
  }

  @Test("Data and ledger that are restored together, at whatever place, are as before")
  func moved() async throws {
    let (app, new) = (try App(), try App(withData: false))
    #expect(await code(try app.nomad()) == nil)
    try FileManager.default.moveItem(at: app.data, to: new.data)
    #expect(await code(try new.nomad(in: app.ledger)) == nil)
    #expect(new.trace.all.isEmpty)
  }

  @Test("After forgetData() the present data counts: a marker that is there, or a new one")
  func forgotten() async throws {
    let app = try App()
    #expect(await code(try app.nomad()) == nil)
    let old = try app.identity
    try await app.ledger.forgetData()
    #expect(await code(try app.nomad()) == nil)
    #expect(try app.identity == old && app.bonds.last == .marked(reason: old))
    // The user logs out.
    try await app.ledger.forgetData()
    try app.removeData()
    #expect(await code(try app.nomad()) == nil)
    try app.addData()
    #expect(await code(try app.nomad()) == nil)
    let new = try app.identity
    #expect(try new != old && app.bonds.last == .marked(reason: new))
    #expect(app.trace.all == ["1.0.0"])
    // The ledger is lost, and the app knows from which version the data is.
    try app.removeLedger()
    try await app.ledger.forgetData()
    #expect(try app.ledger.history().isFirstStart)
    var nomad = try app.nomad()
    nomad.policy.firstStart = .baseline(at: "1.0.0")
    #expect(await code(nomad) == nil)
    #expect(try app.trace.all == ["1.0.0"] && app.bonds.last == .marked(reason: new))
    try app.removeData()
    try await app.ledger.forgetAll()
    try app.addData()
    #expect(await code(try app.nomad()) == nil)
    #expect(try app.trace.all == ["1.0.0", "1.0.0"] && app.bonds.last == .marked(reason: try app.identity))
  }

  @Test("A marker that nobody wrote whole is not adopted")
  func damaged() async throws {
    let app = try App()
    #expect(await code(try app.nomad()) == nil)
    try Data().write(to: app.marker)
    try await expectRefused(app)
    try await app.ledger.forgetData()
    #expect(await code(try app.nomad()) == nil)
    #expect(try UUID(uuidString: app.identity) != nil)
  }

  @Test("A kill at each record heals by itself", arguments: [DyingLedger.Death.Moment.before, .after], 0...1)
  func killed(_ moment: DyingLedger.Death.Moment, _ number: Int) async throws {
    let app = try App()
    let count = Locked(0)
    let dies: @Sendable (LedgerRecord) -> Bool = { record in
      guard record.key == "data:" else { return false }
      return count.withLock { count in
        defer { count += 1 }
        return count == number
      }
    }
    let dying = moment == .before ? DyingLedger(app.ledger, before: dies) : DyingLedger(app.ledger, after: dies)
    // What is bound at the end of a run is no reason for it to fail, but for a process that is dead.
    _ = await code(try app.nomad(in: dying))
    #expect(dying.death != nil)
    #expect(await code(try app.nomad(role: .observer)) == nil)
    #expect(await code(try app.nomad()) == nil)
    #expect(try app.bonds.last == .marked(reason: try app.identity))
    #expect(app.trace.all == ["1.0.0"])
  }

  @Test("A marker that cannot be written fails no run, and one that cannot be read is no mismatch")
  func unreadable() async throws {
    let app = try App()
    // As if it could not be written: something else has the name.
    let new = app.data.appendingPathComponent(".nomad-data.new")
    try FileManager.default.createDirectory(at: new, withIntermediateDirectories: false)
    #expect(await code(try app.nomad()) == nil)
    #expect(try app.bonds.count == 1)
    try FileManager.default.removeItem(at: new)
    #expect(await code(try app.nomad()) == nil)
    #expect(try app.bonds.count == 2)
    try FileManager.default.removeItem(at: app.marker)
    try FileManager.default.createSymbolicLink(at: app.marker, withDestinationURL: app.data)
    #expect(await code(try app.nomad()) == .notReady)
  }

  @Test("While another run holds the ledger, a start with nothing to do does not wait to bind the data")
  func busy() async throws {
    let app = try App(withData: false)
    #expect(await code(try app.nomad()) == nil)
    try app.addData()
    let nomad = try app.nomad()
    try await app.ledger.withExclusiveAccess { _ in #expect(await Task.detached { await code(nomad) }.value == nil) }
    #expect(try app.bonds.isEmpty)
    #expect(await code(try app.nomad()) == nil)
    #expect(try app.bonds.count == 2)
  }

  @Test("Those who read while the data is bound see no mismatch")
  func race() async throws {
    for _ in 1...100 {
      let app = try App(withData: false)
      #expect(await code(try app.nomad()) == nil)
      try app.addData()
      let (nomad, observer) = (try app.nomad(), try app.nomad(role: .observer))
      await withTaskGroup(of: NomadError.Code?.self) { group in
        for reader in [nomad, nomad, observer, observer, observer, observer] {
          group.addTask { await code(reader) }
        }
        for await code in group { #expect(code == nil) }
      }
      #expect(try app.bonds.last == .marked(reason: try app.identity))
    }
  }

  @Test("A restore of a snapshot brings back what fits together")
  func restored() async throws {
    let app = try App()
    var nomad = try app.nomad()
    nomad.policy.snapshot = .before([.folder(app.data)])
    #expect(await code(nomad) == nil)
    nomad.registry = try TribeRegistry([.literal("1.0.0"), .literal("2.0.0")], tracing: app.trace)
    #expect(await code(nomad) == nil)
    for snapshot in try nomad.snapshots().reversed() {
      try await nomad.restore(snapshot)
      #expect(await code(nomad) == nil)
      #expect(try app.bonds.last == .marked(reason: try app.identity))
    }
    #expect(app.trace.all == ["1.0.0", "2.0.0", "2.0.0", "1.0.0", "2.0.0"])
  }

  @Test("A view sees that there is something to do, and that something is wrong")
  func outlook() async throws {
    let app = try App()
    if case .tribes = try app.nomad().outlook() {} else { Issue.record("tribes are to run") }
    #expect(await code(try app.nomad()) == nil)
    if case .nothing = try app.nomad().outlook() {} else { Issue.record("there is nothing to do") }
    try FileManager.default.removeItem(at: app.marker)
    if case .noTribe = try app.nomad().outlook() {} else { Issue.record("an error is to be thrown") }
    try await app.ledger.forgetData()
    if case .noTribe = try app.nomad().outlook() {} else { Issue.record("the data is to be bound") }
  }
}
