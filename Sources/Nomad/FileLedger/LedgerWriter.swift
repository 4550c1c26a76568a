private import Foundation
internal import NomadFiles
internal import NomadFormat

/// Reads and writes a ledger's file during one exclusive access.
///
/// Its session calls it under a lock.
package final class LedgerWriter: @unchecked Sendable {
  private enum Status {
    case unread
    case read
    /// A write or a sync failed, so it is unknown what is durable.
    case broken
    /// Another run wrote while the lock was released.
    case overtaken
    case closed
  }

  private let file: LedgerFile
  /// The ledger lock; nil while it is released.
  private var lock: LedgerLock?
  private var status = Status.unread
  /// The content of the file; nil if there is none.
  private var contents: LedgerContents?
  /// The number of records at which the file is compacted.
  private var threshold = LedgerHistory.Compaction.threshold(keeping: 0)
  /// The file, open for appending and locked, or the reason why it is not open.
  private var descriptor = Result<FileOperations.Descriptor, SystemError>.failure(.closed)
  /// The file number of that file, for the note in the lock's file.
  private var number: UInt64?
  /// The identity of the file that was released with the lock; nil if there was none.
  private var released: FileIdentity?
  /// The name of the released lock, which other runs of this process must not take; nil if there is none.
  private var suspended: String?
  /// Whether the file ends in a record that is known to be durable, so that another one can follow.
  private var isPrepared = false
  /// The offset up to which room is reserved in the file.
  private var reserved = 0

  /// Returns the seal for a history; nil if something is left to do after it.
  var makeSeal: (@Sendable (LedgerHistory) -> LedgerHistory.Seal?)?

  init(of file: LedgerFile) {
    self.file = file
  }

  /// Whether the lock must be taken again before anything can be written.
  var isReleased: Bool { lock == nil && status == .read }

  /// Takes over a lock, for the first time or after a release.
  ///
  /// It throws if the ledger has changed since the release. Nothing is written then, and the lock is released.
  func take(_ lock: LedgerLock) throws(NomadError) {
    (self.lock, descriptor, number) = (lock, lock.ledger, lock.ledgerNumber)
    endSuspension()
    if status == .unread { return }
    // The access may have ended while a task that outlived it was waiting for the lock.
    guard status == .read else { return release() }
    do throws(NomadError) {
      guard try isAsReleased(with: lock) else {
        status = .overtaken
        throw .overtaken(file.path)
      }
    } catch {
      release()
      throw error
    }
  }

  /// Releases the lock and closes the file.
  func release() {
    guard let lock else { return }
    if status != .closed {
      SuspendedLocks.insert(lock.name)
      suspended = lock.name
    }
    if case .success(let descriptor) = descriptor {
      if status == .read { released = try? file.files.status(of: descriptor).identity }
      file.files.close(descriptor)
    }
    file.files.close(lock.descriptor)
    (self.lock, descriptor) = (nil, .failure(.closed))
  }

  private func endSuspension() {
    if let suspended { SuspendedLocks.remove(suspended) }
    suspended = nil
  }

  /// Whether nothing was written since the lock was released.
  private func isAsReleased(with lock: LedgerLock) throws(NomadError) -> Bool {
    let read = try file.read(acknowledged: lock.acknowledged)
    // A ledger that cannot be opened for writing causes an error at the next write.
    guard case .success(let descriptor) = lock.ledger else { return (read == nil) == (contents == nil) }
    // The numbers of lines only grow, so even a file that was rewritten at the same place differs.
    return released != nil && (try? file.files.status(of: descriptor).identity) == released
      && read?.nextSequence == contents?.nextSequence && read?.size == contents?.size
  }

  func history() throws(NomadError) -> LedgerHistory {
    try readOnce()
    return contents?.history ?? LedgerHistory()
  }

  /// A change of the file.
  package enum Change: Sendable {
    case append([LedgerRecord])
    /// Replaces the file by one with these records, atomically; removes it if there are none.
    case replace(with: [LedgerRecord])
    /// Makes the records of a killed run durable, so that the file can be sealed.
    ///
    /// Does nothing if the file cannot be written now.
    case secure
  }

  func make(_ change: Change) throws(NomadError) {
    try readOnce()
    switch change {
    case .append(let records): try append(records)
    case .replace(let records): try replace(with: records)
    case .secure: try secure()
    }
  }

  private func append(_ records: [LedgerRecord]) throws(NomadError) {
    if records.isEmpty { return }
    for record in records { try record.checkLimits() }
    do throws(SystemError) {
      if !isAppendable {
        try rewrite(with: records)
      } else if try !compact(adding: records) {
        try write(records)
      }
    } catch {
      // After a failed sync, the kernel may treat unwritten data as written, so a retry would prove nothing. A refusal
      // before the first write leaves the ledger as it was, and the end of the tribe's attempt can still be recorded.
      if !error.isRefusal { status = .broken }
      throw .writeFailed(file.path, error)
    }
  }

  private func replace(with records: [LedgerRecord]) throws(NomadError) {
    for record in records { try record.checkLimits() }
    do throws(SystemError) {
      if records.isEmpty { try remove() } else { try rewrite(with: records, keepsOld: false) }
    } catch {
      status = .broken
      throw .writeFailed(file.path, error)
    }
  }

  private func remove() throws(SystemError) {
    guard contents != nil else { return }
    let removed = try lockedDescriptor()
    // The order matters: a missing ledger counts as damaged, unless the note shows that it had no records.
    try lock?.keep(acknowledged: 0)
    try file.files.remove(file.path)
    try file.files.syncFolder(FilePath.folder(of: file.path))
    file.files.close(removed)
    (contents, number, isPrepared, reserved) = (nil, nil, false, 0)
    descriptor = .failure(.closed)
  }

  /// Adds records and compacts the file, if that is due and possible; returns whether it did.
  private func compact(adding records: [LedgerRecord]) throws(SystemError) -> Bool {
    guard let contents, contents.records.count >= threshold else { return false }
    do throws(SystemError) {
      try rewrite(with: records)
      return true
    } catch {
      // The file can still be appended to: a failed compaction must not leave a finished tribe unrecorded.
      guard error.isBeforeChange else { throw error }
      return false
    }
  }

  /// Whether a line can be appended to the file.
  private var isAppendable: Bool { contents != nil && (isPrepared || contents?.isSealed == true) }

  private func secure() throws(NomadError) {
    guard let contents, !contents.isSealed else { return }
    do throws(SystemError) {
      try rewrite(with: [])
    } catch {
      guard error.isForbidden || error.isWithoutRoom else { throw .writeFailed(file.path, error) }
    }
  }

  /// Seals and closes the file, and releases the lock.
  ///
  /// Nothing is written afterwards.
  func close() {
    // A run with nothing to do has read the ledger before it took the lock.
    if makeSeal != nil { try? readOnce() }
    if status == .read { seal() }
    (status, contents) = (.closed, nil)
    release()
    endSuspension()
  }

  private func readOnce() throws(NomadError) {
    switch status {
    case .unread:
      guard let lock else { throw .stopped(by: .suspension, waitingFor: file.path) }
      contents = try file.read(acknowledged: lock.acknowledged)
      let records = contents?.records ?? []
      if records.count >= threshold {
        threshold = LedgerHistory.Compaction.threshold(keeping: LedgerHistory.Compaction.latest(of: records).count)
      }
      status = .read
    case .read: break
    case .broken: throw .writeFailed(file.path, .broken)
    case .overtaken: throw .overtaken(file.path)
    case .closed: throw .writeFailed(file.path, .closed)
    }
  }

  /// Writes records as one line, so that a crash leaves all or none of them.
  private func write(_ records: [LedgerRecord]) throws(SystemError) {
    let (last, length) = ((contents?.lastSequence ?? 0) + records.count, contents?.length ?? 0)
    let line = LedgerFormat.line(.records(records), sequence: last)
    let room = Self.room(after: records)
    guard length + line.count + room <= file.sizeLimit else {
      // A compaction may make it small enough.
      return try rewrite(with: records)
    }
    let descriptor = try preparedDescriptor()
    if room > 0 { try makeRoom(upTo: length + line.count + room, in: descriptor) }
    var isWritten = false
    do throws(SystemError) {
      try file.files.writeAll(line, to: descriptor)
      isWritten = true
      try file.files.sync(descriptor, .contents)
    } catch {
      // The next reader should not find the records. If truncating fails too, it may find them.
      let isUndone = (try? file.files.truncate(descriptor, to: length)) != nil
      throw isUndone && !isWritten ? error.beforeChange : error
    }
    // Mutated in place: copying all records for each line would be quadratic.
    contents?.add(records, line)
    lock?.acknowledge(last, in: number)
  }

  /// The number of bytes to reserve behind records, in which the end of an attempt can always be recorded.
  private static func room(after records: [LedgerRecord]) -> Int { records.map(\.roomForEnd).max() ?? 0 }

  private func preparedDescriptor() throws(SystemError) -> FileOperations.Descriptor {
    let descriptor = try lockedDescriptor()
    if isPrepared {
      guard try file.isInPlace(descriptor, size: contents?.size) else { throw SystemError.changed }
    } else {
      try file.prepare(descriptor, toAppendTo: contents ?? LedgerContents())
      contents?.removeEnd()
      isPrepared = true
    }
    return descriptor
  }

  /// Returns the file that was read and that this run has locked.
  private func lockedDescriptor() throws(SystemError) -> FileOperations.Descriptor {
    do throws(SystemError) {
      return try descriptor.get()
    } catch {
      // The file did not exist when the lock was taken.
      throw error.isNothingThere ? .changed : error
    }
  }

  private func makeRoom(upTo end: Int, in descriptor: FileOperations.Descriptor) throws(SystemError) {
    guard end > reserved else { return }
    let start = max(reserved, contents?.length ?? 0)
    // Rounded up to a page, the unit of most file systems: the next records then need no call of their own.
    let end = (end + 4_095) & ~4_095
    try file.files.makeRoom(for: end - start, at: start, in: descriptor)
    reserved = end
  }

  /// Writes a new file with the old and the added records, and replaces the ledger by it, atomically.
  ///
  /// A run that finds no seal begins with a rewrite, too. The previous run was killed or failed, and a loss of power
  /// could still take any of its lines, although they can be read: after a failed sync, a later one proves nothing.
  ///
  /// If only the sync of the folder fails, the new file is in place and stays there. The next reader finds the records
  /// although this throws.
  private func rewrite(with added: [LedgerRecord], keepsOld: Bool = true) throws(SystemError) {
    if contents != nil {
      _ = try lockedDescriptor()
    } else {
      // If a killed repair removed the ledger, its old count in the note must not come back after a loss of power.
      try lock?.sync()
    }
    let records = LedgerHistory.Compaction.latest(of: (keepsOld ? contents?.records ?? [] : []) + added)
    let last = (contents?.lastSequence ?? 0) + added.count
    let rewritten = LedgerContents.rewritten(with: records, lastSequence: last)
    let room = Self.room(after: added)
    let replacement = try file.replace(contents, with: rewritten.bytes, room: room)
    threshold = LedgerHistory.Compaction.threshold(keeping: records.count)
    if case .success(let descriptor) = descriptor { file.files.close(descriptor) }
    (descriptor, number) = (.success(replacement.file), replacement.number)
    (isPrepared, reserved) = (true, rewritten.size + room)
    contents = rewritten
    lock?.acknowledge(last, in: number)
  }

  /// Writes a seal at the end of the file, if this run has written to the file or its seal is an old one: the run is over.
  ///
  /// Best effort, without a sync: nothing is lost if the seal is missing or incomplete. It has the checksum of the
  /// bytes that this run read and wrote, so it is void if another program has changed any of them.
  private func seal() {
    guard let old = contents, isPrepared || old.isSealed else { return }
    let seal = makeSeal?(old.history)
    if !isPrepared, seal == nil || seal == LedgerReader.seal(of: old.bytes) { return }
    guard let descriptor = try? preparedDescriptor(), let contents else { return }
    let line = SealLine(
      date: Timestamp(Date()),
      seal: seal ?? .open,
      bytes: XXH64.checksum(of: contents.bytes, in: 0..<contents.length)
    )
    do throws(SystemError) {
      try file.files.writeAll(LedgerFormat.line(.sealed(line), sequence: contents.nextSequence), to: descriptor)
    } catch {
      try? file.files.truncate(descriptor, to: contents.length)
    }
  }
}
