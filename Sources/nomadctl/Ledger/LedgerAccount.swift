#if Nomadctl
  import Foundation
  import Nomad
  import NomadExamination

  /// What a person is shown of a ledger: nothing but this is printed, so what is not in it is in no output.
  struct LedgerAccount {
    /// A line of the ledger.
    enum Entry {
      case record(LedgerRecord, sequence: Int)
      /// Records that no longer mattered were left out before it.
      case compacted(Date)
      /// A run was over.
      case sealed(Date)
      /// Bytes that cannot be read.
      case gap(bytes: Int)
      /// A line of a kind that only a newer version knows.
      case unknown
      /// What is left of a line that was being written.
      case torn(bytes: Int)
    }

    /// The path that was given; nil if it is redacted.
    let file: String?
    let size: Int?
    let entries: [(line: Int, entry: Entry)]
    let history: LedgerHistory
    let nature: LedgerNature
    /// Whether the ledger is a table of a database.
    let isTable: Bool
    /// Why nothing can be said of it: it is no ledger, or one in another encoding; nil if something can.
    let refusal: String?
    /// The time of the seal that is the last line of a damaged ledger.
    let lastSeal: Date?
    let tribes: [TribeStory]
    let fault: LedgerFault?
    let seal: LedgerSeal?
    let acknowledged: Int
    let hasLock: Bool
    /// How many lines the lock counts although it or the ledger is a copy; nil if neither is.
    let countedByCopy: Int?
    /// Why no run can take the lock; nil if one can, or if there is none.
    let lockFault: String?
    /// Who held the lock last; nil if that is not known, or redacted.
    let holder: String?

    init(_ examination: LedgerExamination, file: String, isRedacted: Bool) {
      var redaction = Redaction()
      // What a ledger has more than once has one label: the history is made of the same records.
      func shown(_ record: LedgerRecord) -> LedgerRecord { isRedacted ? redaction.redacted(record) : record }
      let history = examination.history
      let records = history.records.map(shown)
      (nature, refusal, isTable) = (examination.nature, examination.refusal, examination.isTable)
      let lines = refusal == nil ? examination.lines : []
      entries = lines.compactMap { line in Entry(line, shown).map { (line.number, $0) } }
      lastSeal = if case .sealed(let date) = entries.last?.entry { date } else { nil }
      self.history = LedgerHistory(records, tornBytes: history.tornBytes)
      tribes = TribeStory.all(in: self.history, isOver: examination.seal != nil)
      self.file = isRedacted ? nil : file
      (size, fault, seal) = (examination.size, examination.fault, examination.seal)
      acknowledged = examination.acknowledged
      countedByCopy = examination.isCopy ? examination.counted : nil
      lockFault = if case .unusable(let error) = examination.lock { "\(error)" } else { nil }
      if case .missing = examination.lock { hasLock = false } else { hasLock = true }
      if case .present(let holder) = examination.lock, !isRedacted { self.holder = holder } else { holder = nil }
    }
  }

  extension LedgerAccount {
    /// The newest version that finished.
    var newestVersion: String? { history.versions.max()?.text }

    /// Whether there is nothing to tell but what is wrong.
    var isBare: Bool { fault != nil && history.records.isEmpty }

    /// How a run would take the ledger.
    var condition: String {
      switch fault {
      case _ where nature == .other: "not-a-ledger"
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

  extension LedgerFault {
    /// What is wrong with the ledger, without where it is.
    var text: String {
      switch self {
      case .damaged(let reason): "it is damaged: \(reason)"
      case .lost(let first, let last): "it ends before record \(first), but \(last.acknowledgedLines)"
      case .gone(let acknowledged): "it is gone, but \(acknowledged.acknowledgedLines)"
      case .moved: "it was moved to another ledger, and its file has the suffix .moved now"
      case .newer(let reason): "it was written by a newer version of Nomad: \(reason)"
      }
    }
  }

  extension Int {
    /// So many lines of a ledger, as its lock's file says.
    var acknowledgedLines: String { "\(counted("line")) \(self == 1 ? "was" : "were") acknowledged" }
  }
#endif
