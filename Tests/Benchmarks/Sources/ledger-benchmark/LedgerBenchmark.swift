import Foundation
import Nomad

/// Measures the ledger against plain file operations on the same machine.
///
/// A start with nothing to do is compared with reading the ledger's file, also if one tribe waits for its version. A
/// record is compared with writing and syncing as many bytes, also in a large ledger.
///
///     ledger-benchmark [FOLDER]
@main
enum LedgerBenchmark {
  static func main() async throws {
    let parent = CommandLine.arguments.dropFirst().first.map { URL(fileURLWithPath: $0) }
    let folder = (parent ?? FileManager.default.temporaryDirectory).appendingPathComponent("nomad-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await start(in: folder, "nothing pending", at: nil)
    try await start(in: folder, "one tribe waiting for its version", at: "1.998.0")
    try await record(in: folder)
    try await recordInLargeLedger(in: folder)
  }

  private static func start(in folder: URL, _ name: String, at version: String?) async throws {
    let url = folder.appendingPathComponent("\(name).ledger")
    let migrator = Nomad(
      registry(of: 1_000),
      ledger: .file(at: url),
      currentVersion: version.map(CurrentVersion.exactly) ?? .unlimited
    )
    try await migrator.migrate()
    var (starts, reads): ([Duration], [Duration]) = ([], [])
    for _ in 0..<2_000 {
      reads.append(ContinuousClock().measure { RawFile.read(url.path) })
      starts.append(
        try await ContinuousClock().measure {
          let report = try await migrator.migrate()
          precondition(report.migrated.isEmpty)
        }
      )
    }
    print("\(name), 1,000 tribes, \(RawFile.read(url.path)) bytes", ratio(starts, reads))
  }

  private static func record(in folder: URL) async throws {
    let ledger = FileLedger(at: folder.appendingPathComponent("records.ledger"))
    let raw = RawFile(appendingTo: folder.appendingPathComponent("raw").path)
    let (appends, writes) = try await ledger.withExclusiveAccess { session in
      try await session.append(LedgerRecord(key: "version:0.0.1", name: "Tribe_0_0_1", module: "App"))
      // As many bytes as the line of such a record.
      let line = Array(repeating: UInt8(ascii: "x"), count: RawFile.read(ledger.identity) - 15)
      var (appends, writes): ([Duration], [Duration]) = ([], [])
      // Too few to make the ledger compact itself.
      for number in 0..<120 {
        let record = LedgerRecord(key: "version:0.0.\(number % 10)", name: "Tribe_0_0_1", module: "App")
        writes.append(ContinuousClock().measure { raw.append(line) })
        appends.append(try await ContinuousClock().measure { try await session.append(record) })
      }
      return (appends, writes)
    }
    print("one record, durable", ratio(appends, writes))
  }

  private static func recordInLargeLedger(in folder: URL) async throws {
    let ledger = FileLedger(at: folder.appendingPathComponent("large.ledger"))
    let appends = try await ledger.withExclusiveAccess { session in
      func record(_ number: Int) -> LedgerRecord {
        LedgerRecord(key: "once:\(number)", name: "Tribe_0_0_1", module: "App")
      }
      try await session.append((0..<64_000).map(record))
      var appends: [Duration] = []
      for number in 64_000..<64_120 {
        appends.append(try await ContinuousClock().measure { try await session.append(record(number)) })
      }
      return appends
    }
    print("one record after 64,000, durable", median(appends).formatted(microseconds))
  }

  private static func ratio(_ ours: [Duration], _ theirs: [Duration]) -> String {
    let (one, other) = (median(ours), median(theirs))
    return "\(one.formatted(microseconds)) against \(other.formatted(microseconds)): "
      + "\((one / other).formatted(.number.precision(.fractionLength(2))))×"
  }

  private static let microseconds = Duration.UnitsFormatStyle.units(allowed: [.microseconds], width: .narrow)

  private static func median(_ durations: [Duration]) -> Duration {
    durations.sorted()[durations.count / 2]
  }

  private static func registry(of count: Int) -> TribeRegistry {
    TribeRegistry(_module: "App") { tribes in
      for number in 0..<count {
        let target = TribeTarget.literal("1.\(number).0")
        guard let order = try? target.position() else { preconditionFailure() }
        tribes.add("Tribe_1_\(number)_0", target: target, position: order) {}
      }
    }
  }
}
