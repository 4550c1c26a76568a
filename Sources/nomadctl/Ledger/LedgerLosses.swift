#if Nomadctl
  import Nomad
  import NomadRepair
  import NomadExamination

  /// The ends of tribes that a ledger's lost lines may have recorded.
  struct LedgerLosses {
    /// An end of a tribe that a line records, or seems to record.
    struct End {
      let tribe: String
      /// The line's number in the file.
      let line: Int
      /// The reason why the line is lost.
      let reason: String
    }

    /// The lost ends: the last one of each tribe.
    var ends: [LedgerKey: End] = [:]

    private let missing: [ClosedRange<Int>]
    private let lastSequences: [LedgerKey: Int]

    init(in examination: LedgerExamination) {
      missing = examination.missing
      lastSequences = examination.lastSequences
      for line in examination.lines {
        guard case .unreadable(let claim?) = line.content else { continue }
        add(claim, line, "line \(line.number) seems to record that it finished, and is lost")
      }
      for line in examination.lost {
        guard case .payload(.record(let record), _) = line.content else { continue }
        add(record, line, "line \(line.number) records that it finished, but is out of place")
      }
    }

    private mutating func add(_ record: LedgerRecord, _ line: LedgerLine, _ reason: String) {
      guard record.kind.isEnd else { return }
      ends[record.key] = End(tribe: TribeStory.name(of: record), line: line.number, reason: reason)
    }

    /// Whether the lines whose numbers are missing may have recorded the end of a tribe that has no end elsewhere.
    ///
    /// A tribe whose last attempt failed or was forgotten needs another attempt for that: two lines, a beginning and an
    /// end.
    func canHoldEnd(of tribe: TribeStory) -> Bool {
      let last = lastSequences[tribe.key] ?? 0
      let needed =
        switch tribe.state {
        case .failed, .forgotten: 2
        case .finished, .marked, .interrupted, .unfinished, .unknown: 1
        }
      return missing.reduce(0) { count, range in
        count + max(0, range.upperBound - max(range.lowerBound - 1, last))
      } >= needed
    }
  }

  extension LedgerRecord.Kind {
    fileprivate var isEnd: Bool {
      switch self {
      case .finished, .marked: true
      case .began, .failed, .forgotten, .checkpoint: false
      }
    }
  }
#endif
