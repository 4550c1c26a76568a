/// A file ledger while it is held exclusively.
actor FileLedgerSession: LedgerSession {
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
  private var descriptor: FileOperations.Descriptor?

  init(of file: LedgerFile, holding lock: LedgerLock) {
    self.file = file
    self.lock = lock
  }

  func history() throws(NomadError) -> LedgerHistory {
    try readOnce()
    return contents?.history ?? LedgerHistory()
  }

  func append(_ record: LedgerRecord) throws(NomadError) {
    try readOnce()
    do throws(SystemError) {
      if let contents, contents.records.count < threshold {
        try append(record, after: contents.end, sequence: contents.nextSequence)
      } else {
        try rewrite(with: record)
      }
      if let contents { lock.acknowledge(contents.nextSequence - 1) }
    } catch {
      // After a failed sync the kernel may count as written what is not, so trying again would prove nothing.
      status = .broken
      throw .writeFailed(file.path, error)
    }
  }

  /// Closes the file; the session does nothing afterwards.
  func close() {
    if let descriptor { file.files.close(descriptor) }
    descriptor = nil
    status = .closed
  }

  private func readOnce() throws(NomadError) {
    switch status {
    case .unread:
      contents = try file.read()
      let last = (contents?.nextSequence ?? 1) - 1
      guard last >= lock.acknowledged else {
        throw .lost(file.path, from: last + 1, to: lock.acknowledged, isThere: contents != nil)
      }
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

  private func append(
    _ record: LedgerRecord,
    after end: LedgerContents.End,
    sequence: Int
  ) throws(SystemError) {
    let descriptor = try openDescriptor()
    var line = LedgerFormat.line(.record(record), sequence: sequence)
    if end == .withoutNewline { line.insert(LedgerFormat.newline, at: 0) }
    do throws(SystemError) {
      try file.files.writeAll(line, to: descriptor)
      try file.files.sync(descriptor, .contents)
    } catch {
      // The record should not be there for the next reader either. Should this fail too, it may be.
      if let contents { try? file.files.truncate(descriptor, to: contents.length) }
      throw error
    }
    // In place: a copy of all records for each one would add up.
    contents?.add(record, bytes: line.count)
  }

  private func openDescriptor() throws(SystemError) -> FileOperations.Descriptor {
    if let descriptor {
      guard try file.isInPlace(descriptor, size: contents?.size) else { throw SystemError.changed }
      return descriptor
    }
    let opened = try file.open(toAppendAfter: contents ?? LedgerContents())
    descriptor = opened
    return opened
  }

  /// Writes the file anew, or for the first time, with a record added.
  ///
  /// If only the sync of the folder fails, the new file is in place and cannot be taken back: the next reader finds
  /// the record although this throws.
  private func rewrite(with record: LedgerRecord) throws(SystemError) {
    let next = contents?.nextSequence ?? 1
    let records = Compaction.latest(of: (contents?.records ?? []) + [record])
    var bytes = LedgerFormat.header
    // The last keeps the number that it would have had; those before it count down from there.
    if next > records.count {
      bytes += LedgerFormat.line(.compacted(Timestamp(record.date)), sequence: next - records.count)
    }
    for (offset, record) in records.enumerated() {
      bytes += LedgerFormat.line(.record(record), sequence: next - records.count + 1 + offset)
    }
    let replacement = try file.replace(contents, with: bytes)
    threshold = Compaction.threshold(keeping: records.count)
    if let descriptor { file.files.close(descriptor) }
    descriptor = replacement
    contents = LedgerContents(
      records: records,
      nextSequence: next + 1,
      length: bytes.count,
      size: bytes.count
    )
  }
}
