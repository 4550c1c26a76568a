import Foundation
import NomadFiles

@testable import Nomad
@testable import NomadFiles
@testable import NomadSnapshots

/// A random life of an app's data: trees with long and odd names, links that tribes repoint, restores that die, full
/// disks, losses of power and snapshots that are lost.
struct SnapshotLife {
  private static let data = "/app/data"

  private let random: Locked<SplitMix64>
  private var volume = Volume()
  private var items: [SnapshotItem] = []
  /// Files of the user with names like those that Nomad had once.
  private var lookalikes: [String] = []
  private var version = 1
  /// The data and the ledger that each snapshot contains.
  private var states: [String: [String]] = [:]
  private(set) var violations: [String] = []

  init(seed: UInt64) {
    random = Locked(SplitMix64(seed: seed))
  }

  private func pick(_ range: Range<Int>) -> Int { random.withLock { Int.random(in: range, using: &$0) } }

  /// Lives, and returns the violated rules.
  mutating func run() async -> [String] {
    do {
      try begin()
      for _ in 0..<4 {
        try await upgrade()
        try await restoreDisturbed()
      }
      try await restoreUndisturbed()
    } catch {
      violations.append("\(error)")
    }
    return violations
  }

  // MARK: The data

  private mutating func begin() throws {
    let disk = SimulatedDisk()
    for folder in ["/app", Self.data] { try disk.makeFolder(folder) }
    for number in 0..<3 {
      let path = "\(Self.data)/\(number)\(name())"
      let url = URL(fileURLWithPath: path)
      switch pick(0..<4) {
      case 0:
        try makeFolder(path, 0, disk)
        items.append(.folder(url))
      case 1:
        try makeFolder("\(Self.data)/target\(number)", 0, disk)
        try disk.makeLink(to: "target\(number)", at: path)
        items.append(.folder(url))
      default:
        try disk.write(bytes(), toNew: path)
        for suffix in ["-wal", "-journal"] where pick(0..<2) == 0 { try? disk.write(bytes(), toNew: path + suffix) }
        items.append(.file(url))
      }
      for suffix in [".nomad-new", "-wal.nomad-new", ".nomad-old"] {
        if (try? disk.write(bytes(), toNew: path + suffix)) != nil { lookalikes.append(path + suffix) }
      }
    }
    volume = disk.volume.settled
  }

  /// Returns a name of up to 250 bytes, often one of the longest.
  private func name() -> String {
    let parts = ["n", "\u{E9}", "e\u{301}", "\u{6F22}", "\u{1F600}"]
    let suffix = ["", "", "", "-wal", "-shm", "-journal", ".nomad-new", ".new"][pick(0..<8)]
    let length = pick(0..<2) == 0 ? pick(225..<251) : pick(1..<20)
    var name = "f"
    while name.utf8.count + suffix.utf8.count < length - 3 { name += parts[pick(0..<parts.count)] }
    return name + suffix
  }

  private func bytes() -> [UInt8] { (0..<pick(0..<9)).map { _ in UInt8(pick(0..<256)) } }

  private func makeFolder(_ path: String, _ depth: Int, _ disk: SimulatedDisk) throws {
    try disk.makeFolder(path)
    for number in 0..<pick(0..<4) {
      let odd = pick(0..<4) == 0 ? FilePath.text(of: [0xFF, 0xC3]) : ""
      let inner = "\(path)/\(number)\(odd)\(name())"
      switch pick(0..<4) {
      case 0 where depth < 2: try makeFolder(inner, depth + 1, disk)
      case 1: try disk.makeLink(to: FilePath.text(of: [0x2E, 0x2F, 0xFE]), at: inner)
      default: try disk.write(bytes(), toNew: inner)
      }
    }
  }

  /// Changes the data as a tribe does, durably.
  private func change(_ disk: SimulatedDisk) throws {
    for item in items {
      let path = item.url.path
      switch try disk.entryIfThere(at: path)?.kind {
      case .link:
        var target: String
        // An earlier target may have the name.
        repeat {
          target = "target\(pick(1_000..<1_000_000))"
        } while try disk.entryIfThere(at: "\(Self.data)/\(target)") != nil
        try makeFolder("\(Self.data)/\(target)", 0, disk)
        try disk.removeTree(path)
        try disk.makeLink(to: target, at: path)
      case _ where item.kind == .folder:
        try disk.removeTree(path)
        if pick(0..<4) > 0 { try makeFolder(path, 0, disk) }
      default:
        for suffix in ["", "-wal", "-journal"] {
          guard (try? disk.removeTree(path + suffix)) != nil, pick(0..<3) > 0 else { continue }
          try? disk.write(bytes(), toNew: path + suffix)
        }
      }
    }
    let root = try disk.open("/", for: .syncingFolder)
    defer { disk.close(root) }
    try disk.syncFileSystem(of: root)
  }

  /// Returns the data, the user's other files, and the tribes that have run.
  private func state(of disk: SimulatedDisk) async throws -> [String] {
    var lines = try await nomad(disk).ledger.history().finished.map(\.key.description)
    func add(_ path: String) throws {
      guard let entry = try disk.entryIfThere(at: path) else { return lines.append("\(path) is missing") }
      switch entry.kind {
      case .file: lines.append("\(path) \(try disk.bytes(at: path))")
      case .link:
        let target = try disk.link(at: path)
        lines.append("\(path) to \(target)")
        if target.hasPrefix("target") { try add("\(Self.data)/\(target)") }
      case .folder:
        lines.append(path)
        for name in try disk.names(in: path).sorted() { try add("\(path)/\(name)") }
      case .other: break
      }
    }
    for item in items {
      try add(item.url.path)
      if item.kind == .file { for suffix in ["-wal", "-journal"] { try add(item.url.path + suffix) } }
    }
    for path in lookalikes { try add(path) }
    return lines
  }

  // MARK: The processes

  private func nomad(_ disk: SimulatedDisk, upTo version: Int = 0) -> Nomad {
    var snapshot = SnapshotPolicy.before(items, keeping: .max)
    snapshot.files = disk
    return Nomad(
      TribeRegistry(_module: "Life") { builder in
        for major in 1..<version + 1 {
          let target = TribeTarget.literal("\(major).0.0")
          guard let order = try? target.position() else { continue }
          builder.add("Tribe_\(major)", target: target, position: order) { [self] in try change(disk) }
        }
      },
      ledger: FileLedger(.url(URL(fileURLWithPath: Self.data + "/nomad.ledger")), files: disk),
      currentVersion: .exactly("\(max(1, version)).0.0"),
      policy: MigrationPolicy(MigrationPolicy(quarantine: .never, newerData: .run), snapshot: snapshot)
    )
  }

  /// Runs a process, and notes what its snapshots contain.
  private mutating func run(_ disk: SimulatedDisk, _ body: () async throws -> Void) async throws {
    let before = try await state(of: SimulatedDisk(volume))
    let result: Result<Void, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    let after = SimulatedDisk(disk.volume)
    for id in try await ids(after) where states[id] == nil { states[id] = before }
    volume = disk.volume
    try result.get()
  }

  private func ids(_ disk: SimulatedDisk) async throws -> [String] {
    try nomad(disk).snapshots().map(\.id)
  }

  private mutating func upgrade() async throws {
    version += 1
    let disk = SimulatedDisk(volume)
    let nomad = nomad(disk, upTo: version)
    try await run(disk) { try await nomad.migrate() }
    volume = volume.settled
  }

  private func restore(_ id: String, _ disk: SimulatedDisk) async throws {
    let nomad = nomad(disk)
    guard let snapshot = try nomad.snapshots().first(where: { $0.id == id }) else { return }
    try await nomad.restore(snapshot)
  }

  private mutating func restoreDisturbed() async throws {
    let known = try await ids(SimulatedDisk(volume)).filter { states[$0] != nil }
    guard !known.isEmpty else { return }
    let id = known[pick(0..<known.count)]
    let (before, wanted) = (try await state(of: SimulatedDisk(volume)), states[id])
    let probe = SimulatedDisk(volume)
    try await restore(id, probe)
    let operations = probe.state.value.operations
    var faults = DiskFaults(end: pick(0..<operations))
    if pick(0..<2) == 0 {
      faults.full = faults.end..<faults.end + pick(1..<4)
      faults.end = faults.full.upperBound + pick(0..<12)
    }
    let disk = SimulatedDisk(volume, faults: faults)
    let life = self
    try? await run(disk) { try await life.restore(id, disk) }
    if pick(0..<3) == 0 {
      let bias = pick(0..<Fate.biases)
      volume = random.withLock { random in volume.afterPowerLoss { Fate.random(of: $0, bias: bias, using: &random) } }
    }
    let hasLost = pick(0..<3) == 0 ? try lose(id) : false
    try await recover(hasLost: hasLost)
    let left = try await state(of: SimulatedDisk(volume))
    if left != before, left != wanted {
      violations.append("a mixture after \(faults.end) of \(operations) operations: \(left.difference(from: before))")
    }
  }

  /// Damages a snapshot whose restore has not changed anything yet; returns whether it did.
  private mutating func lose(_ id: String) throws -> Bool {
    let (disk, folder) = (SimulatedDisk(volume), Self.data + "/nomad.ledger.snapshots")
    let ledger = Self.data + "/nomad.ledger"
    if try disk.entryIfThere(at: ledger) != nil {
      let text = String(decoding: try disk.bytes(at: ledger), as: UTF8.self)
      if text.contains(" restoring\t") { return false }
    }
    try disk.replace("\(folder)/\(id)/manifest.json", with: Array("{".utf8))
    volume = disk.volume.settled
    return true
  }

  /// Starts the app once more; the second start must succeed if the first found that a snapshot was lost.
  private mutating func recover(hasLost: Bool) async throws {
    do { try await start() } catch {
      guard hasLost else { throw error }
      try await start()
    }
  }

  private mutating func start() async throws {
    let disk = SimulatedDisk(volume)
    let nomad = nomad(disk)
    try await run(disk) { try await nomad.migrate() }
    volume = volume.settled
  }

  private mutating func restoreUndisturbed() async throws {
    guard let id = try await ids(SimulatedDisk(volume)).last(where: { states[$0] != nil }) else { return }
    let disk = SimulatedDisk(volume)
    let life = self
    try await run(disk) { try await life.restore(id, disk) }
    let left = try await state(of: SimulatedDisk(volume))
    if left != states[id] { violations.append("the last restore: \(left.difference(from: states[id] ?? []))") }
    if try disk.names(in: Self.data).contains(where: { $0.hasPrefix(".nomad-") }) {
      violations.append("leftovers stay")
    }
  }
}
