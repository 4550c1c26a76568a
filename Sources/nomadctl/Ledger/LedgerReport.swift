#if Nomadctl
  import Foundation
  import Nomad
  import NomadFormat
  import NomadCheck
  import NomadGenCore

  /// A report on a ledger as text for people.
  struct LedgerReport {
    let account: LedgerAccount
    let clock: Clock

    /// The summary and each tribe.
    var overview: String { account.isBare ? summary : summary + "\n" + tribes }

    /// The summary and all events, in order.
    var log: String { account.entries.isEmpty ? summary : summary + "\n" + chronicle }

    // MARK: The whole

    private var summary: String {
      var lines = [name + ": "]
      if let refusal = account.refusal {
        lines[0] += refusal
      } else {
        lines[0] += amount
        if let problem = account.problem { lines += unusable(problem) }
        if !account.isBare { lines += whole }
        if !account.isTable { lines.append("  lock file: " + lock) }
      }
      return lines.map { $0 + "\n" }.joined()
    }

    private var name: String { account.file?.printable ?? "The ledger" }

    private var amount: String {
      guard let size = account.size else { return "no such file" }
      let count = account.history.records.count
      let place = account.isTable ? "in a database of" : "in"
      return "\(count.counted("record")) of \(account.tribes.count.counted("tribe")) \(place) \(size.counted("byte"))"
    }

    private func unusable(_ problem: LedgerProblem) -> [String] {
      let rest = account.isBare ? "No record can be read" : "The readable records follow"
      return [
        "  NOT USABLE: \(problem.text).",
        "  No tribe runs with it. \(rest). For details, run 'nomadctl ledger doctor'.",
      ]
    }

    private var whole: [String] {
      var lines = account.isTable ? [] : ["  " + ending]
      let none = account.problem == nil ? "none finished" : "none readable"
      lines.append("  newest version: " + (account.newestVersion ?? none))
      if let baseline = account.history.baseline { lines.append("  baseline: \(baseline.text)") }
      return lines + ["  first start: " + firstStart]
    }

    private var lock: String {
      guard account.hasLock else { return "missing, so nomadctl cannot tell whether records are missing at the end" }
      if let problem = account.lockProblem { return "no run can take it: \(problem)" }
      let copied = account.countedByCopy.map { "it or the ledger is a copy; it counts \($0.counted("line"))" }
      let note = copied ?? (account.acknowledged > 0 ? account.acknowledged.acknowledgedLines : "it counts no lines")
      return note + (account.holder.map { ", last held by \($0.printable)" } ?? "")
    }

    private var ending: String {
      if let seal = account.seal { return "sealed at \(clock.text(seal.date.date)): the last run ended" }
      if account.problem != nil {
        // No run continues a damaged ledger, and the last run's lines may be among the lost ones.
        guard let date = account.lastSeal else { return "its last line is not a seal, or its seal is lost" }
        return "its last line is a seal of \(clock.text(date)): the last run ended"
      }
      let torn = account.history.tornBytes
      let remnant = torn > 0 ? "; it ends with an unfinished line of \(torn.counted("byte")), which has no effect" : ""
      return "not sealed: a run is writing it, or the last run was interrupted" + remnant
    }

    private var firstStart: String {
      if account.problem != nil { return "no, because the ledger is not usable" }
      return account.history.isFirstStart ? "yes, a run would treat this as a first start" : "no"
    }

    // MARK: Tribes

    private var tribes: String {
      guard !account.tribes.isEmpty else { return "No tribe is recorded.\n" }
      let rows = Table.print(
        account.tribes.map { [$0.mark, $0.target.printable, $0.qualifiedName.printable, outcome(of: $0)] }
      )
      return zip(rows.split(separator: "\n"), account.tribes).map { row, tribe in
        ([String(row)] + details(of: tribe).map { "      " + $0 }).map { $0 + "\n" }.joined()
      }.joined()
    }

    private func outcome(of tribe: TribeStory) -> String {
      let when = clock.text(tribe.last.date)
      return switch tribe.last.kind {
      case .finished: "finished \(when), took \(tribe.last.duration.text)" + attempt(tribe.last)
      case .marked(let reason): "marked \(when), not run: \(reason.printable)"
      case .failed: "failed \(when), after \(tribe.last.duration.text)" + attempt(tribe.last)
      case .forgotten: "forgotten \(when), so it runs again"
      case .began where tribe.state == .interrupted: "interrupted, began \(when)" + attempt(tribe.last)
      case .began where account.problem != nil: "began \(when)\(attempt(tribe.last)), but no end is recorded"
      case .began: "runs now or was interrupted, began \(when)" + attempt(tribe.last)
      case .checkpoint: "only checkpoints are recorded"
      }
    }

    private func attempt(_ record: LedgerRecord) -> String {
      ", attempt \(record.attempt)" + (record.appVersion.map { ", app \($0.printable)" } ?? "")
    }

    private func details(of tribe: TribeStory) -> [String] {
      var details: [String] = []
      if tribe.finishes > 1 { details.append("finished \(tribe.finishes) times according to the records") }
      if tribe.appVersions.count > 1 {
        details.append("app versions: " + tribe.appVersions.map(\.printable).joined(separator: ", "))
      }
      // An attempt that may still be running does not count as a death.
      let deaths = tribe.state == .unfinished ? tribe.deaths.dropLast() : tribe.deaths[...]
      if let last = deaths.last {
        let what = account.problem == nil ? "the process died during" : "no end is recorded for"
        details.append(
          "\(what) \(deaths.count.counted("attempt")), the last one begun \(clock.text(last.date))"
        )
      }
      if tribe.isHeld {
        let app = tribe.attempts.appVersion.map { "app \($0.printable)" } ?? "the app"
        details.append(
          "HELD: by default, this build of \(app) does not start it again, because "
            + "\(tribe.attempts.deathsOfVersion) attempts in a row did not end"
        )
      }
      if let failure = tribe.failures.last, case .failed(let error) = failure.kind {
        details.append("last error, \(clock.text(failure.date)): \(error.printable)")
      }
      for (name, value) in tribe.attempts.checkpoints.sorted(by: { $0.key < $1.key }) {
        details.append("checkpoint \(name.printable): \(value.printable)")
      }
      return details
    }

    // MARK: The order of events

    private var chronicle: String {
      var open: Set<LedgerKey> = []
      return account.entries.map { line, entry in
        var death = ""
        if case .record(let record, _) = entry {
          let key = record.key
          switch record.kind {
          case .began: if !open.insert(key).inserted { death = "; no end is recorded for the attempt before it" }
          case .finished, .failed, .marked, .forgotten: open.remove(key)
          case .checkpoint: break
          }
        }
        return "\(line): \(text(entry))\(death)\n"
      }.joined()
    }

    private func text(_ entry: LedgerAccount.Entry) -> String {
      switch entry {
      case .record(let record, _):
        let key = record.key
        let tribe = key.isStart ? "" : "\(key.target.printable) \(TribeStory.name(of: record).printable) "
        return "\(clock.text(record.date))  \(tribe)\(event(record))"
      case .compacted(let date):
        return "\(clock.text(date))  records that no longer mattered were removed before this line"
      case .sealed(let date): return "\(clock.text(date))  the run ended"
      case .gap(bytes: 0): return "-- a record that cannot be read --"
      case .gap(let bytes): return "-- \(bytes.counted("byte")) that cannot be read --"
      case .unknown: return "-- a record that only a newer version of Nomad can read --"
      case .torn(let bytes): return "-- an unfinished line of \(bytes.counted("byte")), which has no effect --"
      }
    }

    private func event(_ record: LedgerRecord) -> String {
      switch record.kind {
      case .began: "began\(attempt(record))"
      case .finished: "finished after \(record.duration.text)\(attempt(record))"
      case .failed(let error): "failed after \(record.duration.text)\(attempt(record)): \(error.printable)"
      case .marked(let reason):
        switch record.key {
        case let key where key.isStart: reason.printable
        case let key where key.isReadable: "readable by apps since \(reason.printable)"
        default: "marked: \(reason.printable)"
        }
      case .forgotten: "forgotten"
      case .checkpoint(let name, let value): "checkpoint \(name.printable): \(value.printable)"
      }
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
      case .forgotten, .unknown: "–"
      }
    }

    /// Returns the name in a record, with its module.
    static func name(of record: LedgerRecord) -> String {
      record.module.map { "\($0).\(record.name)" } ?? record.name
    }
  }

  extension Int {
    /// Returns the number with a noun, such as `1 record` or `2 records`.
    func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
  }
#endif
