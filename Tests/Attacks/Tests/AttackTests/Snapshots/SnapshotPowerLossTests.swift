import Foundation
import Testing

@testable import Nomad
@testable import NomadFiles
@testable import NomadSnapshots

@Suite("Power loss while a snapshot is taken or restored", .serialized)
struct SnapshotPowerLossTests {
  private static let data = "/app/data"
  private static let ledger = URL(fileURLWithPath: data + "/nomad.ledger")

  /// Returns a disk with notes, settings, and a link to the folder of the notes.
  private static func start() throws -> Volume {
    let disk = SimulatedDisk()
    for folder in ["/app", data, data + "/v1", data + "/v1/drafts"] { try disk.makeFolder(folder) }
    for name in ["v1/1.txt", "v1/drafts/2.txt", "settings.json"] {
      try disk.write(Array(name.utf8), toNew: "\(data)/\(name)")
    }
    try disk.makeLink(to: "v1", at: data + "/notes")
    return disk.volume.settled
  }

  private static func migrator(_ disk: SimulatedDisk, hasTribe: Bool = true) -> Nomad {
    let items: [SnapshotItem] = [
      .folder(URL(fileURLWithPath: data + "/notes")), .file(URL(fileURLWithPath: data + "/settings.json")),
    ]
    var snapshot = SnapshotPolicy.before(items)
    snapshot.files = disk
    return Nomad(
      TribeRegistry(_module: "Simulation") { builder in
        let target = TribeTarget.literal("2.0.0")
        guard hasTribe, let order = try? target.position() else { return }
        builder.add("Tribe_2_0_0", target: target, position: order) {
          // Changes a file, removes another, adds a folder with the new data, and repoints the link.
          try disk.replace(data + "/settings.json", with: [2])
          try disk.removeTree(data + "/v1/drafts")
          try disk.syncFolder(data + "/v1")
          if try disk.entryIfThere(at: data + "/v2") == nil { try disk.makeFolder(data + "/v2") }
          try disk.replace(data + "/v2/1.txt", with: [2, 2])
          try disk.removeTree(data + "/notes")
          try disk.makeLink(to: "v2", at: data + "/notes")
          try disk.syncFolder(data)
        }
      },
      ledger: FileLedger(.url(ledger), files: disk),
      currentVersion: .exactly("2.0.0"),
      policy: MigrationPolicy(MigrationPolicy(quarantine: .never, newerData: .run), snapshot: snapshot)
    )
  }

  private static func migrate(_ disk: SimulatedDisk) async throws {
    try await migrator(disk).migrate()
  }

  private static func restore(_ disk: SimulatedDisk) async throws {
    let nomad = migrator(disk, hasTribe: false)
    guard let snapshot = try nomad.snapshots().first else { throw SnapshotProblem("there is no snapshot") }
    _ = try await nomad.restore(snapshot)
  }

  /// Returns the state that an app sees: the data to which the link leads, the settings, and the tribes that have run.
  private static func state(_ disk: SimulatedDisk) async throws -> [String] {
    var lines = try await migrator(disk).ledger.history().finished.map(\.key.description)
    func add(_ path: String) throws {
      guard let entry = try disk.entryIfThere(at: path) else { return lines.append("\(path) is missing") }
      switch entry.kind {
      case .file: lines.append("\(path) \(try disk.bytes(at: path))")
      case .link:
        let target = try disk.link(at: path)
        lines.append("\(path) to \(target)")
        try add("\(data)/\(target)")
      case .folder: for name in try disk.names(in: path).sorted() { try add("\(path)/\(name)") }
      case .other: break
      }
    }
    try add(data + "/notes")
    try add(data + "/settings.json")
    return lines
  }

  private func taking(_ swallowed: DiskFaults.Swallowed = .none, whole: Bool, share: Int) async throws -> SnapshotSweep
  {
    let start = try Self.start()
    let old = try await Self.state(SimulatedDisk(start))
    let done = SimulatedDisk(start)
    try await Self.migrate(done)
    let new = try await Self.state(done)
    return SnapshotSweep(
      start: start,
      swallowed: swallowed,
      syncsFileSystems: whole,
      stride: isThorough ? 1 : share,
      samples: isThorough ? 24 : 8,
      act: { try await Self.migrate($0) },
      check: { volume in
        var violations: [String] = []
        let disk = SimulatedDisk(volume, syncsFileSystems: whole)
        let hasSnapshot = try !Self.migrator(disk).snapshots().isEmpty
        if !hasSnapshot, try await Self.state(disk) != old { violations.append("a tribe ran without a snapshot") }
        try await Self.migrate(disk)
        if try await Self.state(disk) != new { violations.append("the next run leaves another state") }
        try await Self.restore(disk)
        if try await Self.state(disk) != old { violations.append("the snapshot has other data") }
        return violations
      }
    )
  }

  private func restoring(
    _ swallowed: DiskFaults.Swallowed = .none,
    whole: Bool,
    share: Int
  ) async throws -> SnapshotSweep {
    let start = try Self.start()
    let old = try await Self.state(SimulatedDisk(start))
    let done = SimulatedDisk(start)
    try await Self.migrate(done)
    let new = try await Self.state(done)
    return SnapshotSweep(
      start: done.volume.settled,
      swallowed: swallowed,
      syncsFileSystems: whole,
      stride: isThorough ? 1 : share,
      samples: isThorough ? 24 : 8,
      act: { try await Self.restore($0) },
      check: { volume in
        let disk = SimulatedDisk(volume, syncsFileSystems: whole)
        let isUnfinished = try disk.entryIfThere(at: Self.data + "/nomad.ledger.snapshots/restore.json") != nil
        let left = try await Self.state(disk)
        if !isUnfinished, left != old, left != new { return ["it is a mixture, and no journal shows it"] }
        try await Self.migrator(disk, hasTribe: false).migrate()
        let end = try await Self.state(disk)
        if end != old, end != new { return ["the next run leaves a mixture"] }
        try await Self.restore(disk)
        let names = try disk.names(in: Self.data)
        if names.contains(where: { $0.hasPrefix(".nomad-") }) { return ["leftovers stay"] }
        return try await Self.state(disk) == old ? [] : ["the next restore leaves another state"]
      }
    )
  }

  private func report(_ name: String, _ sweeps: [SnapshotSweep]) async throws {
    var (cases, held) = (0, 0)
    for sweep in sweeps {
      let result = try await sweep.run()
      (cases, held) = (cases + result.cases, held + result.held)
      for (violation, example) in result.examples { Issue.record("\(name): \(violation), such as after\n\(example)") }
    }
    print("\(name): \(cases) cases, \(held) held")
    #expect(cases > 100)
  }

  @Test("No tribe runs before its snapshot is durable, whether one call syncs all files or each is synced")
  func taking() async throws {
    try await report(
      "power lost while taking a snapshot",
      [try await taking(whole: true, share: 4), try await taking(whole: false, share: 4)]
    )
  }

  @Test("A restore that a power loss interrupts leaves the old or the new state, whichever way files are synced")
  func restoring() async throws {
    try await report(
      "power lost while restoring a snapshot",
      [try await restoring(whole: true, share: 4), try await restoring(whole: false, share: 4)]
    )
  }

  @Test("The attack detects a sync of the file system that does nothing")
  func swallowed() async throws {
    for sweep in [
      try await taking(.fileSystems, whole: true, share: 3), try await restoring(.fileSystems, whole: true, share: 3),
    ] {
      let result = try await sweep.run()
      #expect(result.held < result.cases)
    }
  }
}
