private import Foundation
internal import NomadChecksums

/// The reading and writing of a ledger's file during one access.
struct LedgerWriter: Sendable {
  private enum Status {
    case unread
    case read
    /// It is not known what is durable: a write or a sync failed.
    case broken
    /// Another run wrote while the lock was released.
    case overtaken
    case closed
  }

  private let file: LedgerFile
  /// The lock; nil while it is released.
  private var lock: LedgerLock?
  private var status = Status.unread
  /// What the file holds; nil if there is none.
  private var contents: LedgerContents?
  /// With how many records the file is rewritten.
  private var threshold = Compaction.threshold(keeping: 0)
  /// The file, open for appending and locked, or why it is not.
  private var descriptor = Result<FileOperations.Descriptor, SystemError>.failure(.closed)
  /// The number of that file, for the note of the lock.
  private var number: UInt64?
  /// The file that was released with the lock; nil if there was none.
  private var released: FileIdentity?
  /// The name of the lock that was released, which other runs of the process must not take; nil if there is none.
  private var suspended: String?
  /// Whether the file ends in a record that is known to be durable, so that another one can follow.
  private var isPrepared = false
  /// Up to where there is room in the file.
  private var reserved = 0

  init(of file: LedgerFile) {
    self.file = file
  }

  /// Whether nothing can be written before the lock is taken again.
  var isReleased: Bool { lock == nil && status == .read }

  /// Takes over a lock, for the first time or after a release.
  ///
  /// - Throws: ``NomadError`` if the ledger is not as it was released. Nothing is written then, and the lock is free.
  mutating func hold(_ lock: LedgerLock) throws(NomadError) {
    (self.lock, descriptor, number) = (lock, lock.ledger, lock.ledgerNumber)
    endSuspension()
    if status == .unread { return }
    // The access may have ended while a task that was left behind waited.
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

  /// Gives the lock and the file free.
  mutating func release() {
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

  private mutating func endSuspension() {
    if let suspended { SuspendedLocks.remove(suspended) }
    suspended = nil
  }

  /// Whether nobody has written since the lock was released.
  private func isAsReleased(with lock: LedgerLock) throws(NomadError) -> Bool {
    let read = try file.read(acknowledged: lock.acknowledged)
    // A ledger that cannot be opened for writing fails when it is written.
    guard case .success(let descriptor) = lock.ledger else { return (read == nil) == (contents == nil) }
    // Lines have numbers that only grow, whoever writes them, so a copy in the same place differs.
    return released != nil && (try? file.files.status(of: descriptor).identity) == released
      && read?.nextSequence == contents?.nextSequence && read?.size == contents?.size
  }

  mutating func history() throws(NomadError) -> LedgerHistory {
    try readOnce()
    return contents?.history ?? LedgerHistory()
  }

  mutating func append(_ records: [LedgerRecord]) throws(NomadError) {
    try readOnce()
    guard let first = records.first else { return }
    for record in records { try record.checkLimits() }
    do throws(SystemError) {
      // Of several lines that are appended, a crash can leave some.
      if records.count > 1 || !isAppendable {
        try rewrite(with: records)
      } else if try !compact(adding: first) {
        try append(first)
      }
    } catch {
      // After a failed sync the kernel may count as written what is not, so trying again would prove nothing. What was
      // refused before it was written leaves the ledger as it was, and how the tribe ends can be recorded.
      if !error.isRefusal { status = .broken }
      throw .writeFailed(file.path, error)
    }
  }

  /// Puts a file with these records in place, all at once; removes it for none.
  mutating func replaceRecords(with records: [LedgerRecord]) throws(NomadError) {
    try readOnce()
    for record in records { try record.checkLimits() }
    do throws(SystemError) {
      if records.isEmpty { try remove() } else { try rewrite(with: records, keepsOld: false) }
    } catch {
      status = .broken
      throw .writeFailed(file.path, error)
    }
  }

  private mutating func remove() throws(SystemError) {
    guard contents != nil else { return }
    let removed = try lockedDescriptor()
    // In this order: a ledger that is gone is damaged, unless the note says that it had no records.
    try lock?.keep(acknowledged: 0)
    try file.files.remove(file.path)
    try file.files.syncFolder(FilePath.folder(of: file.path))
    file.files.close(removed)
    (contents, number, isPrepared, reserved) = (nil, nil, false, 0)
    descriptor = .failure(.closed)
  }

  /// Adds a record and leaves out what no longer matters, if that is due and possible; returns whether.
  private mutating func compact(adding record: LedgerRecord) throws(SystemError) -> Bool {
    guard let contents, contents.records.count >= threshold else { return false }
    do throws(SystemError) {
      try rewrite(with: [record])
      return true
    } catch {
      // The file can still be appended to: a tribe that ran must not go unrecorded for this.
      guard error.isBeforeChange else { throw error }
      return false
    }
  }

  /// Whether a line can be added to the file as it is.
  private var isAppendable: Bool { contents != nil && (isPrepared || contents?.isSealed == true) }

  /// Makes durable what a run left that was killed, and has it sealed.
  ///
  /// What cannot be written now has to do as it is.
  mutating func secure() throws(NomadError) {
    try readOnce()
    guard let contents, !contents.isSealed else { return }
    do throws(SystemError) {
      try rewrite(with: [])
    } catch {
      guard error.isForbidden || error.isWithoutRoom else { throw .writeFailed(file.path, error) }
    }
  }

  /// Seals and closes the file, and gives the lock free; nothing is written afterwards.
  mutating func close() {
    if status == .read { seal() }
    status = .closed
    release()
    endSuspension()
  }

  /// Closes the file as the death of the process would: without a seal.
  mutating func abandon() {
    status = .closed
    if case .success(let descriptor) = descriptor { file.files.close(descriptor) }
    descriptor = .failure(.closed)
  }

  private mutating func readOnce() throws(NomadError) {
    switch status {
    case .unread:
      guard let lock else { throw .stopped(by: .suspension, waitingFor: file.path) }
      contents = try file.read(acknowledged: lock.acknowledged)
      let records = contents?.records ?? []
      if records.count >= threshold {
        threshold = Compaction.threshold(keeping: Compaction.latest(of: records).count)
      }
      status = .read
    case .read: break
    case .broken: throw .writeFailed(file.path, .broken)
    case .overtaken: throw .overtaken(file.path)
    case .closed: throw .writeFailed(file.path, .closed)
    }
  }

  private mutating func append(_ record: LedgerRecord) throws(SystemError) {
    let (sequence, length) = (contents?.nextSequence ?? 1, contents?.length ?? 0)
    let line = LedgerFormat.line(.record(record), sequence: sequence)
    let room = record.roomForEnd
    guard length + line.count + room <= file.sizeLimit else {
      // Without what no longer matters it may be smaller.
      return try rewrite(with: [record])
    }
    let descriptor = try preparedDescriptor()
    if room > 0 { try makeRoom(upTo: length + line.count + room, in: descriptor) }
    do throws(SystemError) {
      try file.files.writeAll(line, to: descriptor)
      try file.files.sync(descriptor, .contents)
    } catch {
      // The record should not be there for the next reader either. Should this fail too, it may be.
      try? file.files.truncate(descriptor, to: length)
      throw error
    }
    // In place: a copy of all records for each one would add up.
    contents?.records.append(record)
    contents?.addLine(bytes: line.count)
    lock?.acknowledge(sequence, in: number)
  }

  private mutating func preparedDescriptor() throws(SystemError) -> FileOperations.Descriptor {
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

  /// The file that was read, which this run has locked.
  private func lockedDescriptor() throws(SystemError) -> FileOperations.Descriptor {
    do throws(SystemError) {
      return try descriptor.get()
    } catch {
      // It was not there when the lock was taken.
      throw error.isNothingThere ? .changed : error
    }
  }

  private mutating func makeRoom(upTo end: Int, in descriptor: FileOperations.Descriptor) throws(SystemError) {
    guard end > reserved else { return }
    let start = max(reserved, contents?.length ?? 0)
    // By the page, which is what most file systems reserve: so the next records need no call of their own.
    let end = (end + 4_095) & ~4_095
    try file.files.makeRoom(for: end - start, at: start, in: descriptor)
    reserved = end
  }

  /// Writes the file anew, or for the first time, with records added, all at once.
  ///
  /// So begins a run that finds no seal, too. The run before it was killed or failed, and nobody can tell which of its
  /// lines, though they can be read, a loss of power would take: after a sync that failed, the next one proves nothing.
  ///
  /// If only the sync of the folder fails, the new file is in place and cannot be taken back: the next reader finds
  /// the records although this throws.
  private mutating func rewrite(with added: [LedgerRecord], keepsOld: Bool = true) throws(SystemError) {
    if contents != nil {
      _ = try lockedDescriptor()
    } else {
      // The number of a ledger that is gone, which a killed repair took away, must not come back.
      try lock?.sync()
    }
    let records = Compaction.latest(of: (keepsOld ? contents?.records ?? [] : []) + added)
    let last = (contents?.lastSequence ?? 0) + added.count
    let (bytes, rewritten) = LedgerContents.rewritten(with: records, lastSequence: last)
    let room = added.map(\.roomForEnd).max() ?? 0
    let replacement = try file.replace(contents, with: bytes, room: room)
    threshold = Compaction.threshold(keeping: records.count)
    if case .success(let descriptor) = descriptor { file.files.close(descriptor) }
    (descriptor, number) = (.success(replacement.file), replacement.number)
    (isPrepared, reserved) = (true, bytes.count + room)
    contents = rewritten
    lock?.acknowledge(last, in: number)
  }

  /// Notes at the end of the file that the run is over.
  ///
  /// It is not synced, and what goes wrong is let go: without it, or with a half of it, nothing is lost. It vouches for
  /// every byte before it, so the file is read once more.
  private func seal() {
    guard isPrepared, case .success(let descriptor) = descriptor, let contents,
      let bytes = try? file.readBytes(), let read = try? LedgerReader.read(bytes),
      read.nextSequence == contents.nextSequence, read.length == contents.length, read.size == contents.size,
      (try? file.isInPlace(descriptor, size: contents.size)) == true
    else { return }
    let history = read.history
    let checksum = bytes.withUnsafeBytes { XXH64.checksum(of: $0) }
    let seal = LedgerSeal(
      date: Timestamp(Date()),
      finished: history.digest,
      baseline: history.baseline,
      bytes: checksum
    )
    do throws(SystemError) {
      try file.files.writeAll(LedgerFormat.line(.sealed(seal), sequence: contents.nextSequence), to: descriptor)
    } catch {
      try? file.files.truncate(descriptor, to: contents.length)
    }
  }
}
