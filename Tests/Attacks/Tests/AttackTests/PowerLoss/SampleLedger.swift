@testable import Nomad
@testable import NomadFiles

/// The contents of a disk before the first run.
struct SampleLedger: Sendable {
  enum Condition: Sendable {
    case whole
    /// Damaged, but a repair keeps all tribes.
    case damaged
    /// Missing, or damaged so that nothing can be read.
    case lost
  }

  let volume: Volume
  /// Whether the ledger records the tribes that come before and after the others.
  let isOld: Bool
  var condition = Condition.whole

  static let none = SampleLedger(volume: Volume(), isOld: false)

  /// Returns a ledger with a number of records, all of them durable.
  static func old(_ count: Int) async throws -> SampleLedger {
    let disk = SimulatedDisk()
    try await FileLedger(.url(Stage.ledger), files: disk).withExclusiveAccess { session in
      try await session.append(record(of: .elder))
      for _ in 1..<count { try await session.append(record(of: .walker)) }
    }
    return SampleLedger(volume: disk.volume.settled, isOld: true)
  }

  /// Returns the same ledger with an unfinished record instead of the seal.
  func torn() throws -> SampleLedger {
    let disk = SimulatedDisk(volume)
    let file = try disk.open(Stage.ledger.path, for: .appending)
    let bytes = try disk.readToEnd(file, expecting: disk.status(of: file).size)
    try disk.truncate(file, to: LedgerReader.read(bytes).length)
    try disk.writeAll(Array("0123abcd 4 80 began\tversion:1.0".utf8), to: file)
    return SampleLedger(volume: disk.volume.settled, isOld: isOld)
  }

  /// Returns the same ledger with a file that was to replace it.
  func withLeftover() throws -> SampleLedger {
    let disk = SimulatedDisk(volume)
    try disk.makeFolders("/app/data")
    let file = try disk.open(Stage.ledger.path + ".new", for: .creating)
    try disk.writeAll(Array("nomad-ledger 1\n01".utf8), to: file)
    return SampleLedger(volume: disk.volume.settled, isOld: isOld)
  }

  /// Returns the same ledger with noise instead of some or all of its bytes.
  func damaged(_ condition: Condition) throws -> SampleLedger {
    let disk = SimulatedDisk(volume)
    let file = try disk.open(Stage.ledger.path, for: .appending)
    let bytes = try disk.readToEnd(file, expecting: disk.status(of: file).size)
    // After the elder's record, in one of the walker's.
    let noise = condition == .lost ? [UInt8](repeating: 0xFF, count: bytes.count) : Array("noise".utf8)
    let place = condition == .lost ? 0 : bytes.count / 2
    _ = try disk.write(noise[...], to: file, at: place)
    return SampleLedger(volume: disk.volume.settled, isOld: isOld, condition: condition)
  }

  /// Returns the same ledger without its file.
  func gone() throws -> SampleLedger {
    let disk = SimulatedDisk(volume)
    try disk.remove(Stage.ledger.path)
    return SampleLedger(volume: disk.volume.settled, isOld: isOld, condition: .lost)
  }

  /// Returns the operations that the next process needs to run all tribes, whatever happened before.
  func recovery(of tribes: [SampleTribe]) -> [Act] {
    let runs = [Act](repeating: .migrate, count: 1 + tribes.reduce(0) { $0 + $1.failures })
    return switch condition {
    case .whole: runs
    case .damaged: [.migrate, .repair] + runs
    case .lost: [.migrate, .beginAnew] + runs
    }
  }

  /// Returns the tribes of a run on the ledger, in order.
  func tribes(with tribes: [SampleTribe]) -> [SampleTribe] {
    isOld ? [.elder] + tribes + [.walker] : tribes
  }

  func chronicle(of tribes: [SampleTribe]) -> Chronicle {
    var chronicle = Chronicle(tribes, done: isOld ? [SampleTribe.elder.name, SampleTribe.walker.name] : [])
    chronicle.condition = condition
    if condition != .whole { chronicle.damaged = volume.find(Stage.ledger.path).node.flatMap(volume.bytes) }
    return chronicle
  }

  private static func record(of tribe: SampleTribe) throws -> LedgerRecord {
    let order = try tribe.target.position()
    let entry = TribeRegistry.Entry(name: tribe.name, module: "Simulation", target: tribe.target, position: order) {}
    return LedgerRecord(key: entry.key, name: entry.name, module: entry.module)
  }
}
