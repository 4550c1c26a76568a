#if Nomadctl
  import Nomad

  /// Goes through a ledger line by line and says what is wrong where.
  ///
  /// Whether a run takes the ledger, the library's reader has decided: there is an error exactly if it does not. This
  /// says where and why.
  struct LedgerCheckup {
    private let examination: LedgerExamination
    private(set) var findings: [LedgerFinding] = []

    /// The number that the next line should have.
    private var next = 1
    private var hasRecords = false
    private var isBehindSeal = false
    /// Bytes that are no line, and what comes next shows how many were there.
    private var unread: [LedgerLine] = []

    init(of examination: LedgerExamination) {
      self.examination = examination
      for (index, line) in examination.lines.enumerated() { check(line, isFirst: index == 0) }
      finish()
      findings += LedgerRemarks(on: examination).findings
    }

    /// Whether a run would refuse the ledger.
    var hasErrors: Bool { findings.contains { $0.severity == .error } }

    // MARK: Lines

    private mutating func check(_ line: LedgerLine, isFirst: Bool) {
      switch line.content {
      case .header: if !isFirst { misplaced(line, "this is the first line of a ledger") }
      case .unreadable:
        if isFirst, case .newer(let reason)? = examination.fault {
          add(.newerFormat, line, "a newer version of Nomad wrote this: \(reason)", Self.newer)
        } else if isFirst {
          add(.notALedger, line, "a ledger begins with 'nomad-ledger 1', and this does not", nil)
        } else {
          unread.append(line)
        }
      case .unknown(let sequence):
        account(for: sequence, at: line)
        add(.newerFormat, line, "record \(sequence) is of a kind that only a newer version of Nomad knows", Self.newer)
      case .payload(.compacted, let sequence):
        if hasRecords || next != 1 { misplaced(line, "what was left out before it is noted at the beginning only") }
        settle(nil)
        next = max(next, sequence + 1)
      case .payload(.sealed, let sequence):
        account(for: sequence, at: line)
        next = sequence
        isBehindSeal = true
      case .payload(.record, let sequence):
        if isBehindSeal {
          add(.behindSeal, line, "record \(sequence) stands behind a seal, which is always the last line", nil)
        }
        account(for: sequence, at: line)
        hasRecords = true
      case .torn: break
      }
    }

    /// Compares a number with the one that is due.
    private mutating func account(for sequence: Int, at line: LedgerLine) {
      if sequence < next, !isBehindSeal {
        settle(nil)
        let what = sequence == next - 1 ? "number \(sequence) a second time" : "number \(sequence) out of its place"
        misplaced(line, "this is \(what), where number \(next) should be")
      } else if sequence > next, unread.isEmpty {
        add(
          .missingRecords,
          line,
          "\(Self.records(next...(sequence - 1))) should stand before this line, and nothing is there",
          Self.unknown
        )
      } else {
        settle(sequence > next ? next...(sequence - 1) : nil)
      }
      next = max(next, sequence + 1)
    }

    /// Says of the bytes that are no line what is lost with them, as far as that is known.
    private mutating func settle(_ lost: ClosedRange<Int>?, isEnd: Bool = false) {
      for (index, line) in unread.enumerated() {
        let what = "\(line.bytes.count.counted("byte")) that are no line which matches its checksum"
        var consequence = isEnd ? ", the end of the ledger" : lost == nil ? "; no number is missing here" : ""
        if let lost, index == 0 { consequence = ": \(Self.records(lost)) \(lost.count == 1 ? "is" : "are") lost" }
        add(.damagedLine, line, what + consequence, meaning(of: line))
      }
      unread = []
    }

    /// What it means that a line is lost.
    private func meaning(of line: LedgerLine) -> String? {
      guard case .unreadable(let claim?) = line.content else { return Self.unknown }
      let key = LedgerKey(claim.key)
      let name = "\(TribeStory.name(of: claim)) (\(key.target))".printable
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

    private mutating func finish() {
      let end = examination.lines.last
      if let fault = examination.fault {
        let known = next <= examination.acknowledged ? next...examination.acknowledged : nil
        if !unread.isEmpty {
          settle(known, isEnd: true)
        } else if case .gone(let acknowledged) = fault {
          findings.append(
            LedgerFinding(
              code: .gone,
              message: "the ledger is gone, but its lock says that \(acknowledged.counted("line")) were acknowledged",
              meaning: "to begin anew would run every tribe again, on data that has been migrated"
            )
          )
        } else if let known, let end {
          add(
            .cutShort,
            end,
            "the ledger ends here, but its lock says that \(Self.records(known)) were acknowledged, too",
            Self.unknown
          )
        }
        if !hasRecords, examination.size != nil, !findings.contains(where: { $0.severity == .error }) {
          findings.append(LedgerFinding(code: .noRecord, message: "there is no record in it: \(fault.text)"))
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
      // The reader's word counts, even if the lines do not show why.
      if let fault = examination.fault, !hasErrors {
        let line = examination.lines.last { $0.bytes.lowerBound <= examination.goodLength }
        findings.append(
          LedgerFinding(code: .unusable, place: line.map { ($0.number, $0.bytes.lowerBound) }, message: fault.text)
        )
      }
    }

    // MARK: Texts

    private static let newer =
      "no tribe runs, as what is not understood must not be guessed: use a newer app, or nomadctl"
    private static let unknown = "a tribe whose end was recorded there counts as one that never ran"

    private static func records(_ range: ClosedRange<Int>) -> String {
      range.count == 1 ? "record \(range.lowerBound)" : "records \(range.lowerBound) to \(range.upperBound)"
    }

    private mutating func misplaced(_ line: LedgerLine, _ message: String) {
      add(.misplacedRecord, line, message, nil)
    }

    private mutating func add(_ code: LedgerFinding.Code, _ line: LedgerLine, _ message: String, _ meaning: String?) {
      findings.append(
        LedgerFinding(code: code, place: (line.number, line.bytes.lowerBound), message: message, meaning: meaning)
      )
    }
  }
#endif
