public import Foundation
public import Nomad
internal import NomadFiles

extension FileLedger {
  /// Makes a damaged ledger usable again.
  ///
  /// Keeps every readable record, and a copy of the damaged file beside the ledger.
  ///
  /// Call it when `plan()` or `migrate()` throws an error with the code `ledgerDamaged` and there is no good copy to
  /// restore. Then look at ``LedgerRepair/missing`` and at the plan before you migrate. If the process is killed or
  /// power is lost during the repair, the ledger is either repaired or as damaged as before.
  ///
  /// A misplaced line is moved to the place that its number gives, if the file proves that the number is right.
  ///
  /// - Parameter startsOver: Whether to start over with an empty ledger if no record can be read, if the file is too
  ///   large to be a ledger, or if the ledger is gone. By default, these cases are errors, because the data would
  ///   then count as a fresh install. With `true`, no tribe counts as having run in these cases, and the whole damaged
  ///   file, if there is one, is kept beside the ledger.
  /// - Returns: The kept and the missing records; nil if the ledger was not damaged and nothing was done.
  /// - Throws: ``NomadError`` if no record can be read, if the ledger has a newer format, or if it cannot be read,
  ///   locked or written. `CancellationError` if the task is cancelled while it waits for another run.
  @discardableResult
  public func repair(startingOver startsOver: Bool = false) async throws -> LedgerRepair? {
    let file = try file
    let lock = try await hold(file)
    defer { lock.release() }
    do throws(NomadError) {
      _ = try file.read(acknowledged: lock.acknowledged)
      return nil
    } catch {
      let isTooLarge = error.underlying as? SystemError == .tooLarge
      let isMoved = error.underlying as? LedgerProblem == .moved
      guard error.code == .ledgerDamaged && !isMoved || isTooLarge && startsOver else { throw error }
      let bytes = isTooLarge ? nil : try file.readBytes()
      let salvage = try bytes.map { bytes throws(NomadError) in try file.salvage(bytes, lock.acknowledged) }
      guard startsOver || salvage?.records.isEmpty == false else {
        throw NomadError(
          .ledgerDamaged,
          bytes == nil
            ? "The ledger \(file.path) is missing, so there is nothing to repair."
            : "No record of the ledger \(file.path) can be read, so there is nothing to repair.",
          advice:
            "Put a good copy in its place. To begin as on a fresh install instead, call repair(startingOver: true): "
            + "every tribe then runs again, on data that may already be migrated."
        )
      }
      do throws(SystemError) {
        let copy = isTooLarge ? try file.setAside() : try bytes.map(file.keepCopy)
        return try file.repair(bytes, with: salvage, keptAt: copy, holding: lock)
      } catch {
        throw NomadError.writeFailed(file.path, error)
      }
    }
  }
}

extension LedgerFile {
  /// Returns the readable records of damaged bytes.
  fileprivate func salvage(_ bytes: [UInt8], _ acknowledged: Int) throws(NomadError) -> LedgerSalvage {
    do throws(LedgerProblem) {
      var reader = LedgerReader(bytes)
      do throws(LedgerProblem) { try reader.readHeader() } catch { if case .newer = error { throw error } }
      let lines = LedgerReader.lines(of: bytes)
      for line in lines {
        if case .unknown(let sequence) = line.content { throw .unknownRecord(sequence) }
      }
      return LedgerSalvage(of: LedgerOrder(of: lines, in: bytes).payloads, acknowledged: acknowledged)
    } catch {
      throw .unusable(path, error)
    }
  }

  /// Replaces damaged bytes by the salvaged records, or removes the file if there are none.
  ///
  /// `bytes` is nil for no file.
  fileprivate func repair(
    _ bytes: [UInt8]?,
    with salvage: LedgerSalvage?,
    keptAt copy: String?,
    holding lock: LedgerLock
  ) throws(SystemError) -> LedgerRepair {
    let records = salvage?.records ?? []
    if let bytes, let salvage, !records.isEmpty {
      let repaired = LedgerContents.rewritten(with: records, lastSequence: salvage.lastSequence)
      let (file, number) = try replace(LedgerContents(bytes), with: repaired.bytes)
      files.close(file)
      lock.acknowledge(repaired.lastSequence, in: number)
    } else {
      // The order matters: between the last two steps the ledger is gone, which counts as damage.
      if bytes != nil { try files.remove(path) }
      try files.syncFolder(FilePath.folder(of: path))
      // With the old count, the new ledger would look like one that was cut short.
      try lock.keep(acknowledged: 0)
    }
    let acknowledged = lock.acknowledged > 0 ? [1...lock.acknowledged] : []
    return LedgerRepair(
      kept: records.count,
      missing: salvage?.missing ?? acknowledged,
      damagedFile: copy.map { URL(fileURLWithPath: $0) }
    )
  }

  /// Gives the file another name, and returns its new path.
  fileprivate func setAside() throws(SystemError) -> String {
    // A rename replaces any existing file, so an empty file first reserves the name.
    let copy = try keepCopy(of: [])
    try files.rename(path, to: copy)
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
  /// The number of readable records, all of which were kept.
  public let kept: Int

  /// The numbers of the lost lines, if the remaining lines or the ledger lock's file reveal them.
  ///
  /// Not every line records that a tribe finished. A tribe whose end is lost counts as one that never ran. If a newer
  /// version is recorded, the tribe is late, and ``MigrationPolicy/late`` decides what happens to it. If a lost
  /// line said that a tribe was reverted or forgotten, the tribe counts as done.
  public let missing: [ClosedRange<Int>]

  /// The damaged file, kept beside the ledger; nil if there was none.
  public let damagedFile: URL?
}
