/// The file of a ledger: what is done with it as a whole.
struct LedgerFile: Sendable {
  let path: String
  let files: any FileOperations

  /// The most bytes that are read, a thousand times what a thousand tribes need: what is larger is no ledger.
  private static let limit = 128 << 20

  /// Reads the file as it is; nil if there is none.
  func readBytes() throws(NomadError) -> [UInt8]? {
    do throws(SystemError) {
      let file = try files.openRetrying(path, for: .reading)
      defer { files.close(file) }
      let status = try files.status(of: file)
      guard status.isRegular else { throw SystemError.notRegular }
      guard status.size <= Self.limit else { throw SystemError.tooLarge }
      return try files.readToEnd(file, expecting: status.size)
    } catch {
      if error.call == "open", error.isNothingThere { return nil }
      throw .unreadable(path, error)
    }
  }

  /// Reads the file, which was acknowledged so far at the least; nil if there is none.
  func read(acknowledged: Int) throws(NomadError) -> LedgerContents? {
    try contents(of: readBytes(), acknowledged: acknowledged)
  }

  /// What the bytes of the file say; nil for no file.
  func contents(of bytes: [UInt8]?, acknowledged: Int) throws(NomadError) -> LedgerContents? {
    do throws(LedgerFault) {
      guard let bytes else {
        guard acknowledged == 0 else { throw .gone(acknowledged: acknowledged) }
        return nil
      }
      let contents = try LedgerReader.read(bytes)
      try contents.check(acknowledged: acknowledged)
      return contents
    } catch {
      throw .unusable(path, error, hasRecords: bytes.map(LedgerReader.hasRecords) ?? false)
    }
  }

  /// Puts a file with these bytes at the path, durably and all at once; returns it, open for appending.
  ///
  /// Who reads meanwhile, or after a crash at any instant, sees what was there before or all of this. What is there
  /// must still be what was read; nil for nothing.
  func replace(_ read: LedgerContents?, with bytes: [UInt8]) throws(SystemError) -> FileOperations.Descriptor {
    let new = path + ".new"
    do throws(SystemError) {
      // Left by somebody who was killed: the lock is held, so nobody is writing it.
      try files.remove(new)
    } catch {
      guard error.isNothingThere else { throw error.at(new) }
    }
    let file = try files.openRetrying(new, for: .creating)
    do throws(SystemError) {
      try files.writeAll(bytes, to: file)
      try files.sync(file, .ordered)
      // Somebody without the lock may have written either of them.
      guard try files.statusIfThere(at: new)?.identity == files.status(of: file).identity,
        try isUnchanged(since: read)
      else { throw SystemError.changed }
      if read == nil { try files.syncFolders(above: FilePath.folder(of: path)) }
      try files.rename(new, to: path)
      try files.syncFolder(FilePath.folder(of: path))
      return file
    } catch {
      files.close(file)
      throw error
    }
  }

  /// Whether an open file is still the one at the path, and has so many bytes.
  func isInPlace(_ file: FileOperations.Descriptor, size: Int?) throws(SystemError) -> Bool {
    let status = try files.status(of: file)
    let statusInPlace = try files.statusIfThere(at: path)
    return status.size == size && status == statusInPlace
  }

  private func isUnchanged(since read: LedgerContents?) throws(SystemError) -> Bool {
    let status = try files.statusIfThere(at: path)
    guard let read else { return status == nil }
    return status?.isRegular == true && status?.size == read.size
  }

  /// Opens a sealed file for appending to what was read from it, and takes the seal away, durably.
  ///
  /// Should that fail, the file has none. The seal itself was not synced, and what is appended must not stand behind
  /// something that a loss of power can take.
  func open(toAppendTo contents: LedgerContents) throws(SystemError) -> FileOperations.Descriptor {
    let file = try files.openRetrying(path, for: .appending)
    do throws(SystemError) {
      let status = try files.status(of: file)
      guard status.isRegular else { throw SystemError.notRegular }
      guard status.size == contents.size else { throw SystemError.changed }
      try files.truncate(file, to: contents.length)
      try files.sync(file, .everything)
      return file
    } catch {
      files.close(file)
      throw error
    }
  }

  /// Opens the file that holds the lock, and makes it and the folders above it if need be.
  func openLock() throws(NomadError) -> FileOperations.Descriptor {
    do throws(SystemError) {
      do throws(SystemError) {
        return try files.openRetrying(path + ".lock", for: .locking)
      } catch {
        guard error.isNothingThere else { throw error }
        try files.makeFolders(FilePath.folder(of: path))
        return try files.openRetrying(path + ".lock", for: .locking)
      }
    } catch {
      throw .unlockable(path, error)
    }
  }

  func tryLock(_ lock: FileOperations.Descriptor) throws(NomadError) -> Bool {
    do throws(SystemError) {
      return try files.tryLockRetrying(lock)
    } catch {
      throw .unlockable(path, error)
    }
  }

  /// Takes note of the lock that was just taken.
  func hold(_ lock: FileOperations.Descriptor) throws(NomadError) -> LedgerLock {
    do throws(SystemError) {
      return try LedgerLock(lock, files)
    } catch {
      throw .unlockable(path, error)
    }
  }

  /// What tells the lock from all others.
  func name(of lock: FileOperations.Descriptor) throws(NomadError) -> String {
    do throws(SystemError) {
      return try LedgerLock.name(of: lock, files)
    } catch {
      throw .unlockable(path, error)
    }
  }

  /// What the file of the lock says, whoever holds it.
  var note: LedgerLock.Note { LedgerLock.Note((try? lockBytes()) ?? []) }

  /// The first bytes of the file of the lock, more than a note has; nil if there is none.
  func lockBytes() throws(SystemError) -> [UInt8]? {
    let lock: FileOperations.Descriptor
    do throws(SystemError) {
      lock = try files.openRetrying(path + ".lock", for: .reading)
    } catch {
      guard error.isNothingThere else { throw error }
      return nil
    }
    defer { files.close(lock) }
    return try files.readStart(of: lock, LedgerLock.Note.limit)
  }

  /// Whether the file that is open for its lock is still the one that others open for it.
  func isInPlace(_ lock: FileOperations.Descriptor) throws(NomadError) -> Bool {
    do throws(SystemError) {
      let identity = try files.status(of: lock).identity
      return try files.statusIfThere(at: path + ".lock")?.identity == identity
    } catch {
      throw .unlockable(path, error)
    }
  }
}
