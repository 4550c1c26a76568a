package import Nomad
package import NomadFiles
package import NomadRepair

/// The result of examining a ledger's files, damaged or not, for tools that explain a ledger to people.
///
/// It is computed from bytes. The same reader as in a run decides what is damaged.
package struct LedgerExamination: Sendable {
  /// The state of the ledger lock's file.
  package enum Lock: Sendable {
    /// There is no file, as beside a copy of a ledger. It is unknown whether records are missing at the end.
    case missing
    /// There is a lock's file, with the name of the last holder if it contains one.
    case present(holder: String?)
    /// The file cannot be read, or no run accepts it as the lock's file, for the given reason.
    case unusable(SystemError)
  }

  /// The kind of the file: a ledger or not.
  package let fileKind: LedgerFileKind

  /// The beginning of the file.
  package let heading: LedgerHeading

  /// The size of the ledger in bytes; nil if it is gone although records were acknowledged.
  package let size: Int?

  /// The lines, and the stretches of bytes in place of lines, in the order of the bytes.
  package let lines: [LedgerLine]

  /// The reason why every run refuses the ledger; nil if none does.
  package let problem: LedgerProblem?

  /// The offset of the line that makes runs refuse the ledger; if none does, the end of the valid bytes.
  package let goodLength: Int

  /// The readable records.
  package let history: LedgerHistory

  /// The numbers of the missing lines, as far as the other lines show them.
  package let missing: [ClosedRange<Int>]

  /// Lines that match their checksums but are out of order and cannot be kept, because their numbers may no longer be
  /// valid in this ledger.
  package let lost: [LedgerLine]

  /// The number of the last record of each tribe, among the records that can be kept.
  package let lastSequences: [LedgerKey: Int]

  /// The number of the last line that ever existed.
  package let lastSequence: Int

  /// The seal at the end; nil if there is none.
  package let seal: LedgerSeal?

  /// Whether the seal is correct: no byte before it has changed, and its finished tribes and baseline match the
  /// records.
  package let isSealRight: Bool

  /// The minimum number of acknowledged lines; 0 if unknown.
  package let acknowledged: Int

  package let lock: Lock

  /// Whether the lock's file counts lines of another file, because a backup or a transfer wrote the ledger, the lock's
  /// file or both.
  package var isCopy: Bool { counted > acknowledged }

  /// The number of lines that the lock's file counts, even if they are those of another file.
  package private(set) var counted = 0

  /// Whether the ledger is a database table, whose rows are the lines.
  ///
  /// Otherwise it is a file.
  package var isTable = false

  /// Examines the rows of a table.
  ///
  /// - Parameters:
  ///   - lines: The rows, each with its number and without bytes.
  ///   - problem: The reason why every run refuses the ledger; nil if none does.
  ///   - last: The number of the last row that ever existed.
  ///   - size: The size of the database in bytes.
  package init(ofTable lines: [LedgerLine], problem: LedgerProblem?, last: Int, size: Int?) {
    (self.lines, self.problem, self.size, acknowledged) = (lines, problem, size, last)
    (fileKind, heading, goodLength, isSealRight, isTable) = (.ledger, .right, 1, true, true)
    (lock, seal, lost) = (.present(holder: nil), nil, [])
    let numbered = lines.compactMap { line -> (sequence: Int, payload: LedgerPayload)? in
      if case .payload(let payload, let sequence) = line.content { (sequence, payload) } else { nil }
    }
    let salvage = LedgerSalvage(of: numbered, acknowledged: last)
    (history, missing, lastSequence) = (LedgerHistory(salvage.records), salvage.missing, salvage.lastSequence)
    lastSequences = numbered.reduce(into: [:]) { last, line in
      if case .record(let record) = line.payload { last[record.key] = line.sequence }
    }
  }

  /// Examines the bytes of a ledger and of its lock's file.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the ledger; nil if there is no file.
  ///   - lockBytes: The bytes of the lock's file; nil if there is no file.
  ///   - numbers: The file numbers of the lock's file and of the ledger, each nil if there is no file. If `numbers`
  ///     itself is nil, the lock's file is assumed to belong to the ledger.
  package init(
    of bytes: [UInt8]?,
    lock lockBytes: Result<[UInt8]?, SystemError>,
    numbered numbers: (lock: UInt64?, ledger: UInt64?)? = nil
  ) {
    var note = LedgerLock.Note([])
    switch lockBytes {
    case .success(nil): lock = .missing
    case .failure(let error): lock = .unusable(error)
    case .success(let bytes?):
      note = LedgerLock.Note(bytes)
      lock = LedgerLock.Note.refusal(of: bytes).map(Lock.unusable) ?? .present(holder: note.holder)
    }
    acknowledged = numbers.map { note.acknowledged(by: $0.lock, $0.ledger) } ?? note.acknowledged
    counted = note.acknowledged
    size = bytes?.count
    let bytes = bytes ?? []
    var reader = LedgerReader(bytes)
    var problem: LedgerProblem?
    do throws(LedgerProblem) {
      if size == nil { throw .gone(acknowledged: acknowledged) }
      try reader.readAll()
      try reader.contents.check(acknowledged: acknowledged)
    } catch {
      problem = error
    }
    let contents = reader.contents
    self.problem = problem
    heading = LedgerHeading(of: bytes)
    goodLength = contents.length
    let end = problem == nil && !contents.isSealed ? contents.length : bytes.count
    lines = LedgerReader.lines(of: bytes, good: contents.length, upTo: end)
    fileKind = LedgerFileKind(
      heading: heading,
      lines: lines,
      problem: problem,
      lock: lock,
      acknowledged: note.acknowledged
    )
    let order = LedgerOrder(of: lines, in: bytes)
    let numbered = order.payloads
    // Grouped by number, because few lines share one.
    let kept = Dictionary(grouping: numbered, by: \.sequence)
    lost = lines.filter { line in
      guard case .payload(let payload, let sequence) = line.content else { return false }
      return kept[sequence]?.contains { $0.payload == payload } != true
    }
    let salvage = LedgerSalvage(of: numbered, acknowledged: acknowledged)
    history = problem == nil ? contents.history : LedgerHistory(salvage.records)
    missing = salvage.missing
    lastSequences = numbered.reduce(into: [:]) { last, line in
      if case .record(let record) = line.payload { last[record.key] = line.sequence }
    }
    lastSequence = salvage.lastSequence
    if problem == nil, contents.isSealed, case .sealed(let seal)? = numbered.last?.payload {
      self.seal = seal
      isSealRight =
        LedgerReader.seal(of: bytes) == seal && seal.finished == history.digest && seal.baseline == history.baseline
    } else {
      seal = nil
      isSealRight = true
    }
  }
}

extension FileLedger {
  /// Examines the files of the ledger without changing them and without taking the ledger lock.
  ///
  /// - Returns: The examination; nil if there is no ledger, and no sign that there was one.
  /// - Throws: ``NomadError`` if the ledger's file cannot be read.
  package func examination() throws(NomadError) -> LedgerExamination? {
    let file = try file
    var previous: (bytes: [UInt8]?, examination: LedgerExamination)?
    while true {
      // As in `history()`, the note is read first: a writer adds to the ledger before it updates the note.
      let lock = Result { () throws(SystemError) in try file.lockBytes() }
      let (bytes, number) = try file.readFile().map { ($0.bytes, $0.number) } ?? (nil, nil)
      // The unreadable file may contain a sign that there was a ledger.
      if bytes == nil, case .failure(let error) = lock { throw .unreadable(file.path + ".lock", error) }
      // The same bytes give the same examination.
      if let previous, bytes == previous.bytes { return previous.examination }
      let lockNumber = try? lock.get()?.number
      let examination = LedgerExamination(of: bytes, lock: lock.map { $0?.bytes }, numbered: (lockNumber, number))
      if bytes == nil, examination.acknowledged == 0 {
        // This throws if the ledger was moved.
        _ = try file.contents(of: nil, acknowledged: 0)
        return nil
      }
      if examination.problem == nil || bytes == nil { return examination }
      previous = (bytes, examination)
    }
  }
}
