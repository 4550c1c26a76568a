#if Nomadctl
  import Foundation
  import Nomad
  import NomadFormat
  import NomadCheck
  import NomadFiles
  import NomadGenCore
  import NomadRepair

  /// The contents of a ledger, whole or damaged.
  ///
  /// The reader of a run decides whether the ledger is damaged.
  struct LedgerAccount {
    /// The state of the ledger lock's file.
    enum Lock {
      /// There is no file, as beside a copy of a ledger.
      case missing
      case present(holder: String?)
      /// No run can take the lock, for the given reason.
      case unusable(SystemError)
    }

    /// The path that was given; nil if it is redacted.
    private(set) var file: String?
    /// The size of the file or the database; nil if the file is gone.
    let size: Int?
    /// The ledger's table in a database; nil if the ledger is a file.
    let table: String?
    /// Whether the ledger is a table of a database.
    var isTable: Bool { table != nil }
    /// Whether the file is a ledger, even a damaged one.
    ///
    /// A tool must not advise a person to replace an unrelated file with an empty ledger.
    let isLedger: Bool
    /// The reason why every run refuses the ledger; nil if none does.
    let problem: LedgerProblem?
    private(set) var lines: [LedgerLine]
    /// The readable records.
    private(set) var history: LedgerHistory
    /// The numbers of the lost lines.
    let missing: [ClosedRange<Int>]
    /// The seal, if it is the last line of a ledger without damage.
    let seal: SealLine?
    let acknowledged: Int
    /// The number of lines that the ledger lock counts, if the lock or the ledger is a copy; nil if neither is.
    let countedByCopy: Int?
    private(set) var lock: Lock

    /// Examines the bytes of a ledger and of its lock's file.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the ledger; nil if there is no file.
    ///   - lockBytes: The bytes of the lock's file; nil if there is no file.
    ///   - numbers: The file numbers of both files, which show whether one of them is a copy; nil if they are unknown.
    ///   - file: The path that was given.
    init(
      of bytes: [UInt8]?,
      lock lockBytes: Result<[UInt8]?, SystemError>,
      numbered numbers: (lock: UInt64?, ledger: UInt64?)? = nil,
      file: String
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
      countedByCopy = note.acknowledged > acknowledged ? note.acknowledged : nil
      (self.file, size, table) = (file, bytes?.count, nil)
      var reader = LedgerReader(bytes ?? [])
      var problem: LedgerProblem?
      do throws(LedgerProblem) {
        if bytes == nil { throw .gone(acknowledged: acknowledged) }
        try reader.readAll()
        try reader.contents.check(acknowledged: acknowledged)
      } catch {
        problem = error
      }
      self.problem = problem
      let (bytes, contents) = (bytes ?? [], reader.contents)
      let end = problem == nil && !contents.isSealed ? contents.length : bytes.count
      lines = LedgerReader.lines(of: bytes, good: contents.length, upTo: end)
      var isSigned = note.acknowledged > 0 || bytes.starts(with: LedgerFormat.name) || lines.contains(where: \.isSign)
      if case .newer = problem { isSigned = true }
      if case .unusable(.newerLock) = lock { isSigned = true }
      isLedger = isSigned
      let salvage = LedgerSalvage(of: LedgerOrder(of: lines, in: bytes).payloads, acknowledged: acknowledged)
      history = problem == nil ? contents.history : LedgerHistory(salvage.records)
      missing = salvage.missing
      seal = if problem == nil, case .payload(.sealed(let seal), _)? = lines.last?.content { seal } else { nil }
    }

    /// Examines the rows of a table.
    ///
    /// - Parameters:
    ///   - rows: The rows, each with its number and without bytes.
    ///   - table: The name of the table.
    ///   - problem: The reason why every run refuses the ledger; nil if none does.
    ///   - last: The number of the last row that ever existed.
    ///   - size: The size of the database in bytes.
    ///   - file: The path that was given.
    init(ofTable rows: [LedgerLine], table: String, problem: LedgerProblem?, last: Int, size: Int?, file: String) {
      (lines, self.problem, self.size, self.file, acknowledged) = (rows, problem, size, file, last)
      (self.table, isLedger, seal, countedByCopy) = (table, true, nil, nil)
      lock = .present(holder: nil)
      let readable = rows.compactMap { line -> (sequence: Int, payload: LedgerPayload)? in
        if case .payload(let payload, let sequence) = line.content { (sequence, payload) } else { nil }
      }
      let salvage = LedgerSalvage(of: readable, acknowledged: last)
      (history, missing) = (LedgerHistory(salvage.records), salvage.missing)
    }

    /// Reads the files of a ledger without changing them and without taking the ledger lock.
    ///
    /// - Returns: The contents; nil if there is no ledger, and no sign that there was one.
    /// - Throws: ``NomadError`` if the files cannot be read.
    static func read(_ ledger: FileLedger, named name: String) throws(NomadError) -> LedgerAccount? {
      let file = try ledger.file
      var previous: (bytes: [UInt8]?, account: LedgerAccount)?
      while true {
        // The note is read first, because a writer adds to the ledger before it updates the note.
        let lock = Result { () throws(SystemError) in try file.lockBytes() }
        let (bytes, number) = try file.readFile().map { ($0.bytes, $0.number) } ?? (nil, nil)
        // The unreadable file may contain a sign that there was a ledger.
        if bytes == nil, case .failure(let error) = lock { throw .unreadable(file.path + ".lock", error) }
        // A writer may change the file between two reads. The damage is real if two reads give the same bytes.
        if let previous, bytes == previous.bytes { return previous.account }
        let numbers = (try? lock.get()?.number, number)
        let account = LedgerAccount(of: bytes, lock: lock.map { $0?.bytes }, numbered: numbers, file: name)
        if bytes == nil {
          // This throws if the ledger was moved.
          _ = try file.contents(of: nil, acknowledged: 0)
          if account.acknowledged == 0 { return nil }
        }
        if account.problem == nil || bytes == nil { return account }
        previous = (bytes, account)
      }
    }

    /// Returns the contents without texts that may contain a user's data.
    func redacted() -> LedgerAccount {
      var (copy, redaction) = (self, Redaction())
      copy.file = nil
      if case .present = lock { copy.lock = .present(holder: nil) }
      copy.history = LedgerHistory(history.records.map { redaction.redacted($0) }, tornBytes: history.tornBytes)
      copy.lines = lines.map { line in
        switch line.content {
        case .payload(.record(let record), let sequence):
          LedgerLine(
            content: .payload(.record(redaction.redacted(record)), sequence: sequence),
            number: line.number,
            bytes: line.bytes
          )
        // The damage can make any text look like a name.
        case .unreadable: LedgerLine(content: .unreadable(claim: nil), number: line.number, bytes: line.bytes)
        case .header, .payload, .unknown, .blank, .torn: line
        }
      }
      return copy
    }
  }

  // MARK: Damage

  extension LedgerAccount {
    /// The lines that cannot be used as they are, each with the reason; the line is nil for the whole ledger.
    var damage: [(line: Int?, reason: String)] {
      switch problem {
      // Only that newer version can judge the lines.
      case nil, .newer: return []
      case .damaged, .lost, .gone, .moved: if !isLedger { return [] }
      }
      var (damage, changed, last, end, hasHeader) = ([(line: Int?, reason: String)](), 0, 0, 0, isTable)
      for line in lines {
        if line.isEndChanged || end > 0 && line.bytes.lowerBound == end { changed += 1 }
        end = line.bytes.upperBound
        switch line.content {
        case .blank(let lines): (changed, end) = (changed + max(lines, 1), 0)
        case .unreadable(let claim):
          let bytes = isTable ? "the record" : line.bytes.count.counted("byte")
          let name = claim.map { ", and look like '\($0.kind.word)' of \(TribeStory.title(of: $0))" } ?? ""
          damage.append((line.number, "\(bytes) cannot be read\(name)"))
        case .payload(_, let number):
          if number <= last {
            let rest = "a repair keeps it only if the number is certain"
            damage.append((line.number, "record \(number) is out of place or appears again; \(rest)"))
          }
          last = max(last, number)
        case .header:
          if hasHeader { damage.append((line.number, "the first line of a ledger appears again")) }
          hasHeader = true
        case .unknown, .torn: break
        }
      }
      if !hasHeader, size != nil { damage.append((nil, "the first line, 'nomad-ledger 1', is missing")) }
      if changed > 0 {
        damage.append((nil, "a text tool changed the newlines of \(changed.counted("line")), and nothing is lost"))
      }
      if !missing.isEmpty {
        let isOne = missing.count == 1 && missing[0].count == 1
        damage.append((nil, "\(missing.text) \(isOne ? "is" : "are") lost"))
      }
      return damage
    }

    /// A clause about an interrupted restore; nil for none.
    var restore: String? { history.restoredFolder.map { "a restore of a snapshot in \($0) was interrupted" } }

    /// The tribes that a line names, or seems to name, and that would run again after a repair.
    var runAgain: [(tribe: String, isLate: Bool)] {
      let newest = history.versions.max()
      var known: Set<LedgerKey> = []
      return lines.compactMap { line in
        switch line.content {
        case .payload(.record(let record), _), .unreadable(let record?): record
        case .header, .payload, .unknown, .unreadable, .blank, .torn: nil
        }
      }.filter { record in
        record.key.isOfOneRun && !history.isDone(record.key) && known.insert(record.key).inserted
      }.map { record in
        let isLate = if let version = record.key.version, let newest { version < newest } else { false }
        return (TribeStory.title(of: record), isLate)
      }
    }
  }

  extension LedgerLine {
    /// Whether the line shows that the file is a ledger.
    fileprivate var isSign: Bool { if case .header = content { true } else { isChecked } }
  }

  extension [ClosedRange<Int>] {
    /// The numbers of records as text, such as `records 3, 7-9`.
    var text: String {
      let numbers = map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      return "\(count == 1 && self[0].count == 1 ? "record" : "records") \(numbers.joined(separator: ", "))"
    }
  }

  extension LedgerProblem {
    /// A clause about the ledger's problem, without its location.
    var text: String {
      switch self {
      case .damaged(let reason): "it is damaged: \(reason)"
      case .lost(let first, let last): "it ends before record \(first), but \(last.acknowledgedLines)"
      case .gone(let acknowledged): "it is gone, but \(acknowledged.acknowledgedLines)"
      case .moved: "it was moved to another ledger, and its file now has the suffix .moved"
      case .newer(let reason): "it was written by a newer version of Nomad: \(reason)"
      }
    }
  }

  extension Int {
    /// A clause that counts the lines of a ledger that its lock acknowledges.
    var acknowledgedLines: String { "\(counted("line")) \(self == 1 ? "was" : "were") acknowledged" }
  }
#endif
