#if Nomadctl
  import Foundation
  import Nomad
  import NomadFormat
  import NomadRepair
  import NomadExamination

  /// The contents of a ledger that the commands show.
  ///
  /// Output is printed from this alone, so that omitted data cannot leak.
  struct LedgerAccount {
    /// A line of the ledger.
    enum Entry {
      case record(LedgerRecord, sequence: Int)
      /// A note that records which no longer mattered were left out before this line.
      case compacted(Date)
      /// The end of a run.
      case sealed(Date)
      /// Bytes that cannot be read.
      case gap(bytes: Int)
      /// A line of a kind that only a newer version knows.
      case unknown
      /// The rest of a line that was being written.
      case torn(bytes: Int)
    }

    /// The path that was given; nil if it is redacted.
    let file: String?
    let size: Int?
    let entries: [(line: Int, entry: Entry)]
    let history: LedgerHistory
    let fileKind: LedgerFileKind
    /// Whether the ledger is a table of a database.
    let isTable: Bool
    /// The reason why the ledger cannot be read at all: the file is not a ledger, or is in another encoding.
    ///
    /// Nil if it can be read.
    let refusal: String?
    /// The time of the seal, if a seal is the last line; used for a damaged ledger.
    let lastSeal: Date?
    let tribes: [TribeStory]
    let problem: LedgerProblem?
    let seal: LedgerSeal?
    let acknowledged: Int
    let hasLock: Bool
    /// The number of lines that the ledger lock counts, if the lock or the ledger is a copy; nil if neither is.
    let countedByCopy: Int?
    /// The reason why no run can take the ledger lock; nil if a run can, or if the lock does not exist.
    let lockProblem: String?
    /// The last holder of the ledger lock; nil if it is unknown or redacted.
    let holder: String?

    init(_ examination: LedgerExamination, file: String, isRedacted: Bool) {
      var redaction = Redaction()
      // Lines and history hold the same records; one redaction gives equal texts equal labels in both.
      func shown(_ record: LedgerRecord) -> LedgerRecord { isRedacted ? redaction.redacted(record) : record }
      let history = examination.history
      let records = history.records.map(shown)
      (fileKind, refusal, isTable) = (examination.fileKind, examination.refusal, examination.isTable)
      let lines = refusal == nil ? examination.lines : []
      entries = lines.compactMap { line in Entry(line, shown).map { (line.number, $0) } }
      lastSeal = if case .sealed(let date) = entries.last?.entry { date } else { nil }
      self.history = LedgerHistory(records, tornBytes: history.tornBytes)
      tribes = TribeStory.all(in: self.history, isOver: examination.seal != nil)
      self.file = isRedacted ? nil : file
      (size, problem, seal) = (examination.size, examination.problem, examination.seal)
      acknowledged = examination.acknowledged
      countedByCopy = examination.isCopy ? examination.counted : nil
      lockProblem = if case .unusable(let error) = examination.lock { "\(error)" } else { nil }
      if case .missing = examination.lock { hasLock = false } else { hasLock = true }
      if case .present(let holder) = examination.lock, !isRedacted { self.holder = holder } else { holder = nil }
    }
  }

  extension LedgerAccount {
    /// The newest version that is recorded as finished.
    var newestVersion: String? { history.versions.max()?.text }

    /// Whether the ledger has nothing to show except its problem.
    var isBare: Bool { problem != nil && history.records.isEmpty }

    /// The ledger's condition for a run, as a word in the document.
    var condition: String {
      switch problem {
      case _ where fileKind == .other: "not-a-ledger"
      case nil: "readable"
      case .newer: "newer"
      case .damaged, .lost, .gone, .moved: "damaged"
      }
    }
  }

  extension LedgerAccount.Entry {
    fileprivate init?(_ line: LedgerLine, _ shown: (LedgerRecord) -> LedgerRecord) {
      switch line.content {
      case .header, .blank: return nil
      case .payload(.record(let record), let sequence): self = .record(shown(record), sequence: sequence)
      case .payload(.compacted(let timestamp), _): self = .compacted(timestamp.date)
      case .payload(.sealed(let seal), _): self = .sealed(seal.date.date)
      case .unknown: self = .unknown
      case .unreadable: self = .gap(bytes: line.bytes.count)
      case .torn: self = .torn(bytes: line.bytes.count)
      }
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
