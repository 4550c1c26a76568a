#if Nomadctl
  import Nomad
  import NomadExamination
  import NomadCheck
  import NomadGenCore

  /// A line-by-line check of a ledger, which locates and explains what is wrong.
  ///
  /// The library's reader decides whether a run accepts the ledger: this check has an error exactly if a run does not.
  /// It adds where and why.
  struct LedgerCheckup {
    private let examination: LedgerExamination
    /// The first bytes of the lines that a repair leaves out, although they can be read.
    private let lost: Set<Int>
    private(set) var findings: [LedgerFinding] = []

    /// The number that the next line should have.
    private var next = 1
    private var hasRecords = false
    private var isBehindSeal = false
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
        let code: LedgerFinding.Code = examination.nature == .converted ? .changedEncoding : .notALedger
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
      case .header: if !isFirst { misplaced(line, "this is the first line of a ledger") }
      case .unreadable where examination.isTable:
        account(for: line.number, at: line)
        add(.damagedLine, line, "record \(line.number) cannot be read", Self.unknown)
      case .unreadable:
        if !isFirst { unread.append(line) }
      case .blank(let count): change(line, blank: count)
      case .unknown(let sequence):
        account(for: sequence, at: line)
        add(.newerFormat, line, "record \(sequence) is of a kind that only a newer version of Nomad knows", Self.newer)
      case .payload(.compacted, let sequence):
        if hasRecords || next != 1 { misplaced(line, "what was left out before it is noted at the beginning only") }
        settle([])
        next = max(next, sequence + 1)
      case .payload(.sealed, let sequence):
        account(for: sequence, at: line)
        next = sequence
        isBehindSeal = true
      case .payload(.record, let sequence):
        if isBehindSeal {
          add(.behindSeal, line, "record \(sequence) follows a seal, which is always the last line", nil)
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
        let meaning = "a text tool put it there; \(Self.heading)"
        add(.damagedHeading, line, "a byte order mark stands before 'nomad-ledger 1'", meaning)
      case (.unreadable, _):
        let meaning = examination.history.records.isEmpty ? nil : Self.heading
        add(.damagedHeading, line, "a ledger begins with 'nomad-ledger 1', and not with this", meaning)
      default:
        add(.damagedHeading, line, "the first line, 'nomad-ledger 1', is missing here", Self.heading)
      }
    }

    /// Notes a line that a text tool has changed.
    private mutating func change(_ line: LedgerLine, ends: Int = 0, blank: Int = 0) {
      changed = (changed.ends + ends, changed.blank + blank, changed.first ?? line)
    }

    /// Compares a line's number with the expected one.
    private mutating func account(for sequence: Int, at line: LedgerLine) {
      if sequence < next, !isBehindSeal {
        settle([])
        let what = sequence == next - 1 ? "number \(sequence) a second time" : "number \(sequence) out of its place"
        misplaced(line, "this is \(what), where number \(next) should be")
      } else {
        let missing = sequence > next ? missing(next...(sequence - 1)) : []
        if !missing.isEmpty, unread.isEmpty {
          let what = "\(LedgerPrognosis.text(missing)) should stand before this line, and nothing is there"
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

    /// Adds findings for the unreadable bytes and, as far as it is known, for the records that are lost with them.
    private mutating func settle(_ lost: [ClosedRange<Int>], isEnd: Bool = false) {
      for (index, line) in unread.enumerated() {
        let count = line.bytes.count
        let what = "\(count.counted("byte")) that \(count == 1 ? "is" : "are") no line which matches its checksum"
        var consequence = isEnd ? ", the end of the ledger" : lost.isEmpty ? "; no number is missing here" : ""
        if !lost.isEmpty, index == 0 {
          consequence = ": \(LedgerPrognosis.text(lost)) \(lost.map(\.count) == [1] ? "is" : "are") lost"
        }
        add(.damagedLine, line, what + consequence, meaning(of: line))
      }
      unread = []
    }

    /// Returns the consequence of losing a line.
    private func meaning(of line: LedgerLine) -> String? {
      guard case .unreadable(let claim?) = line.content else { return Self.unknown }
      let name = "\(TribeStory.name(of: claim)) (\(claim.key.target))".printable
      let reading = "it reads like '\(claim.kind.word)' of \(name)"
      switch claim.kind {
      case .finished, .marked:
        return examination.history.contains(claim.key)
          ? "\(reading), which other records say as well" : "\(reading): after a repair that tribe would run again"
      case .forgotten:
        return "\(reading): after a repair that tribe counts as it did before it was forgotten"
      case .began, .failed, .checkpoint:
        return "\(reading): an attempt that is not remembered, and no tribe that runs again"
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
        meaning: "nothing is lost by that: a repair writes every record that can be read anew, with its own newline"
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
              message: "the ledger is \(examination.isTable ? "empty" : "gone"), but \(witness) says that "
                + acknowledged.acknowledgedLines,
              meaning: "to begin anew would run every tribe again, on data that has been migrated"
            )
          )
        } else if let known, let end {
          add(
            .cutShort,
            end,
            "the ledger ends here, but \(witness) says that \(Self.records(known)) "
              + "\(known.count == 1 ? "was" : "were") acknowledged, too",
            Self.unknown
          )
        }
        if !hasRecords, examination.size != nil, !findings.contains(where: { $0.severity == .error }) {
          let reason = examination.size == 0 ? "it is empty" : problem.text
          findings.append(LedgerFinding(code: .noRecord, message: "there is no record in it: \(reason)"))
        }
      }
      if case .unusable(let error) = examination.lock {
        findings.append(
          LedgerFinding(
            code: .unusableLock,
            message: "no run can take the lock beside it: \(error)",
            meaning: "no tribe runs until that file is moved away, or can be read"
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
      "no tribe runs, as what is not understood must not be guessed: use a newer app, or nomadctl"
    private static let heading = "the lines after it can still be read, and a repair rewrites this line"
    private static let unknown = "a tribe whose end was recorded there counts as one that never ran"

    private static let kept = "nothing is lost: a repair keeps one copy, in the order of the numbers"
    private static let displaced =
      "a repair leaves it out: its number may be another line's, as in a ledger that was written anew, or of two copies"

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
