package import NomadFiles

/// The file of a ledger, and the operations on the file as a whole.
package struct LedgerFile: Sendable {
  package let path: String
  package let files: any FileOperations

  /// The maximum number of bytes that are read or written.
  var sizeLimit = Self.sizeLimit

  /// The maximum size of a ledger: 128 MiB, a thousand times the size for a thousand tribes.
  static let sizeLimit = 128 << 20

  /// Reads the bytes of the file; nil if there is none.
  package func readBytes() throws(NomadError) -> [UInt8]? { try readFile()?.bytes }

  /// Reads the bytes of the file and its file number; nil if there is none.
  func readFile() throws(NomadError) -> (bytes: [UInt8], number: UInt64)? {
    do throws(SystemError) {
      let file = try files.openRetrying(path, for: .reading)
      defer { files.close(file) }
      let status = try files.status(of: file)
      guard status.kind == .file else { throw SystemError.notRegular }
      guard status.size <= sizeLimit else { throw SystemError.tooLarge }
      return (try files.readToEnd(file, expecting: status.size), status.identity.number)
    } catch {
      if error.call == "open", error.isNothingThere { return nil }
      throw .unreadable(path, error)
    }
  }

  /// The path of the file after its records were moved to another ledger.
  package var movedPath: String { path + ".moved" }

  /// Reads the file, which was acknowledged at least up to a number; nil if there is none.
  package func read(acknowledged: Int) throws(NomadError) -> LedgerContents? {
    try contents(of: readBytes(), acknowledged: acknowledged)
  }

  /// Parses the bytes of the file; nil if there is no file.
  func contents(of bytes: [UInt8]?, acknowledged: Int) throws(NomadError) -> LedgerContents? {
    guard let bytes else {
      if try wasMoved() { throw .unusable(path, .moved) }
      if acknowledged > 0 { throw .unusable(path, .gone(acknowledged: acknowledged)) }
      return nil
    }
    do throws(LedgerProblem) {
      let contents = try LedgerReader.read(bytes)
      try contents.check(acknowledged: acknowledged)
      return contents
    } catch {
      throw .unusable(path, error)
    }
  }

  /// Whether the records were moved to another ledger.
  package func wasMoved() throws(NomadError) -> Bool {
    do throws(SystemError) {
      return try files.statusIfThere(at: movedPath) != nil
    } catch {
      throw .unreadable(path, error)
    }
  }

  /// Replaces the file by one with these bytes, durably and atomically.
  ///
  /// Returns the new file, open for appending, and its file number.
  ///
  /// A reader finds either the old file or the complete new one, even after a crash at any instant. The old file must
  /// still be the one that was read; `read` is nil if there was none. `room` is the number of further bytes for which
  /// room is reserved.
  package func replace(
    _ read: LedgerContents?,
    with bytes: [UInt8],
    room: Int = 0
  ) throws(SystemError) -> (file: FileOperations.Descriptor, number: UInt64) {
    guard bytes.count + room <= sizeLimit else { throw SystemError.tooLarge }
    let new = path + ".new"
    let file: FileOperations.Descriptor
    do throws(SystemError) {
      file = try make(new, with: bytes, room: room, inPlaceOf: read)
    } catch {
      // The incomplete file takes up room.
      if error.isWithoutRoom { try? files.remove(new) }
      throw error.beforeChange
    }
    do throws(SystemError) {
      // A process without the lock may have written either of the files.
      let inPlace = try files.statusIfThere(at: new)?.identity
      let identity = try files.status(of: file).identity
      guard inPlace == identity, try isUnchanged(since: read)
      else { throw SystemError.changed }
      if read == nil { try files.syncFolders(above: FilePath.folder(of: path)) }
      try files.rename(new, to: path)
      try files.syncFolder(FilePath.folder(of: path))
      return (file, identity.number)
    } catch {
      files.close(file)
      throw error
    }
  }

  /// Creates a locked file with these bytes that is durable except for its name.
  private func make(
    _ new: String,
    with bytes: [UInt8],
    room: Int,
    inPlaceOf read: LedgerContents?
  ) throws(SystemError) -> FileOperations.Descriptor {
    do throws(SystemError) {
      // A killed run left it. Nothing is writing it now, because this run holds the lock.
      try files.remove(new)
    } catch {
      guard error.isNothingThere else { throw error.at(new) }
    }
    let file = try files.openRetrying(new, for: .creating)
    do throws(SystemError) {
      try files.makeRoom(for: bytes.count + room, at: 0, in: file)
      try files.writeAll(bytes, to: file)
      if read == nil {
        files.giveToOwner(ofFolder: FilePath.folder(of: path), file)
      } else {
        try copyAttributes(to: file)
      }
      try files.sync(file, .ordered)
      guard try files.tryLockRetrying(file) else { throw SystemError.changed }
      return file
    } catch {
      files.close(file)
      throw error
    }
  }

  /// Copies the attributes of the ledger's file to another file.
  package func copyAttributes(to file: FileOperations.Descriptor) throws(SystemError) {
    let ledger = try files.openRetrying(path, for: .reading)
    defer { files.close(ledger) }
    try files.copy(.all, of: ledger, to: file)
  }

  /// Whether an open file is still the one at the path, and has this size.
  func isInPlace(_ file: FileOperations.Descriptor, size: Int?) throws(SystemError) -> Bool {
    let status = try files.status(of: file)
    let statusInPlace = try files.statusIfThere(at: path)
    return status.size == size && statusInPlace?.size == size && status.identity == statusInPlace?.identity
  }

  private func isUnchanged(since read: LedgerContents?) throws(SystemError) -> Bool {
    let status = try files.statusIfThere(at: path)
    guard let read else { return status == nil }
    return status?.kind == .file && status?.size == read.size
  }

  /// Prepares the open file for appending to the content that was read from it: removes the seal, durably.
  ///
  /// The seal itself was not synced, and no record may follow bytes that a loss of power can take. If this fails, the
  /// file is left without a seal.
  func prepare(
    _ file: FileOperations.Descriptor,
    toAppendTo contents: LedgerContents
  ) throws(SystemError) {
    guard try isInPlace(file, size: contents.size) else { throw SystemError.changed }
    try files.truncate(file, to: contents.length)
    try files.sync(file, .everything)
  }
}
