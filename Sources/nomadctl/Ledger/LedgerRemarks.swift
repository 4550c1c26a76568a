internal import NomadFormat

#if Nomadctl
  import Foundation
  import Nomad
  import NomadRepair
  import NomadExamination
  import NomadCheck
  import NomadGenCore

  /// Remarks about oddities in the records of a ledger that every run accepts nevertheless.
  struct LedgerRemarks {
    private(set) var findings: [LedgerFinding] = []

    /// The state of a tribe at some line.
    private struct Known {
      var open: LedgerRecord?
      var lastAttempt = 0
      var isDone = false
      /// Whether the ledger holds everything that happened to the tribe from this line on.
      var isWhole: Bool
    }

    private var known: [LedgerKey: Known] = [:]
    private var newest: Date?
    /// Whether no record was left out or lost before this line.
    private var isWhole = true

    private let isUsable: Bool

    init(on examination: LedgerExamination) {
      isUsable = examination.problem == nil
      for line in examination.lines {
        switch line.content {
        case .payload(.record(let record), _): take(record, at: line)
        case .payload(.compacted, _), .unknown, .unreadable: (known, isWhole) = ([:], false)
        case .torn:
          remark(
            .tornEnd,
            line,
            "an unfinished line of \(line.bytes.count.counted("byte")): the process died while writing it",
            "the line has no effect, and the next run removes it"
          )
        case .header, .payload(.sealed, _), .blank: break
        }
      }
      if !examination.isSealRight, let line = examination.lines.last {
        remark(
          .wrongSeal,
          line,
          "the seal does not match the lines before it",
          "the file was assembled by hand; a run reads it record by record"
        )
      }
      hold(examination)
      if case .missing = examination.lock, examination.problem == nil { noLock() }
      if examination.isCopy, examination.problem == nil { copied(examination) }
    }

    // MARK: Records

    private mutating func take(_ record: LedgerRecord, at line: LedgerLine) {
      if let newest, record.date < newest {
        let times = "\(Timestamp(record.date).text) comes after \(Timestamp(newest).text)"
        remark(.clockSetBack, line, "the clock was set back: \(times)", "no effect: runs ignore times")
      }
      newest = record.date
      let key = record.key
      guard key.isOfTribe else { return }
      var tribe = known[key] ?? Known(isWhole: isWhole)
      defer { known[key] = tribe }
      let name = "\(TribeStory.name(of: record)) (\(key.target))".printable
      switch record.kind {
      case .began:
        if tribe.isDone, key.isOfOneRun {
          contradict(line, "\(name) began again after it had finished", "it ran more than once on this device")
        }
        if record.attempt <= tribe.lastAttempt, !tribe.isDone {
          let numbers = "attempt \(record.attempt) of \(name) follows attempt \(tribe.lastAttempt)"
          contradict(line, numbers, "the number of times that the process died in it may be wrong")
        }
        (tribe.open, tribe.lastAttempt, tribe.isDone) = (record, record.attempt, false)
      case .finished, .failed:
        let isEnd = record.kind == .finished
        if let open = tribe.open, open.attempt != record.attempt {
          contradict(line, "attempt \(record.attempt) of \(name) ended, but attempt \(open.attempt) had begun", nil)
        } else if tribe.open == nil, tribe.isWhole {
          contradict(line, "\(name) \(isEnd ? "finished" : "failed"), but no line records that it began", nil)
        }
        tribe = Known(lastAttempt: isEnd ? 0 : record.attempt, isDone: isEnd, isWhole: true)
      case .marked, .forgotten:
        tribe = Known(isDone: record.kind.word == "marked", isWhole: true)
      case .checkpoint:
        if tribe.open == nil, tribe.isWhole {
          contradict(line, "\(name) recorded a checkpoint, but no line records that it began", nil)
        }
      }
    }

    // MARK: The whole

    private mutating func hold(_ examination: LedgerExamination) {
      guard examination.problem == nil else { return }
      for tribe in TribeStory.all(in: examination.history, isOver: examination.seal != nil) where tribe.isHeld {
        let count = tribe.attempts.deathsOfVersion
        let version = tribe.attempts.appVersion?.printable
        findings.append(
          LedgerFinding(
            severity: .remark,
            code: .held,
            message: "the process died \(count) times in a row in \(tribe.qualifiedName.printable) (\(tribe.target))",
            meaning: "by default, it and every tribe after it are held until a new build of the app starts"
              + (version.map { ", or a version other than \($0)" } ?? "")
          )
        )
      }
    }

    private mutating func noLock() {
      findings.append(
        LedgerFinding(
          severity: .remark,
          code: .noLock,
          message: "its lock file is missing, so nomadctl cannot tell whether records are missing at its end"
        )
      )
    }

    private mutating func copied(_ examination: LedgerExamination) {
      findings.append(
        LedgerFinding(
          severity: .remark,
          code: .copied,
          message: "the ledger or its lock file is a copy, for example from a backup: the lock file counts "
            + "\(examination.counted.counted("line")), and the ledger has \(examination.lastSequence)",
          meaning: "a run accepts a copy as it is; if both files are from the same moment, the missing lines are lost"
        )
      )
    }

    private mutating func contradict(_ line: LedgerLine, _ message: String, _ meaning: String?) {
      // In a damaged ledger, lost, doubled or moved lines explain every contradiction.
      if isUsable { remark(.contradiction, line, message, meaning) }
    }

    private mutating func remark(
      _ code: LedgerFinding.Code,
      _ line: LedgerLine,
      _ message: String,
      _ meaning: String?
    ) {
      findings.append(
        LedgerFinding(
          severity: .remark,
          code: code,
          place: (line.number, line.bytes.lowerBound),
          message: message,
          meaning: meaning
        )
      )
    }
  }
#endif
