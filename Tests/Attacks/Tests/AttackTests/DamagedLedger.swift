import Foundation
import Nomad

/// A ledger of at least 4 KiB, made in this process to be damaged.
///
/// Its tribes have run, except for a pending one.
final class DamagedLedger {
  /// The tribes that ran, in order.
  private final class Journal: @unchecked Sendable {
    private let lock = NSLock()
    private var names: [String] = []

    func note(_ name: String) { lock.withLock { names.append(name) } }

    func take() -> [String] {
      lock.withLock {
        defer { names = [] }
        return names
      }
    }
  }

  /// The result of a run on the damaged ledger.
  struct Outcome {
    /// The code of the run's error; nil if it succeeded.
    var code: NomadError.Code?
    var ran: [String]
    /// Whether the ledger's file has the same bytes as before the run.
    var isUntouched: Bool
    /// The history that a session read beside the lock; nil if that failed.
    var history: [LedgerRecord]?
  }

  /// The bytes before the damage.
  let bytes: [UInt8]
  /// The records before the damage.
  let records: [LedgerRecord]
  /// The tribes that ran, in order.
  let acknowledged: [String]
  /// The tribe that has not run.
  let pending = "Pending"

  private let attempt: Attempt
  private let lock: Data
  private let journal = Journal()

  init() async throws {
    attempt = try Attempt()
    var count = 0
    // One tribe at a time, as with versions of an app, so that the file is as little larger than 4 KiB as possible.
    repeat {
      count += 1
      try await Self.nomad(of: attempt.ledger, tribes: count, pending: nil, journal).migrate()
    } while try Data(contentsOf: attempt.ledger).count < 4_096
    acknowledged = journal.take()
    bytes = Array(try Data(contentsOf: attempt.ledger))
    records = try FileLedger(at: attempt.ledger).history().records
    lock = try Data(contentsOf: URL(fileURLWithPath: attempt.ledger.path + ".lock"))
    for suffix in Self.suffixes {
      try FileManager.default.linkItem(atPath: attempt.ledger.path + suffix, toPath: original + suffix)
    }
  }

  private static let suffixes = ["", ".lock"]
  /// Other names of the files that the runs wrote.
  ///
  /// The lock counts the lines of these files, and not of copies.
  private var original: String { attempt.folder.appendingPathComponent("original").path }

  /// Runs all tribes, including the pending one, on damaged bytes, with or without the original lock's file.
  func outcome(of damaged: [UInt8], withLock: Bool) async throws -> Outcome {
    let lockFile = URL(fileURLWithPath: attempt.ledger.path + ".lock")
    for suffix in Self.suffixes {
      try? FileManager.default.removeItem(atPath: attempt.ledger.path + suffix)
      try FileManager.default.linkItem(atPath: original + suffix, toPath: attempt.ledger.path + suffix)
    }
    try Data(damaged).write(to: attempt.ledger)
    var history: [LedgerRecord]?
    if withLock {
      try lock.write(to: lockFile)
      // Reading does not write, whether it succeeds or not. The run throws the same error as reading.
      history = try? await FileLedger(at: attempt.ledger).withExclusiveAccess { try await $0.history().records }
    } else {
      try FileManager.default.removeItem(at: lockFile)
    }

    var code: NomadError.Code?
    do throws(NomadError) {
      let count = acknowledged.count
      _ = try await Self.nomad(of: attempt.ledger, tribes: count, pending: pending, journal).migrate()
    } catch {
      code = error.code
    }
    let isUntouched = Array(try Data(contentsOf: attempt.ledger)) == damaged
    return Outcome(code: code, ran: journal.take(), isUntouched: isUntouched, history: history)
  }

  /// Returns the tribes whose finished record is intact in damaged bytes.
  func recorded(in damaged: [UInt8]) -> [String] {
    let left = Set(damaged.split(separator: UInt8(ascii: "\n")))
    let ends = bytes.split(separator: UInt8(ascii: "\n")).filter {
      String(decoding: $0, as: UTF8.self).contains(" finished\t")
    }
    return zip(acknowledged, ends).filter { left.contains($0.1) }.map(\.0)
  }

  private static func nomad(of ledger: URL, tribes count: Int, pending: String?, _ journal: Journal) -> Nomad {
    let registry = TribeRegistry(_module: "Damage") { tribes in
      let names = (1...count).map { "Tribe_\($0)" } + [pending].compactMap(\.self)
      for (index, name) in names.enumerated() {
        let target = TribeTarget.literal("\(index + 1).0.0")
        guard let order = try? target.position() else { preconditionFailure("\(target) has an order") }
        tribes.add(name, target: target, position: order) { journal.note(name) }
      }
    }
    return Nomad(registry, ledger: .file(at: ledger), policy: MigrationPolicy(quarantine: .never))
  }
}
