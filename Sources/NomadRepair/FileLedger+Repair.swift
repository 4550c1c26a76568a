public import Foundation
public import Nomad
internal import NomadFiles

extension FileLedger {
  /// Makes a damaged ledger usable again.
  ///
  /// Keeps the records before the damage, and the damaged file beside the ledger.
  ///
  /// Call it when `plan()` or `migrate()` throws an error with the code `ledgerDamaged` and there is no good copy to
  /// restore. The ledger is then as it was at an earlier time: a tribe that finished later counts as one that never ran,
  /// and the next run runs it again; one that was reverted or forgotten later counts as done. So look at the plan before
  /// you migrate. If the process is killed or power is lost during the repair, the ledger is either repaired or as damaged
  /// as before.
  ///
  /// - Parameter startsOver: Whether to go on with the records before the damage, if there are any, although they are
  ///   those of a first start, or to start over with an empty ledger if the file is too large to be a ledger or is gone.
  ///   By default, these cases are errors, because the data would then count as that of a fresh install.
  /// - Returns: The result; nil if the ledger was not damaged and nothing was done.
  /// - Throws: ``NomadError`` if the records before the damage are those of a first start, if the ledger has a newer format
  ///   or a record of a newer version, or if it cannot be read, locked or written. `CancellationError` if the task is
  ///   cancelled while it waits for another run.
  @discardableResult
  public func repair(startingOver startsOver: Bool = false) async throws -> LedgerRepair? {
    let file = try file
    let lock = try await lock(file)
    defer { lock.release() }
    do throws(NomadError) {
      _ = try file.read(acknowledged: lock.acknowledged)
      return nil
    } catch {
      let isTooLarge = error.underlying as? SystemError == .tooLarge
      let isMoved = error.underlying as? LedgerProblem == .moved
      guard error.code == .ledgerDamaged && !isMoved || isTooLarge && startsOver else { throw error }
      let bytes = isTooLarge ? nil : try file.readBytes()
      let kept = LedgerReader.beforeProblem(in: bytes ?? [])
      // An older version of Nomad would use the data of a newer one.
      if let problem = LedgerReader.newerRecord(behind: kept) { throw NomadError.unusable(file.path, problem) }
      guard startsOver || !LedgerHistory(kept.records).isFirstStart else {
        throw NomadError(
          .ledgerDamaged,
          bytes == nil
            ? "The ledger \(file.path) is missing, so there is nothing to repair."
            : kept.records.isEmpty
              ? "The ledger \(file.path) has no record before the damage, so there is nothing to repair."
              : "The records of the ledger \(file.path) before the damage are those of a first start.",
          advice:
            "Put a good copy in its place. To begin as at a first start instead, call repair(startingOver: true): tribes "
            + "that already ran then run again, or are marked without having run."
        )
      }
      do throws(SystemError) {
        let old = kept.records.isEmpty ? try file.startOver(with: lock) : try file.cut(to: kept, with: lock)
        return LedgerRepair(kept: kept.records.count, damagedFile: old.map { URL(fileURLWithPath: $0) })
      } catch {
        throw NomadError.writeFailed(file.path, error)
      }
    }
  }
}

extension LedgerFile {
  /// Replaces the damaged file by one with the records before the damage, and returns the path of a copy of it.
  fileprivate func cut(to kept: LedgerContents, with lock: LedgerLock) throws(SystemError) -> String? {
    let copy = try keepCopy(of: kept.bytes)
    // With a lower number, the new ledger could look like one that was cut short.
    let last = max(kept.lastSequence, lock.acknowledged)
    let (file, number) = try replace(kept, with: LedgerContents.rewritten(with: kept.records, lastSequence: last).bytes)
    files.close(file)
    lock.acknowledge(last, in: number)
    return copy
  }

  /// Gives the damaged file another name, so that the ledger starts over, and returns its new path; nil if there is no
  /// file.
  fileprivate func startOver(with lock: LedgerLock) throws(SystemError) -> String? {
    var copy: String?
    if try files.statusIfThere(at: path) != nil {
      // A rename replaces any existing file, so an empty file first reserves the name.
      let name = try keepCopy(of: [])
      try files.rename(path, to: name)
      copy = name
    }
    // The order matters: between the last two steps the ledger is gone, which counts as damage.
    try files.syncFolder(FilePath.folder(of: path))
    // With the old count, the new ledger would look like one that was cut short.
    try lock.keep(acknowledged: 0)
    return copy
  }

  /// Writes bytes to a new file beside this one, durably and with a durable name, and returns its path.
  fileprivate func keepCopy(of bytes: [UInt8]) throws(SystemError) -> String {
    var number = 0
    while true {
      number += 1
      let copy = "\(path).damaged-\(number)"
      let new: FileOperations.Descriptor
      do throws(SystemError) {
        new = try files.openRetrying(copy, for: .creating)
      } catch {
        guard error.isAlreadyThere else { throw error }
        continue
      }
      defer { files.close(new) }
      do throws(SystemError) {
        try files.writeAll(bytes, to: new)
        // Best effort: a copy that only its creator can read is better than none.
        try? copyAttributes(to: new)
        try files.sync(new, .everything)
        // Synced before anything replaces the damaged file: otherwise a crash may leave either of the two names.
        try files.syncFolder(FilePath.folder(of: copy))
        return copy
      } catch {
        try? files.remove(copy)
        throw error
      }
    }
  }
}

/// The result of a repair of a damaged ledger: see ``FileLedger/repair(startingOver:)``.
public struct LedgerRepair: Equatable, Sendable {
  /// The number of records before the damage, all of which were kept.
  public let kept: Int

  /// The damaged file, kept beside the ledger; nil if there was none.
  public let damagedFile: URL?
}
