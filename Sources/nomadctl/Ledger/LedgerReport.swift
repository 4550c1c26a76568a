#if Nomadctl
  import Nomad
  import NomadGenCore

  /// A report on a ledger, for people and for programs: its state, and the state of each tribe.
  struct LedgerReport: Encodable {
    private var version = 1
    private var file: String?
    private let table: String?
    private let problem: String?
    private let line: Int?
    private let records: Int
    /// Whether the last run ended; nil if that is not known.
    private var sealed: Bool?
    private let newestVersion: String?
    private let baseline: String?
    private let firstStart: Bool
    private let restoring: Bool
    private var lock: LedgerAccount.Lock?
    private let tribes: [TribeReport]

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - account: The ledger.
    ///   - file: The path of its file.
    ///   - isRedacted: Whether to leave out texts that may contain a user's data.
    init(_ account: LedgerAccount, of file: String, isRedacted: Bool) {
      let history = account.history
      (table, problem, line, lock) = (account.table, account.error?.message, account.line, account.lock)
      (records, firstStart, restoring) = (history.records.count, history.isFirstStart, history.restoredFolder != nil)
      (newestVersion, baseline) = (history.versions.max()?.text, history.baseline?.text)
      if problem == nil, table == nil { sealed = history.isDurable }
      tribes = TribeReport.all(in: history, isRedacted: isRedacted)
      if isRedacted { lock?.holder = nil } else { self.file = file }
    }

    /// The report as text.
    var text: String {
      let rest = problem == nil ? "" : " before the problem"
      var lines = [
        "\(file ?? "The ledger"): \(records.counted("record")) of \(tribes.count.counted("tribe"))\(rest)"
      ]
      if let problem { lines.append("  NOT USABLE\(line.map { ", line \($0)" } ?? ""): \(problem)") }
      if restoring { lines.append("  NOT USABLE: a restore of a snapshot was interrupted") }
      if let sealed {
        let state = sealed ? "sealed: the last run ended" : "not sealed: a run is writing it, or was interrupted"
        lines.append("  " + state)
      }
      lines.append("  newest version: \(newestVersion ?? "none finished")")
      if let baseline { lines.append("  baseline: \(baseline)") }
      lines.append("  first start: \(firstStart ? "yes" : "no")")
      if table == nil { lines.append("  lock file: \(lockText)") }
      return lines.map { $0.printable + "\n" }.joined() + (tribes.isEmpty ? "" : "\n" + TribeReport.text(of: tribes))
    }

    private var lockText: String {
      guard let lock else { return "missing, so nomadctl cannot tell whether records are missing at the end" }
      let text = (lock.isCopy ? "it or the ledger is a copy; " : "") + "it counts \(lock.records.counted("record"))"
      return text + (lock.holder.map { ", last held by \($0)" } ?? "")
    }
  }
#endif
