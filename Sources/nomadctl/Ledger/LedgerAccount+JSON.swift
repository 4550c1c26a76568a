internal import NomadFormat

#if Nomadctl
  import Foundation
  import Nomad
  import NomadCheck
  import NomadGenCore

  extension LedgerAccount {
    /// Returns the account as a document for other programs.
    ///
    /// Members that are unknown or do not apply are omitted.
    func json(isRedacted: Bool) -> JSON {
      var ledger: [(String, JSON)] = [
        ("redacted", .boolean(isRedacted)), ("condition", .string(condition)),
        ("sealed", .boolean(seal != nil)), ("firstStart", .boolean(problem == nil && history.isFirstStart)),
        ("tornBytes", .number(history.tornBytes)), ("lock", .boolean(hasLock)), ("acknowledged", .number(acknowledged)),
      ]
      ledger.add("file", file)
      if isTable { ledger.append(("table", .string("nomad_ledger"))) }
      if let size { ledger.append(("bytes", .number(size))) }
      if let countedByCopy { ledger.append(("countedByCopy", .number(countedByCopy))) }
      ledger.add("fault", refusal ?? problem?.text)
      ledger.add("lockFault", lockProblem)
      ledger.add("sealedAt", seal?.date.text)
      ledger.add("newestVersion", newestVersion)
      ledger.add("baseline", history.baseline?.text)
      ledger.add("holder", holder)
      return .object([
        ("version", .number(1)), ("ledger", .object(ledger)), ("tribes", .array(tribes.map(\.json))),
        ("log", .array(entries.map { line, entry in .object([("line", .number(line))] + entry.fields) })),
      ])
    }
  }

  extension TribeStory {
    fileprivate var json: JSON {
      var fields: [(String, JSON)] = [
        ("key", .string(key.description)), ("name", .string(name)), ("module", .string(module ?? "")),
        ("state", .string(state.rawValue)), ("at", .string(Timestamp(last.date).text)),
        ("milliseconds", .number(last.duration.milliseconds)), ("attempt", .number(last.attempt)),
        ("finishes", .number(finishes)), ("deaths", .number(deaths.count)),
        ("deathsInARow", .number(attempts.deaths)), ("held", .boolean(isHeld)),
        ("appVersions", .array(appVersions.map(JSON.string))),
      ]
      if let failure = failures.last, case .failed(let error) = failure.kind {
        fields.append(
          ("lastError", .object([("at", .string(Timestamp(failure.date).text)), ("text", .string(error))]))
        )
      }
      let checkpoints = attempts.checkpoints.sorted { $0.key < $1.key }
      fields.append(
        (
          "checkpoints",
          .array(checkpoints.map { .object([("name", .string($0.key)), ("value", .string($0.value))]) })
        )
      )
      return .object(fields)
    }
  }

  extension LedgerAccount.Entry {
    fileprivate var fields: [(String, JSON)] {
      switch self {
      case .compacted(let date): [("event", .string("compacted")), ("at", .string(Timestamp(date).text))]
      case .sealed(let date): [("event", .string("sealed")), ("at", .string(Timestamp(date).text))]
      case .gap(let bytes): [("event", .string("unreadable")), ("bytes", .number(bytes))]
      case .unknown: [("event", .string("unknown"))]
      case .torn(let bytes): [("event", .string("torn")), ("bytes", .number(bytes))]
      case .record(let record, let sequence):
        [
          ("event", .string(record.kind.word)), ("sequence", .number(sequence)),
          ("key", .string(record.key.description)),
          ("name", .string(record.name)), ("module", .string(record.module ?? "")),
          ("at", .string(Timestamp(record.date).text)), ("milliseconds", .number(record.duration.milliseconds)),
          ("attempt", .number(record.attempt)), ("appVersion", .string(record.appVersion ?? "")),
          ("build", .string(record.build ?? "")),
        ] + record.kind.fields
      }
    }
  }

  extension LedgerRecord.Kind {
    fileprivate var fields: [(String, JSON)] {
      switch self {
      case .began, .finished, .forgotten: []
      case .failed(let error): [("error", .string(error))]
      case .marked(let reason): [("reason", .string(reason))]
      case .checkpoint(let name, let value): [("checkpoint", .string(name)), ("value", .string(value))]
      }
    }
  }

  extension [(String, JSON)] {
    /// Adds a text, unless it is nil.
    fileprivate mutating func add(_ name: String, _ text: String?) {
      if let text { append((name, .string(text))) }
    }
  }
#endif
