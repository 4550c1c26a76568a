/// A file ledger while it is held exclusively.
actor FileLedgerSession: LedgerSession {
  private enum State {
    case unread
    /// What the file holds; nil if there is none.
    case read(LedgerContents?)
    /// It is not known what is durable: a write or a sync failed.
    case broken
    case closed
  }

  private let file: LedgerFile
  private var state = State.unread
  private var descriptor: FileOperations.Descriptor?

  init(of file: LedgerFile) {
    self.file = file
  }

  func history() throws(NomadError) -> LedgerHistory {
    LedgerHistory(try contents()?.records ?? [])
  }

  func append(_ record: LedgerRecord) throws(NomadError) {
    let contents = try contents()
    do throws(SystemError) {
      if let contents, !Compaction.isDue(for: contents.records, and: record) {
        state = .read(try append(record, to: contents))
      } else {
        state = .read(try rewrite(contents, with: record))
      }
    } catch {
      // After a failed sync the kernel may count as written what is not, so trying again would prove nothing.
      state = .broken
      if let descriptor, let contents {
        // The record must not be there for the next reader either. Should this fail too, it may be.
        try? file.files.truncate(descriptor, to: contents.length)
      }
      throw .writeFailed(file.path, error)
    }
  }

  /// Closes the file; the session does nothing afterwards.
  func close() {
    if let descriptor { file.files.close(descriptor) }
    descriptor = nil
    state = .closed
  }

  private func contents() throws(NomadError) -> LedgerContents? {
    switch state {
    case .unread:
      let contents = try file.read()
      state = .read(contents)
      return contents
    case .read(let contents): return contents
    case .broken: throw .writeFailed(file.path, .broken)
    case .closed: throw .writeFailed(file.path, .closed)
    }
  }

  private func append(
    _ record: LedgerRecord,
    to contents: LedgerContents
  ) throws(SystemError) -> LedgerContents {
    let descriptor = try openDescriptor(after: contents)
    var line = LedgerFormat.line(.ran(record), sequence: contents.nextSequence)
    if contents.end == .withoutNewline { line.insert(LedgerFormat.newline, at: 0) }
    try file.files.writeAll(line, to: descriptor)
    try file.files.sync(descriptor, .contents)

    var contents = contents
    contents.records.append(record)
    contents.nextSequence += 1
    contents.length += line.count
    contents.size = contents.length
    contents.end = .whole
    return contents
  }

  private func openDescriptor(
    after contents: LedgerContents
  ) throws(SystemError) -> FileOperations.Descriptor {
    if let descriptor { return descriptor }
    let opened = try file.open(toAppendAfter: contents)
    descriptor = opened
    return opened
  }

  /// Writes the file anew, or for the first time, with a record added.
  private func rewrite(
    _ contents: LedgerContents?,
    with record: LedgerRecord
  ) throws(SystemError) -> LedgerContents {
    let next = contents?.nextSequence ?? 1
    let records = Compaction.latest(of: (contents?.records ?? []) + [record])
    var bytes = LedgerFormat.header
    // The last keeps the number that it would have had; those before it count down from there.
    if next > records.count {
      bytes += LedgerFormat.line(.compacted(Timestamp(record.date)), sequence: next - records.count)
    }
    for (offset, record) in records.enumerated() {
      bytes += LedgerFormat.line(.ran(record), sequence: next - records.count + 1 + offset)
    }
    let replacement = try file.replace(with: bytes)
    if let descriptor { file.files.close(descriptor) }
    descriptor = replacement
    return LedgerContents(
      records: records,
      nextSequence: next + 1,
      length: bytes.count,
      size: bytes.count,
      end: .whole
    )
  }
}
