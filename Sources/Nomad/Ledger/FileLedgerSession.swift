private import Foundation

/// A file ledger while it is held exclusively.
actor FileLedgerSession: AbandonableSession {
  private enum Status {
    case unread
    case read
    /// It is not known what is durable: a write or a sync failed.
    case broken
    case closed
  }

  private let file: LedgerFile
  private let lock: LedgerLock
  private var status = Status.unread
  /// What the file holds; nil if there is none.
  private var contents: LedgerContents?
  /// With how many records the file is rewritten.
  private var threshold = Compaction.threshold(keeping: 0)
  /// The file, open for appending since the first record was added.
  private var descriptor: FileOperations.Descriptor?

  init(of file: LedgerFile, holding lock: LedgerLock) {
    self.file = file
    self.lock = lock
  }

  func history() throws(NomadError) -> LedgerHistory {
    try readOnce()
    return contents?.history ?? LedgerHistory()
  }

  func append(_ records: [LedgerRecord]) throws(NomadError) {
    try readOnce()
    guard let first = records.first else { return }
    do throws(SystemError) {
      // Of several lines that are appended, a crash can leave some.
      if let contents, contents.records.count < threshold, descriptor != nil || contents.isSealed, records.count == 1 {
        try append(first, numbered: contents.nextSequence)
      } else {
        try rewrite(with: records)
      }
    } catch {
      // After a failed sync the kernel may count as written what is not, so trying again would prove nothing.
      status = .broken
      throw .writeFailed(file.path, error)
    }
  }

  /// Makes durable what a run left that was killed, and has it sealed.
  ///
  /// What cannot be written now has to do as it is.
  func secure() throws(NomadError) {
    try readOnce()
    guard let contents, !contents.isSealed else { return }
    do throws(SystemError) {
      try rewrite(with: [])
    } catch {
      guard error.isForbidden || error.isWithoutRoom else { throw .writeFailed(file.path, error) }
    }
  }

  /// Closes the file; the session does nothing afterwards.
  func close() {
    if case .read = status { seal() }
    if let descriptor { file.files.close(descriptor) }
    descriptor = nil
    status = .closed
  }

  /// Closes the file as the death of the process would: without a seal.
  func abandon() {
    status = .closed
    close()
  }

  private func readOnce() throws(NomadError) {
    switch status {
    case .unread:
      contents = try file.read(acknowledged: lock.acknowledged)
      let records = contents?.records ?? []
      if records.count >= threshold {
        threshold = Compaction.threshold(keeping: Compaction.latest(of: records).count)
      }
      status = .read
    case .read: break
    case .broken: throw .writeFailed(file.path, .broken)
    case .closed: throw .writeFailed(file.path, .closed)
    }
  }

  private func append(_ record: LedgerRecord, numbered sequence: Int) throws(SystemError) {
    let descriptor = try openDescriptor()
    let line = LedgerFormat.line(.record(record), sequence: sequence)
    do throws(SystemError) {
      try file.files.writeAll(line, to: descriptor)
      try file.files.sync(descriptor, .contents)
    } catch {
      // The record should not be there for the next reader either. Should this fail too, it may be.
      if let contents { try? file.files.truncate(descriptor, to: contents.length) }
      throw error
    }
    // In place: a copy of all records for each one would add up.
    contents?.records.append(record)
    contents?.addLine(bytes: line.count)
    lock.acknowledge(sequence)
  }

  private func openDescriptor() throws(SystemError) -> FileOperations.Descriptor {
    if let descriptor {
      guard try file.isInPlace(descriptor, size: contents?.size) else { throw SystemError.changed }
      return descriptor
    }
    let opened = try file.open(toAppendTo: contents ?? LedgerContents())
    descriptor = opened
    return opened
  }

  /// Writes the file anew, or for the first time, with records added, all at once.
  ///
  /// So begins a run that finds no seal, too. The run before it was killed or failed, and nobody can tell which of its
  /// lines, though they can be read, a loss of power would take: after a sync that failed, the next one proves nothing.
  ///
  /// If only the sync of the folder fails, the new file is in place and cannot be taken back: the next reader finds
  /// the records although this throws.
  private func rewrite(with added: [LedgerRecord]) throws(SystemError) {
    let records = Compaction.latest(of: (contents?.records ?? []) + added)
    let last = (contents?.lastSequence ?? 0) + added.count
    let (bytes, rewritten) = LedgerContents.rewritten(with: records, lastSequence: last)
    let replacement = try file.replace(contents, with: bytes)
    threshold = Compaction.threshold(keeping: records.count)
    if let descriptor { file.files.close(descriptor) }
    descriptor = replacement
    contents = rewritten
    lock.acknowledge(last)
  }

  /// Notes at the end of the file that the run is over.
  ///
  /// It is not synced, and what goes wrong is let go: without it, or with a half of it, nothing is lost. It vouches for
  /// every byte before it, so the file is read once more.
  private func seal() {
    guard let descriptor, let contents, let bytes = try? file.readBytes(), let read = try? LedgerReader.read(bytes),
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
