#if Nomadctl
  import Foundation
  import Nomad
  import NomadFormat
  import NomadRepair
  import NomadCheck
  import NomadGenCore

  extension LedgerAccount {
    /// Returns the account as a document for other programs.
    ///
    /// Members that are unknown or do not apply are omitted.
    func json(isRedacted: Bool) -> JSON {
      var ledger: [(String, JSON)] = [
        ("redacted", .boolean(isRedacted)), ("condition", .string(condition)), ("sealed", .boolean(seal != nil)),
        ("firstStart", .boolean(problem == nil && history.isFirstStart)), ("tornBytes", .number(history.tornBytes)),
        ("restoring", .boolean(restore != nil)), ("lock", .boolean(hasLock)), ("acknowledged", .number(acknowledged)),
      ]
      ledger.add("file", file)
      if let table { ledger.append(("table", .string(table))) }
      if let size { ledger.append(("bytes", .number(size))) }
      if let countedByCopy { ledger.append(("countedByCopy", .number(countedByCopy))) }
      ledger.add("fault", isLedger ? problem?.text : "this is not a ledger")
      if case .unusable(let error) = lock { ledger.add("lockFault", "\(error)") }
      ledger.add("sealedAt", seal?.date.text)
      ledger.add("newestVersion", newestVersion)
      ledger.add("baseline", history.baseline?.text)
      if case .present(let holder) = lock { ledger.add("holder", holder) }
      let damage = damage.map { damage in
        JSON.object((damage.line.map { [("line", .number($0))] } ?? []) + [("reason", .string(damage.reason))])
      }
      return .object([
        ("version", .number(1)), ("ledger", .object(ledger)), ("damage", .array(damage)),
        ("tribes", .array(TribeStory.all(in: history, isOver: seal != nil).map(\.json))),
        ("log", .array(isLedger ? lines.compactMap(\.json) : [])),
      ])
    }

    /// The ledger's condition for a run.
    private var condition: String {
      guard isLedger else { return "not-a-ledger" }
      return switch problem {
      case nil: "readable"
      case .newer: "newer"
      case .damaged, .lost, .gone, .moved: "damaged"
      }
    }

    private var hasLock: Bool { if case .missing = lock { false } else { true } }
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
      if let lastError {
        let (date, text) = (Timestamp(lastError.date).text, lastError.text)
        fields.append(("lastError", .object([("at", .string(date)), ("text", .string(text))])))
      }
      let checkpoints = attempts.checkpoints.sorted { $0.key < $1.key }
      let values = checkpoints.map { JSON.object([("name", .string($0.key)), ("value", .string($0.value))]) }
      return .object(fields + [("checkpoints", .array(values))])
    }
  }

  extension LedgerLine {
    /// The line as an entry of the log; nil if it says nothing.
    fileprivate var json: JSON? {
      let fields: [(String, JSON)]
      switch content {
      case .header, .blank: return nil
      case .payload(.compacted(let date), _): fields = [("event", .string("compacted")), ("at", .string(date.text))]
      case .payload(.sealed(let seal), _): fields = [("event", .string("sealed")), ("at", .string(seal.date.text))]
      case .payload(.record(let record), let sequence):
        fields =
          [
            ("event", .string(record.kind.word)), ("sequence", .number(sequence)),
            ("key", .string(record.key.description)), ("name", .string(record.name)),
            ("module", .string(record.module ?? "")), ("at", .string(Timestamp(record.date).text)),
            ("milliseconds", .number(record.duration.milliseconds)), ("attempt", .number(record.attempt)),
            ("appVersion", .string(record.appVersion ?? "")), ("build", .string(record.build ?? "")),
          ] + record.kind.fields
      case .unknown: fields = [("event", .string("unknown"))]
      case .unreadable: fields = [("event", .string("unreadable")), ("bytes", .number(bytes.count))]
      case .torn: fields = [("event", .string("torn")), ("bytes", .number(bytes.count))]
      }
      return .object([("line", .number(number))] + fields)
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
