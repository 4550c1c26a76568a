private import Foundation

extension FileLedger {
  /// Makes a damaged ledger usable again: it keeps every record that can be read, and the damaged file beside it.
  ///
  /// Call it when `plan()` or `migrate()` throws an error with the code `ledgerDamaged` and there is no good copy to put
  /// in the ledger's place; then look at ``LedgerRepair/missing``, and at the plan, before you migrate. If the process
  /// is killed meanwhile, or power is lost, the ledger is as damaged as before or repaired.
  ///
  /// - Returns: What was kept and what is lost; nil if the ledger was not damaged, and nothing was done.
  /// - Throws: ``NomadError`` if the ledger is gone or no record can be read, as it would be taken for a fresh install
  ///   then; if it has a newer format; or if it cannot be read, locked or written. `CancellationError` if the task is
  ///   cancelled while it waits for another run.
  @discardableResult
  public func repair() async throws -> LedgerRepair? {
    let file = LedgerFile(path: try location.path(), files: files)
    let lock = try await hold(file)
    defer { files.close(lock.descriptor) }
    do throws(NomadError) {
      _ = try file.read(acknowledged: lock.acknowledged)
      return nil
    } catch {
      guard error.code == .ledgerDamaged, let bytes = try file.readBytes() else { throw error }
      guard let salvage = try file.salvage(bytes, acknowledged: lock.acknowledged) else { throw error }
      do throws(SystemError) {
        let copy = try file.keepCopy(of: bytes)
        let (repaired, contents) = LedgerContents.rewritten(with: salvage.records, lastSequence: salvage.lastSequence)
        files.close(try file.replace(LedgerContents(size: bytes.count), with: repaired))
        lock.acknowledge(contents.lastSequence)
        return LedgerRepair(
          kept: salvage.records.count,
          missing: salvage.missing,
          damagedFile: URL(fileURLWithPath: copy)
        )
      } catch {
        throw NomadError.writeFailed(file.path, error)
      }
    }
  }
}

extension LedgerFile {
  /// What can be read of damaged bytes; nil if that is not one record.
  fileprivate func salvage(_ bytes: [UInt8], acknowledged: Int) throws(NomadError) -> LedgerSalvage? {
    do throws(LedgerFault) {
      let salvage = LedgerSalvage(of: try LedgerReader.salvage(bytes), acknowledged: acknowledged)
      return salvage.records.isEmpty ? nil : salvage
    } catch {
      throw .unusable(path, error)
    }
  }

  /// Writes bytes to a new file beside this one, and gives its path.
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
        try files.sync(new, .everything)
        return copy
      } catch {
        try? files.remove(copy)
        throw error
      }
    }
  }
}
