#if Nomadctl
  import Foundation
  import Nomad
  import NomadRepair
  import NomadFormat
  import NomadCheck
  import NomadGenCore

  /// A report on a ledger as text for people: the whole, the damage, and each tribe.
  struct LedgerReport {
    let account: LedgerAccount

    /// Whether nothing can be read.
    private var isBare: Bool { account.problem != nil && account.history.records.isEmpty }

    var text: String {
      let name = account.file?.printable ?? "The ledger"
      guard account.isLedger else {
        return "\(name): this is not a ledger: its first line is not 'nomad-ledger 1', no line is a record, and no "
          + "lock file counts its lines\n"
      }
      var lines = ["\(name): \(amount)"] + damage
      if !isBare { lines += whole }
      if !account.isTable { lines.append("  lock file: " + lock) }
      return lines.map { $0 + "\n" }.joined() + (isBare ? "" : "\n" + tribes)
    }

    // MARK: The whole

    private var amount: String {
      guard let size = account.size else { return "no such file" }
      let (records, tribes) = (account.history.records.count, TribeStory.all(in: account.history, isOver: true).count)
      let place = account.isTable ? "in a database of" : "in"
      return "\(records.counted("record")) of \(tribes.counted("tribe")) \(place) \(size.counted("byte"))"
    }

    private var damage: [String] {
      guard let problem = account.problem else { return [] }
      let rest = isBare ? "No record can be read." : "The readable records follow."
      return ["  NOT USABLE: \(problem.text.printable). No tribe runs with it. \(rest)"]
        + account.damage.map { "    \($0.line.map { "line \($0): " } ?? "")\($0.reason.printable)" }
    }

    private var whole: [String] {
      var lines: [String] = []
      let torn = account.history.tornBytes
      if let seal = account.seal {
        lines.append("  sealed at \(seal.date.date.text): the last run ended")
      } else if account.problem == nil, !account.isTable {
        let rest = torn > 0 ? "; its unfinished last line of \(torn.counted("byte")) has no effect" : ""
        lines.append("  not sealed: a run is writing it, or the last run was interrupted" + rest)
      }
      let none = account.problem == nil ? "none finished" : "none readable"
      lines.append("  newest version: " + (account.newestVersion ?? none))
      if let baseline = account.history.baseline { lines.append("  baseline: \(baseline.text)") }
      if account.problem == nil { lines.append("  first start: \(account.history.isFirstStart ? "yes" : "no")") }
      if let restore = account.restore { lines.append("  NOT USABLE: \(restore.printable). No tribe runs with it.") }
      return lines
    }

    private var lock: String {
      switch account.lock {
      case .missing: return "missing, so nomadctl cannot tell whether records are missing at the end"
      case .unusable(let error): return "no run can take it: \(error)"
      case .present(let holder):
        let copied = account.countedByCopy.map { "it or the ledger is a copy; it counts \($0.counted("line"))" }
        let note = copied ?? (account.acknowledged > 0 ? account.acknowledged.acknowledgedLines : "it counts no lines")
        return note + (holder.map { ", last held by \($0.printable)" } ?? "")
      }
    }

    // MARK: Tribes

    private var tribes: String {
      let tribes = TribeStory.all(in: account.history, isOver: account.seal != nil)
      guard !tribes.isEmpty else { return "No tribe is recorded.\n" }
      let rows = Table.print(tribes.map { [$0.mark, $0.target, $0.qualifiedName, outcome(of: $0)] })
      return zip(rows.split(separator: "\n"), tribes).map { row, tribe in
        ([String(row)] + details(of: tribe).map { "      " + $0.printable }).map { $0 + "\n" }.joined()
      }.joined()
    }

    private func outcome(of tribe: TribeStory) -> String {
      let last = tribe.last
      let attempt = ", attempt \(last.attempt)" + (last.appVersion.map { ", app \($0)" } ?? "")
      let what = last.isOfRevert ? "revert " : ""
      return switch last.kind {
      case .finished: "finished \(last.date.text), took \(last.duration.text)\(attempt)"
      case .marked(let reason): "marked \(last.date.text), not run: \(reason)"
      case .failed: "\(what)failed \(last.date.text), after \(last.duration.text)\(attempt)"
      case .forgotten where last.isOfRevert:
        "reverted \(last.date.text), took \(last.duration.text)\(attempt), so it runs again"
      case .forgotten: "forgotten \(last.date.text), so it runs again"
      case .began where tribe.state == .interrupted: "\(what)interrupted, began \(last.date.text)\(attempt)"
      case .began where account.problem != nil: "\(what)began \(last.date.text)\(attempt), but no end is recorded"
      case .began: "\(what)runs now or was interrupted, began \(last.date.text)\(attempt)"
      case .checkpoint: "only checkpoints are recorded"
      }
    }

    private func details(of tribe: TribeStory) -> [String] {
      var details: [String] = []
      if tribe.finishes > 1 { details.append("finished \(tribe.finishes) times according to the records") }
      if tribe.appVersions.count > 1 { details.append("app versions: " + tribe.appVersions.joined(separator: ", ")) }
      // An attempt that may still be running does not count as a death.
      let deaths = tribe.state == .unfinished ? tribe.deaths.dropLast() : tribe.deaths[...]
      if let last = deaths.last {
        let what = account.problem == nil ? "the process died during" : "no end is recorded for"
        details.append("\(what) \(deaths.count.counted("attempt")), the last one begun \(last.date.text)")
      }
      if tribe.isHeld {
        let app = tribe.attempts.appVersion.map { "app \($0)" } ?? "the app"
        details.append(
          "HELD: by default, this build of \(app) does not start it again, because "
            + "\(tribe.attempts.deathsOfVersion) attempts in a row did not end"
        )
      }
      if let error = tribe.lastError { details.append("last error, \(error.date.text): \(error.text)") }
      for (name, value) in tribe.attempts.checkpoints.sorted(by: { $0.key < $1.key }) {
        details.append("checkpoint \(name): \(value)")
      }
      return details
    }
  }

  extension TribeStory {
    /// The tribe's state as one character.
    fileprivate var mark: String {
      switch state {
      case .finished: "✓"
      case .marked: "•"
      case .failed: "✗"
      case .interrupted, .unfinished: isHeld ? "■" : "!"
      case .forgotten, .reverted, .unknown: "–"
      }
    }
  }

  extension LedgerAccount {
    /// The newest version that is recorded as finished.
    var newestVersion: String? { history.versions.max()?.text }
  }

  extension Date {
    /// The point in time as text, such as `2026-11-21 08:00:00.123 UTC`.
    fileprivate var text: String { Timestamp(self).text.replacingOccurrences(of: "T", with: " ").dropLast() + " UTC" }
  }

  extension Duration {
    /// The duration as text, such as `12 ms`, `3.4 s` or `2 min 5 s`.
    var text: String {
      if milliseconds < 1000 { return "\(milliseconds) ms" }
      if milliseconds < 60_000 { return "\(milliseconds / 1000).\(milliseconds / 100 % 10) s" }
      return "\(milliseconds / 60_000) min \(milliseconds / 1000 % 60) s"
    }

    var milliseconds: Int {
      Int(clamping: components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
  }
#endif
