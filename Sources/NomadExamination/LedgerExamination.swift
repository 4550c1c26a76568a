package import Nomad

/// All that the files of a ledger say, damaged or not, for tools that explain that to people.
///
/// It is made of bytes, and decides nothing that the reader does not decide.
package struct LedgerExamination: Sendable {
  /// What stands beside the ledger, where its lock should be.
  package enum Lock: Sendable {
    /// Nothing, as beside a copy: nobody can tell whether records are missing at the end.
    case missing
    /// The lock, and who had it last, if it says so.
    case present(holder: String?)
    /// Something that no run takes for a lock, or that cannot be read, and why.
    case unusable(SystemError)
  }

  /// Whether the file is a ledger at all.
  package let nature: LedgerNature

  /// How it begins.
  package let heading: LedgerHeading

  /// How many bytes the ledger has; nil if it is gone, though records were acknowledged.
  package let size: Int?

  /// Its lines, and what stands in the place of one, in the order of the bytes.
  package let lines: [LedgerLine]

  /// Why every run refuses the ledger; nil if none does.
  package let fault: LedgerFault?

  /// Where the line is because of which it is refused, if it is; otherwise where the good bytes end.
  package let goodLength: Int

  /// What ran, as far as that can be read.
  package let history: LedgerHistory

  /// The numbers of the lines that are not there, as far as the others show that.
  package let missing: [ClosedRange<Int>]

  /// Lines that match their checksums, stand out of their place, and cannot be kept: nobody can tell whether their
  /// numbers are still those of the ledger.
  package let lost: [LedgerLine]

  /// The number of the last record in which each tribe is named, of those that can be kept.
  package let lastSequences: [LedgerKey: Int]

  /// The number of the last line that there was.
  package let lastSequence: Int

  /// The seal at its end; nil if there is none.
  package let seal: LedgerSeal?

  /// Whether the seal is right: no byte before it has changed, and it says of the tribes that finished, and of the
  /// baseline, what the records say.
  package let isSealRight: Bool

  /// How many lines were acknowledged, at the least; 0 if nothing says so.
  package let acknowledged: Int

  package let lock: Lock

  /// Whether the lock counts lines of another file: a backup or a transfer wrote the ledger, the lock or both.
  package var isCopy: Bool { counted > acknowledged }

  /// How many lines the lock counts, be it of another file.
  package private(set) var counted = 0

  /// Whether the ledger is a table of a database, whose rows are the lines; otherwise it is a file.
  package var isTable = false

  /// Examines the rows of a table.
  ///
  /// - Parameters:
  ///   - lines: The rows, each with its number and without bytes.
  ///   - fault: Why every run refuses the ledger; nil if none does.
  ///   - last: The number of the last row that there ever was.
  ///   - size: How many bytes the database has.
  package init(ofTable lines: [LedgerLine], fault: LedgerFault?, last: Int, size: Int?) {
    (self.lines, self.fault, self.size, acknowledged) = (lines, fault, size, last)
    (nature, heading, goodLength, isSealRight, isTable) = (.ledger, .right, 1, true, true)
    (lock, seal, lost) = (.present(holder: nil), nil, [])
    let numbered = lines.compactMap { line -> (sequence: Int, payload: LedgerPayload)? in
      if case .payload(let payload, let sequence) = line.content { (sequence, payload) } else { nil }
    }
    let salvage = LedgerSalvage(of: numbered, acknowledged: last)
    (history, missing, lastSequence) = (LedgerHistory(salvage.records), salvage.missing, salvage.lastSequence)
    lastSequences = numbered.reduce(into: [:]) { last, line in
      if case .record(let record) = line.payload { last[LedgerKey(record.key)] = line.sequence }
    }
  }

  /// Examines the bytes of a ledger and of the file of its lock.
  ///
  /// - Parameters:
  ///   - bytes: What the ledger's file holds; nil for no file.
  ///   - lockBytes: What the file of the lock holds; nil for no file.
  ///   - numbers: The numbers of the lock's file and of the ledger, nil for no file; nil if they are not known, so that
  ///     the lock is taken for that of the ledger.
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
    var fault: LedgerFault?
    do throws(LedgerFault) {
      if size == nil { throw .gone(acknowledged: acknowledged) }
      try reader.readAll()
      try reader.contents.check(acknowledged: acknowledged)
    } catch {
      fault = error
    }
    let contents = reader.contents
    self.fault = fault
    heading = LedgerHeading(of: bytes)
    goodLength = contents.length
    let end = fault == nil && !contents.isSealed ? contents.length : bytes.count
    lines = LedgerReader.lines(of: bytes, good: contents.length, upTo: end)
    nature = LedgerNature(heading: heading, lines: lines, fault: fault, lock: lock, acknowledged: note.acknowledged)
    let order = LedgerOrder(of: lines, in: bytes)
    let numbered = order.payloads
    // Few lines have the number of another one.
    let kept = Dictionary(grouping: numbered, by: \.sequence)
    lost = lines.filter { line in
      guard case .payload(let payload, let sequence) = line.content else { return false }
      return kept[sequence]?.contains { $0.payload == payload } != true
    }
    let salvage = LedgerSalvage(of: numbered, acknowledged: acknowledged)
    history = fault == nil ? contents.history : LedgerHistory(salvage.records)
    missing = salvage.missing
    lastSequences = numbered.reduce(into: [:]) { last, line in
      if case .record(let record) = line.payload { last[LedgerKey(record.key)] = line.sequence }
    }
    lastSequence = salvage.lastSequence
    if fault == nil, contents.isSealed, case .sealed(let seal)? = numbered.last?.payload {
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
  /// Reads all that the files of the ledger say, without a change to them and without their lock.
  ///
  /// - Returns: What they say; nil if there is no ledger, and nothing says that there was one.
  /// - Throws: ``NomadError`` if the ledger's file cannot be read.
  package func examination() throws(NomadError) -> LedgerExamination? {
    let file = try file
    var previous: (bytes: [UInt8]?, examination: LedgerExamination)?
    while true {
      // As in `history()`: whoever writes meanwhile adds to the ledger before they add to the note.
      let lock = Result { () throws(SystemError) in try file.lockBytes() }
      let (bytes, number) = try file.readFile().map { ($0.bytes, $0.number) } ?? (nil, nil)
      // It may say that there was a ledger.
      if bytes == nil, case .failure(let error) = lock { throw .unreadable(file.path + ".lock", error) }
      // Of what is the same still nothing else is to be said.
      if let previous, bytes == previous.bytes { return previous.examination }
      let lockNumber = try? lock.get()?.number
      let examination = LedgerExamination(of: bytes, lock: lock.map { $0?.bytes }, numbered: (lockNumber, number))
      if bytes == nil, examination.acknowledged == 0 {
        // It throws if the ledger was moved.
        _ = try file.contents(of: nil, acknowledged: 0)
        return nil
      }
      if examination.fault == nil || bytes == nil { return examination }
      previous = (bytes, examination)
    }
  }
}
