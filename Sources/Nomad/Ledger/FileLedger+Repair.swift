private import Foundation

extension FileLedger {
  /// Makes a damaged ledger usable again: it keeps every record that can be read, and the damaged file beside it.
  ///
  /// Call it when `plan()` or `migrate()` throws an error with the code `ledgerDamaged` and there is no good copy to
  /// put in the ledger's place; then look at ``LedgerRepair/missing``, and at the plan, before you migrate. If the
  /// process is killed meanwhile, or power is lost, the ledger is as damaged as before or repaired.
  ///
  /// A line that is out of its place goes where its number says, if nothing speaks against its being that line: see
  /// <doc:Durability>.
  ///
  /// - Parameter beginAnew: What to do if not one record can be read, if the file is too large to be a ledger, or if
  ///   the ledger is gone. By default that is an error, as the data would be taken for that of a fresh install. With
  ///   `true`, that is what happens: nothing counts as having run, and what is left of the ledger is kept beside it.
  /// - Returns: What was kept and what is lost; nil if the ledger was not damaged, and nothing was done.
  /// - Throws: ``NomadError`` if no record can be read; if the ledger has a newer format; or if it cannot be read,
  ///   locked or written. `CancellationError` if the task is cancelled while it waits for another run.
  @discardableResult
  public func repair(orBeginAnew beginAnew: Bool = false) async throws -> LedgerRepair? {
    let file = try file
    let lock = try await hold(file) { $0 }
    defer {
      if case .success(let ledger) = lock.ledger { files.close(ledger) }
      files.close(lock.descriptor)
    }
    do throws(NomadError) {
      _ = try file.read(acknowledged: lock.acknowledged)
      return nil
    } catch {
      let isTooLarge = error.underlying as? SystemError == .tooLarge
      let isMoved = error.underlying as? LedgerFault == .moved
      guard error.code == .ledgerDamaged && !isMoved || isTooLarge && beginAnew else { throw error }
      let bytes = isTooLarge ? nil : try file.readBytes()
      let salvage = try bytes.map { bytes throws(NomadError) in try file.salvage(bytes, lock.acknowledged) }
      guard beginAnew || salvage?.records.isEmpty == false else {
        throw NomadError.unrepairable(file.path, isThere: bytes != nil)
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
  /// What can be read of damaged bytes.
  fileprivate func salvage(_ bytes: [UInt8], _ acknowledged: Int) throws(NomadError) -> LedgerSalvage {
    do throws(LedgerFault) {
      return LedgerSalvage(of: try LedgerReader.salvage(bytes), acknowledged: acknowledged)
    } catch {
      throw .unusable(path, error)
    }
  }

  /// Puts what was salvaged in the place of damaged bytes, or nothing if nothing was; nil for no file.
  fileprivate func repair(
    _ bytes: [UInt8]?,
    with salvage: LedgerSalvage?,
    keptAt copy: String?,
    holding lock: LedgerLock
  ) throws(SystemError) -> LedgerRepair {
    let records = salvage?.records ?? []
    if let bytes, let salvage, !records.isEmpty {
      let (repaired, contents) = LedgerContents.rewritten(with: records, lastSequence: salvage.lastSequence)
      let (file, number) = try replace(LedgerContents(size: bytes.count), with: repaired)
      files.close(file)
      lock.acknowledge(contents.lastSequence, in: number)
    } else {
      // In this order: between the last two the ledger is gone, and that is damage.
      if bytes != nil { try files.remove(path) }
      try files.syncFolder(FilePath.folder(of: path))
      // The old number would make the new ledger one that was cut short.
      try lock.keep(acknowledged: 0)
    }
    let acknowledged = lock.acknowledged > 0 ? [1...lock.acknowledged] : []
    return LedgerRepair(
      kept: records.count,
      missing: salvage?.missing ?? acknowledged,
      damagedFile: copy.map { URL(fileURLWithPath: $0) }
    )
  }

  /// Gives the file another name, and returns its path.
  fileprivate func setAside() throws(SystemError) -> String {
    // A rename takes the place of any file, so the name must belong to this run.
    let copy = try keepCopy(of: [])
    try files.rename(path, to: copy)
    return copy
  }

  /// Writes bytes to a new file beside this one, durably under its name, and gives its path.
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
        // Best effort: a copy that only its maker can read is better than none.
        try? copyAttributes(to: new)
        try files.sync(new, .everything)
        // Before anything takes the place of the damaged file: which of two names a crash leaves is not said.
        try files.syncFolder(FilePath.folder(of: copy))
        return copy
      } catch {
        try? files.remove(copy)
        throw error
      }
    }
  }
}
