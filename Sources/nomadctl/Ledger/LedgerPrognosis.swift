#if Nomadctl
  import Nomad
  import NomadGenCore

  /// What a repair of a ledger would keep and lose, and what the app would do afterwards.
  struct LedgerPrognosis {
    /// A tribe that would run again.
    struct Rerun {
      let tribe: String
      let reason: String
      /// Whether a newer version has finished, so that the policy decides.
      let isLate: Bool
    }

    /// How many records would be kept.
    let kept: Int
    /// The numbers of the lines that are lost.
    let missing: [ClosedRange<Int>]
    /// The tribes that would run again, as far as that can be said, and why.
    let runAgain: [Rerun]
    /// The tribes that would be held by default, because the process died in them again and again.
    let held: [String]
    /// Whether the ledger would be taken for that of a first start.
    let isFirstStart: Bool
    /// Whether no record can be read, so that all that is left is to begin anew.
    var isNothingLeft: Bool { kept == 0 }

    init(of examination: LedgerExamination) {
      let history = examination.history
      kept = history.records.count
      missing = examination.missing
      isFirstStart = history.isFirstStart
      let stories = TribeStory.all(in: history, isOver: true)
      held = stories.filter(\.isHeld).map { "\($0.qualifiedName) (\($0.target))".printable }
      var runAgain: [Rerun] = []
      let newest = history.versions.max()
      func add(_ name: String, _ key: LedgerKey, _ reason: String) {
        let isLate = if let version = key.version, let newest { version < newest } else { false }
        runAgain.append(Rerun(tribe: "\(name) (\(key.target))".printable, reason: reason, isLate: isLate))
      }
      for tribe in stories where !tribe.isDone && !tribe.isHeld && (tribe.key.isVersion || tribe.key.isOnce) {
        add(tribe.qualifiedName, tribe.key, tribe.reason)
      }
      // What the damaged lines seem to say, where nothing else does.
      let known = Set(stories.map(\.key))
      for line in examination.lines {
        guard case .unreadable(let claim?) = line.content, claim.kind.isEnd else { continue }
        let key = LedgerKey(claim.key)
        guard key.isVersion || key.isOnce, !known.contains(key) else { continue }
        add(TribeStory.name(of: claim), key, "line \(line.number), which seems to say that it finished, is lost")
      }
      self.runAgain = runAgain
    }
  }

  extension LedgerPrognosis {
    /// What a repair would do, for a person, a line each.
    var lines: [String] {
      if isNothingLeft {
        return ["not one record can be read: a repair can only begin anew, and then every tribe runs again"]
      }
      let losses = missing.isEmpty ? "" : " and loses \(Self.text(missing))"
      return ["a repair keeps \(kept.counted("record"))\(losses); afterwards:"] + consequences
    }

    /// What the app would do afterwards, a line each.
    var consequences: [String] {
      var lines: [String] = []
      if isFirstStart { lines.append("the ledger is taken for that of a first start") }
      lines += runAgain.map { "runs again\($0.isLate ? ", late" : ""): \($0.tribe): \($0.reason)" }
      if !missing.isEmpty, !isNothingLeft {
        lines.append("runs again: each tribe whose end was in a line that is lost, and that nothing else names")
      }
      lines += held.map { "is held, after so many deaths in a row: \($0)" }
      return lines.isEmpty ? ["no tribe runs again because of it"] : lines
    }

    /// Numbers of lines, such as `records 3, 7-9`.
    static func text(_ missing: [ClosedRange<Int>]) -> String {
      let numbers = missing.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      return "\(missing.count == 1 && missing[0].count == 1 ? "record" : "records") \(numbers.joined(separator: ", "))"
    }

    var json: JSON {
      .object([
        ("kept", .number(kept)), ("missing", Self.json(missing)), ("firstStart", .boolean(isFirstStart)),
        (
          "runAgain",
          .array(
            runAgain.map {
              .object([("tribe", .string($0.tribe)), ("reason", .string($0.reason)), ("late", .boolean($0.isLate))])
            }
          )
        ),
        ("held", .array(held.map(JSON.string))),
      ])
    }

    static func json(_ missing: [ClosedRange<Int>]) -> JSON {
      .array(missing.map { .object([("first", .number($0.lowerBound)), ("last", .number($0.upperBound))]) })
    }
  }

  extension TribeStory {
    /// Why it runs again.
    fileprivate var reason: String {
      switch state {
      case .failed: "it failed the last time"
      case .forgotten: "it was forgotten"
      case .finished, .marked, .interrupted, .unfinished, .unknown: "that it came to its end is not recorded"
      }
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
