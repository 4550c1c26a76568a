#if Nomadctl
  import Nomad
  import NomadRepair
  import NomadExamination
  import NomadCheck
  import NomadGenCore

  /// A line-by-line check of a ledger, which locates and explains the damage.
  ///
  /// The library's reader decides whether a run accepts the ledger: this check has an error exactly if a run does not.
  /// It adds the location and the reason.
  struct LedgerCheck {
    private let examination: LedgerExamination
    /// The first bytes of the lines that a repair leaves out, although they can be read.
    private let lost: Set<Int>
    private(set) var findings: [LedgerFinding] = []

    /// The number that the next line should have.
    private var next = 1
    private var hasRecords = false
    private var isAfterSeal = false
    /// Unreadable bytes.
    ///
    /// The number of the next line will show how many lines they held.
    private var unread: [LedgerLine] = []

    /// The number of lines that end in a carriage return, the number of empty lines, and the first of them.
    private var changed: (ends: Int, blank: Int, first: LedgerLine?) = (0, 0, nil)

    init(of examination: LedgerExamination) {
      self.examination = examination
      lost = Set(examination.lost.map(\.bytes.lowerBound))
      if let refusal = examination.refusal {
        // Any further finding would assume that this is a readable ledger.
        let code: LedgerFinding.Code = examination.fileKind == .converted ? .changedEncoding : .notALedger
        let meaning = "an app that keeps its ledger here runs no tribe"
        findings = [LedgerFinding(code: code, message: refusal, meaning: meaning)]
        return
      }
      if case .newer(let reason) = examination.problem, examination.goodLength == 0, let line = examination.lines.first
      {
        // Only that newer version can judge the rest.
        add(.newerFormat, line, "a newer version of Nomad wrote this: \(reason)", Self.newer)
        return
      }
      // A table has no heading.
      let first = examination.isTable ? nil : examination.lines.firstIndex { !$0.isBlank }
      for (index, line) in examination.lines.enumerated() { check(line, isFirst: index == first) }
      finish()
      findings += LedgerRemarks(on: examination).findings
    }

    /// Whether a run would refuse the ledger.
    var hasErrors: Bool { findings.contains { $0.severity == .error } }

    // MARK: Lines

    private mutating func check(_ line: LedgerLine, isFirst: Bool) {
      if isFirst { checkHeading(line) }
      if line.isEndChanged { change(line, ends: 1) }
      switch line.content {
      case .header: if !isFirst { misplaced(line, "the first line of a ledger appears again here") }
      case .unreadable where examination.isTable:
        account(for: line.number, at: line)
        add(.damagedLine, line, "record \(line.number) cannot be read", Self.unknown)
      case .unreadable:
        if !isFirst { unread.append(line) }
      case .blank(let count): change(line, blank: count)
      case .unknown(let sequence):
        account(for: sequence, at: line)
        add(.newerFormat, line, "only a newer version of Nomad can read record \(sequence)", Self.newer)
      case .payload(.compacted, let sequence):
        if hasRecords || next != 1 { misplaced(line, "only the first record may note that records were removed") }
        settle([])
        next = max(next, sequence + 1)
      case .payload(.sealed, let sequence):
        account(for: sequence, at: line)
        next = sequence
        isAfterSeal = true
      case .payload(.record, let sequence):
        if isAfterSeal {
          add(.afterSeal, line, "record \(sequence) follows the seal, which must be the last line", nil)
        }
        account(for: sequence, at: line)
        hasRecords = true
      case .torn: break
      }
    }

    /// Adds the findings about the beginning of the file.
    private mutating func checkHeading(_ line: LedgerLine) {
      if case .header = line.content { return }
      switch (line.content, examination.heading) {
      case (_, .marked):
        let meaning = "a text tool added it; \(Self.heading)"
        add(.damagedHeading, line, "a byte order mark precedes 'nomad-ledger 1'", meaning)
      case (.unreadable, _):
        let meaning = examination.history.records.isEmpty ? nil : Self.heading
        add(.damagedHeading, line, "this must be the first line of a ledger, 'nomad-ledger 1'", meaning)
      default:
        add(.damagedHeading, line, "the first line, 'nomad-ledger 1', is missing", Self.heading)
      }
    }

    /// Notes a line that a text tool has changed.
    private mutating func change(_ line: LedgerLine, ends: Int = 0, blank: Int = 0) {
      changed = (changed.ends + ends, changed.blank + blank, changed.first ?? line)
    }

    /// Compares a line's number with the expected one.
    private mutating func account(for sequence: Int, at line: LedgerLine) {
      if sequence < next, !isAfterSeal {
        settle([])
        let what = sequence == next - 1 ? "appears a second time" : "is out of place"
        misplaced(line, "record \(sequence) \(what), where record \(next) should be")
      } else {
        let missing = sequence > next ? missing(next...(sequence - 1)) : []
        if !missing.isEmpty, unread.isEmpty {
          let what =
            "\(LedgerRepairEffects.text(missing)) \(missing.map(\.count) == [1] ? "is" : "are") missing before this line"
          add(.missingRecords, line, what, Self.unknown)
        } else {
          settle(missing)
        }
      }
      next = max(next, sequence + 1)
    }

    /// Returns the numbers in a range that none of the lines that a repair keeps has, wherever they are.
    private func missing(_ range: ClosedRange<Int>) -> [ClosedRange<Int>] {
      examination.missing.filter { $0.overlaps(range) }.map { $0.clamped(to: range) }
    }

    /// Adds findings for the unreadable bytes and, if they are known, for the records that are lost with them.
    private mutating func settle(_ lost: [ClosedRange<Int>], isEnd: Bool = false) {
      for (index, line) in unread.enumerated() {
        let count = line.bytes.count
        let what = "\(count.counted("byte")) \(count == 1 ? "does" : "do") not form a line with a valid checksum"
        var consequence =
          isEnd ? ", at the end of the ledger" : lost.isEmpty ? "; no record number is missing here" : ""
        if !lost.isEmpty, index == 0 {
          consequence = ": \(LedgerRepairEffects.text(lost)) \(lost.map(\.count) == [1] ? "is" : "are") lost"
        }
        add(.damagedLine, line, what + consequence, meaning(of: line))
      }
      unread = []
    }

    /// Returns the consequence of losing a line.
    private func meaning(of line: LedgerLine) -> String? {
      guard case .unreadable(let claim?) = line.content else { return Self.unknown }
      let name = "\(TribeStory.name(of: claim)) (\(claim.key.target))".printable
      let reading = "it looks like '\(claim.kind.word)' of \(name)"
      switch claim.kind {
      case .finished, .marked:
        return examination.history.isDone(claim.key)
          ? "\(reading), which other records confirm" : "\(reading): after a repair, that tribe would run again"
      case .forgotten:
        return "\(reading): after a repair, that tribe counts as it did before it was forgotten"
      case .began, .failed, .checkpoint:
        return "\(reading): the attempt is lost, but no tribe runs again"
      }
    }

    /// Adds one finding about changes to the newlines, however many lines they affect.
    private mutating func settleChanges() {
      guard examination.problem != nil, let first = changed.first else { return }
      let lines = examination.lines.count { !$0.isBlank }
      var signs: [String] = []
      if changed.ends > 0 {
        let verb = changed.ends == 1 ? "ends" : "end"
        signs.append("\(changed.ends) of \(lines.counted("line")) \(verb) in a carriage return, as with CRLF")
      }
      if changed.blank > 0 {
        signs.append("\(changed.blank.counted("line")) \(changed.blank == 1 ? "is" : "are") empty")
      }
      let place = findings.firstIndex { $0.place?.line ?? 0 > first.number } ?? findings.endIndex
      let finding = LedgerFinding(
        code: .changedNewlines,
        place: (first.number, first.bytes.lowerBound),
        message: "a text tool or version control changed the newlines: " + signs.joined(separator: ", "),
        meaning: "nothing is lost: a repair rewrites every readable record with the correct newline"
      )
      findings.insert(finding, at: place)
    }

    private mutating func finish() {
      settleChanges()
      let end = examination.lines.last
      if let problem = examination.problem {
        let known = next <= examination.acknowledged ? next...examination.acknowledged : nil
        if !unread.isEmpty {
          settle(known.map { [$0] } ?? [], isEnd: true)
        } else if case .gone(let acknowledged) = problem {
          findings.append(
            LedgerFinding(
              code: .gone,
              message: "the ledger is \(examination.isTable ? "empty" : "gone"), but \(witness) counts "
                + acknowledged.counted("acknowledged line"),
              meaning: "with an empty ledger, every tribe would run again, on data that has already been migrated"
            )
          )
        } else if let known, let end {
          add(
            .cutShort,
            end,
            "the ledger ends here, but \(witness) also acknowledges \(Self.records(known))",
            Self.unknown
          )
        }
        if !hasRecords, examination.size != nil, !findings.contains(where: { $0.severity == .error }) {
          let reason = examination.size == 0 ? "it is empty" : problem.text
          findings.append(LedgerFinding(code: .noRecord, message: "the ledger contains no record: \(reason)"))
        }
      }
      if case .unusable(let error) = examination.lock {
        findings.append(
          LedgerFinding(
            code: .unusableLock,
            message: "no run can take its lock: \(error)",
            meaning: "no tribe runs until the lock file can be read or is moved away"
          )
        )
      }
      // The reader's verdict counts, even if the lines do not show the reason.
      if let problem = examination.problem, !hasErrors {
        let line = examination.lines.last { $0.bytes.lowerBound <= examination.goodLength }
        findings.append(
          LedgerFinding(code: .unusable, place: line.map { ($0.number, $0.bytes.lowerBound) }, message: problem.text)
        )
      }
    }

    // MARK: Texts

    /// The source of the number of records.
    private var witness: String { examination.isTable ? "the database" : "its lock" }

    private static let newer =
      "no tribe runs, because this version cannot read the record: use a newer version of the app or of nomadctl"
    private static let heading = "the lines after it can still be read, and a repair rewrites this line"
    private static let unknown = "a tribe whose end was recorded there counts as never run"

    private static let kept = "nothing is lost: a repair keeps one copy and sorts the records by number"
    private static let displaced =
      "a repair leaves it out: its number may belong to another line, as in a ledger joined from two copies"

    private static func records(_ range: ClosedRange<Int>) -> String {
      range.count == 1 ? "record \(range.lowerBound)" : "records \(range.lowerBound) to \(range.upperBound)"
    }

    private mutating func misplaced(_ line: LedgerLine, _ message: String) {
      add(.misplacedRecord, line, message, lost.contains(line.bytes.lowerBound) ? Self.displaced : Self.kept)
    }

    private mutating func add(_ code: LedgerFinding.Code, _ line: LedgerLine, _ message: String, _ meaning: String?) {
      findings.append(
        LedgerFinding(code: code, place: (line.number, line.bytes.lowerBound), message: message, meaning: meaning)
      )
    }
  }

  extension LedgerLine {
    fileprivate var isBlank: Bool { if case .blank = content { true } else { false } }
  }
#endif
