import Foundation
import Nomad

/// A ledger of at least 4 KiB on which tribes ran and one is pending, in this process, to be damaged.
final class DamagedLedger {
  /// Who ran, in order.
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

  /// What a run over the damage did.
  struct Outcome {
    /// The code of the error that it ended with; nil for none.
    var code: NomadError.Code?
    var ran: [String]
    /// Whether the ledger's file has the same bytes as before the run.
    var isUntouched: Bool
    /// What a session read beside the lock; nil if that was an error.
    var history: [LedgerRecord]?
  }

  /// The bytes before the damage.
  let bytes: [UInt8]
  /// The records before the damage.
  let records: [LedgerRecord]
  /// The tribes that ran, in order.
  let acknowledged: [String]
  /// The one that has not run.
  let pending = "Pending"

  private let attempt: Attempt
  private let lock: Data
  private let journal = Journal()

  init() async throws {
    attempt = try Attempt()
    var count = 0
    // A tribe at a time, as versions of an app come: the file has as few bytes over 4 KiB as whole records allow.
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
  /// Other names of the files that the runs wrote: the lock counts the lines of these, and of no copies.
  private var original: String { attempt.folder.appendingPathComponent("original").path }

  /// Runs all tribes and the pending one over damaged bytes, with the lock's file as it was, or without.
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
      // Reading does not write, whether it succeeds or not. What it throws, the run throws as well.
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

  /// The tribes of whose end a line is left whole in damaged bytes.
  func recorded(in damaged: [UInt8]) -> [String] {
    let left = Set(damaged.split(separator: UInt8(ascii: "\n")))
    let ends = bytes.split(separator: UInt8(ascii: "\n")).filter {
      String(decoding: $0, as: UTF8.self).contains(" finished\t")
    }
    return zip(acknowledged, ends).filter { left.contains($0.1) }.map(\.0)
  }

  private static func nomad(of ledger: URL, tribes count: Int, pending: String?, _ journal: Journal) -> Nomad {
    let registry = TribeRegistry(module: "Damage") { tribes in
      let names = (1...count).map { "Tribe_\($0)" } + [pending].compactMap(\.self)
      for (index, name) in names.enumerated() {
        let target = TribeTarget.literal("\(index + 1).0.0")
        guard let order = try? target.order() else { preconditionFailure("\(target) has an order") }
        tribes.add(name, target: target, order: order) { journal.note(name) }
      }
    }
    return Nomad(registry, ledger: .file(at: ledger), policy: MigrationPolicy(quarantine: .never))
  }
}
