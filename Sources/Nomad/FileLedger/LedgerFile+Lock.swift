internal import NomadFiles

#if canImport(Darwin)
  internal import Foundation
#endif

/// The ledger lock, and the lock on the ledger's file itself.
extension LedgerFile {
  /// The result of taking the ledger lock.
  enum LockResult {
    case taken(LedgerLock)
    case busy
    /// The lock's file was removed or replaced meanwhile.
    case replaced
  }

  /// The way in which the ledger lock is taken.
  enum LockMode {
    /// By one run alone.
    case exclusive
    /// By the same run again, after a suspension.
    case resuming
    /// By any number of accesses, none of which changes the ledger.
    case shared
  }

  /// Takes the ledger lock unless it is held in a way that excludes this one, and gives it to `owner`.
  ///
  /// Otherwise holds no lock afterwards.
  func takeLock(
    _ mode: LockMode,
    for owner: (LedgerLock) throws(NomadError) -> Void
  ) throws(NomadError) -> LockResult {
    let lock = try openLock()
    let isResuming = mode == .resuming
    let own: LedgerLock?
    do throws(NomadError) {
      let isLocked = try tryLock(lock, mode)
      if isLocked, try !isInPlace(lock) {
        files.close(lock)
        return .replaced
      }
      let taken = isLocked ? try ledgerLock(lock, mode) : nil
      if let taken, !isResuming, SuspendedLocks.contains(taken.name) {
        if case .success(let ledger) = taken.ledger { files.close(ledger) }
        own = nil
      } else {
        own = taken
      }
      // Another path to the ledger, such as one through a symbolic link, leads to the same lock's file.
      if own == nil, !isResuming, try ActiveRun.uses(name(of: lock)) { throw .reentrant(path) }
    } catch {
      files.close(lock)
      throw error
    }
    // From here on, the owner closes the files, also if it throws.
    guard let own else {
      files.close(lock)
      return .busy
    }
    try owner(own)
    return .taken(own)
  }

  /// Opens the lock's file, and creates it and the folders above it if they are missing.
  func openLock() throws(NomadError) -> FileOperations.Descriptor {
    do throws(SystemError) {
      do throws(SystemError) {
        return try openOrMakeLock()
      } catch {
        guard error.isNothingThere else { throw error }
        try files.makeFolders(FilePath.folder(of: path))
        return try openOrMakeLock()
      }
    } catch {
      throw .unlockable(path, error)
    }
  }

  private func openOrMakeLock() throws(SystemError) -> FileOperations.Descriptor {
    let path = path + ".lock"
    do throws(SystemError) {
      return try files.openRetrying(path, for: .locking)
    } catch {
      guard error.isNothingThere else { throw error }
    }
    let lock: FileOperations.Descriptor
    do throws(SystemError) {
      lock = try files.openRetrying(path, for: .creatingLock)
    } catch {
      guard error.isAlreadyThere else { throw error }
      return try files.openRetrying(path, for: .locking)
    }
    do throws(SystemError) {
      // Every user of the ledger must be able to lock it.
      try copyAttributes(to: lock)
    } catch {
      guard error.isNothingThere else {
        files.close(lock)
        try? files.remove(path)
        throw error
      }
      files.giveToOwner(ofFolder: FilePath.folder(of: path), lock)
    }
    #if canImport(Darwin)
      // Best effort: a copy of the lock's file protects nothing.
      var (url, values) = (URL(fileURLWithPath: path), URLResourceValues())
      values.isExcludedFromBackup = true
      try? url.setResourceValues(values)
    #endif
    return lock
  }

  /// Opens and locks the ledger itself, so that no second run begins if the lock's file was removed and created again.
  ///
  /// Returns the ledger, or the reason why it cannot be opened for writing; nil if another run holds it.
  func openLocked(_ mode: LockMode = .exclusive) throws(NomadError) -> Result<FileOperations.Descriptor, SystemError>? {
    let ledger: FileOperations.Descriptor
    do throws(SystemError) {
      ledger = try files.openRetrying(path, for: .appending)
    } catch {
      return .failure(error)
    }
    do throws(SystemError) {
      // The run that held it may have replaced the file meanwhile.
      let isLocked = try files.tryLockRetrying(ledger, isShared: mode == .shared)
      if isLocked, try files.statusIfThere(at: path)?.identity == files.status(of: ledger).identity {
        return .success(ledger)
      }
      files.close(ledger)
      return nil
    } catch {
      files.close(ledger)
      throw .unlockable(path, error)
    }
  }

  func tryLock(_ lock: FileOperations.Descriptor, _ mode: LockMode) throws(NomadError) -> Bool {
    do throws(SystemError) {
      return try files.tryLockRetrying(lock, isShared: mode == .shared)
    } catch {
      throw .unlockable(path, error)
    }
  }

  /// Creates the ledger lock from its locked file; nil if another run, whose lock's file was removed, holds the ledger.
  private func ledgerLock(_ lock: FileOperations.Descriptor, _ mode: LockMode) throws(NomadError) -> LedgerLock? {
    guard let ledger = try openLocked(mode) else { return nil }
    do throws(SystemError) {
      let number = try files.statusIfThere(at: path)?.identity.number
      return try LedgerLock(lock, of: ledger, numbered: number, files)
    } catch {
      if case .success(let ledger) = ledger { files.close(ledger) }
      throw .unlockable(path, error)
    }
  }

  /// Returns the unique name of the lock.
  func name(of lock: FileOperations.Descriptor) throws(NomadError) -> String {
    do throws(SystemError) {
      return try LedgerLock.name(of: lock, files)
    } catch {
      throw .unlockable(path, error)
    }
  }

  /// Reads the note in the lock's file, whether or not the lock is held, and the file number; nil if there is no file.
  ///
  /// It throws if there is, or may be, a file that cannot be read, because its note may count acknowledged records.
  package func readNote() throws(NomadError) -> (note: LedgerLock.Note, number: UInt64?) {
    do throws(SystemError) {
      let (bytes, number) = try lockBytes() ?? ([], nil)
      if let refusal = LedgerLock.Note.refusal(of: bytes) { throw refusal }
      return (LedgerLock.Note(bytes), number)
    } catch {
      throw .unreadable(path + ".lock", error)
    }
  }

  /// The holder of the lock, if the lock's file names one.
  var holder: String? { try? readNote().note.holder }

  /// Reads the beginning of the lock's file, which includes the note, and its file number; nil if there is no file.
  private func lockBytes() throws(SystemError) -> (bytes: [UInt8], number: UInt64?)? {
    let lock: FileOperations.Descriptor
    do throws(SystemError) {
      lock = try files.openRetrying(path + ".lock", for: .reading)
    } catch {
      guard error.isNothingThere else { throw error }
      return nil
    }
    defer { files.close(lock) }
    let number = try files.status(of: lock).identity.number
    return (try files.readStart(of: lock, LedgerLock.Note.limit), number)
  }

  /// Whether the open lock's file is still the one that other processes open.
  func isInPlace(_ lock: FileOperations.Descriptor) throws(NomadError) -> Bool {
    do throws(SystemError) {
      let identity = try files.status(of: lock).identity
      return try files.statusIfThere(at: path + ".lock")?.identity == identity
    } catch {
      throw .unlockable(path, error)
    }
  }
}
