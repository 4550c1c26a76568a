#if Nomadctl
  import Nomad
  import NomadFormat
  import NomadGenCore

  /// The state of a tribe, as a ledger records it.
  struct TribeReport: Encodable {
    private enum State: String, Encodable {
      case began, finished, failed, marked, merged, forgotten, checkpoint
    }

    private let key: LedgerKey
    private let name, module: String
    /// What happened last.
    private let state: State
    private let at, appVersion: String
    private let milliseconds: Int64
    private let attempt: Int
    /// The number of the last attempts in a row that have no end.
    private let deaths: Int
    /// Whether the same build of the app would not start the tribe again, under the default policy.
    private let held: Bool
    private var reason, error: String?
    private var checkpoints: [String: String]?

    private init(_ last: LedgerRecord, _ attempts: LedgerHistory.Attempts, isRedacted: Bool) {
      (key, name, module) = (last.key, last.name, last.module ?? "")
      state = State(rawValue: last.kind.word) ?? .began
      (at, milliseconds) = (Timestamp(last.date).text, last.duration.wholeMilliseconds)
      (attempt, appVersion, deaths) = (last.attempt, last.appVersion ?? "", attempts.deaths)
      let limit = if case .afterDeaths(let limit) = MigrationPolicy.default.quarantine { limit } else { Int.max }
      held = last.kind.isDone != true && attempts.deathsOfVersion >= limit
      if isRedacted { return }
      if case .marked(let reason) = last.kind { self.reason = reason }
      if case .merged(let key) = last.kind { reason = "merged into \(key.text)" }
      (error, checkpoints) = (attempts.error, attempts.checkpoints)
    }

    /// Returns the tribes of a history in the order of their first records.
    static func all(in history: LedgerHistory, isRedacted: Bool) -> [TribeReport] {
      var (keys, last) = ([LedgerKey](), [LedgerKey: LedgerRecord]())
      for record in history.records where record.isOfTribe {
        let known = last[record.key]
        if known == nil { keys.append(record.key) }
        // An attempt to revert a tribe in a transaction leaves it done if it does not succeed.
        if record.isOfRevert, known?.kind.isDone == true, record.kind != .forgotten { continue }
        last[record.key] = record
      }
      return keys.compactMap { key in
        last[key].map { TribeReport($0, history.attempts(at: key), isRedacted: isRedacted) }
      }
    }

    /// Returns the tribes as a table, with more lines about those that did not finish.
    static func text(of tribes: [TribeReport]) -> String {
      let rows = Table.print(tribes.map(\.row)).split(separator: "\n")
      return zip(rows, tribes).map { row, tribe in
        "\(row)\n" + tribe.details.map { "      \($0.printable)\n" }.joined()
      }.joined()
    }

    private var row: [String] {
      let mark =
        switch state {
        case .finished: "✓"
        case .marked, .merged: "•"
        case .failed: "✗"
        case .forgotten: "–"
        case .began, .checkpoint: held ? "■" : "!"
        }
      let time = milliseconds == 0 ? "" : ", \(milliseconds) ms"
      let app = appVersion.isEmpty ? "" : ", app \(appVersion)"
      return [
        mark, key.isVersion ? key.text : key.description, module.isEmpty ? name : "\(module).\(name)",
        "\(state) \(at)\(time), attempt \(attempt)\(app)",
      ]
    }

    private var details: [String] {
      var details: [String] = []
      if let reason { details.append("reason: \(reason)") }
      if deaths > 0 { details.append("\(deaths.counted("attempt")) in a row did not end; the last one may run now") }
      if held { details.append("HELD: by default, this build of the app does not start it again") }
      if let error { details.append("last error: \(error)") }
      for (name, value) in (checkpoints ?? [:]).sorted(by: { $0.key < $1.key }) {
        details.append("checkpoint \(name): \(value)")
      }
      return details
    }
  }
#endif
