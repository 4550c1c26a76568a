#if Nomadctl
  import Nomad
  import NomadExamination
  import NomadCheck
  import NomadGenCore

  /// The effects of repairing a damaged ledger: the records that a repair would keep and lose, and the tribes that the
  /// app would then run.
  struct LedgerRepairEffects {
    /// A tribe that would run again.
    struct Rerun {
      let tribe: String
      let reason: String
      /// Whether a newer version has finished, so that the policy for late tribes decides.
      let isLate: Bool
      /// Whether the damage is the reason, or may be; false if the tribe would have run again before the damage, too.
      let isOfDamage: Bool
    }

    /// A tribe that would be held.
    struct Hold {
      let tribe: String
      /// Whether the tribe may be held because its end is lost; false if it was held before the damage, too.
      let isOfDamage: Bool
    }

    /// The number of records that would be kept.
    let kept: Int
    /// The numbers of the lines that are lost.
    let missing: [ClosedRange<Int>]
    /// The tribes that are known to run again, with the reasons.
    let runAgain: [Rerun]
    /// The tribes that would be held by default, because the process repeatedly died in them.
    let held: [Hold]
    /// Whether a run would treat the ledger as a first start.
    let isFirstStart: Bool
    /// Whether records are lost: their numbers are missing, or a repair leaves their lines out.
    private let hasLosses: Bool
    /// Whether no record can be read, so that a repair can only begin with an empty ledger.
    var isNothingLeft: Bool { kept == 0 }

    init(of examination: LedgerExamination) {
      let history = examination.history
      kept = history.records.count
      missing = examination.missing
      isFirstStart = history.isFirstStart
      hasLosses = !missing.isEmpty || !examination.lost.isEmpty
      let stories = TribeStory.all(in: history, isOver: true)
      var losses = LedgerLosses(in: examination)
      var runAgain: [Rerun] = []
      var held: [Hold] = []
      let newest = history.versions.max()
      func add(_ name: String, _ key: LedgerKey, _ reason: String, isOfDamage: Bool) {
        let isLate = if let version = key.version, let newest { version < newest } else { false }
        let tribe = "\(name) (\(key.target))".printable
        runAgain.append(Rerun(tribe: tribe, reason: reason, isLate: isLate, isOfDamage: isOfDamage))
      }
      for tribe in stories where !tribe.isDone {
        let end = losses.ends.removeValue(forKey: tribe.key)
        let isOfDamage = end != nil || losses.canHoldEnd(of: tribe)
        if tribe.isHeld {
          held.append(Hold(tribe: "\(tribe.qualifiedName) (\(tribe.target))".printable, isOfDamage: isOfDamage))
        } else if tribe.key.isOfOneRun {
          add(tribe.qualifiedName, tribe.key, end?.reason ?? tribe.reason, isOfDamage: isOfDamage)
        }
      }
      // Ends on lost lines count only for tribes that no other record names.
      let known = Set(stories.map(\.key))
      for (key, end) in losses.ends.sorted(by: { $0.value.line < $1.value.line })
      where key.isOfOneRun && !known.contains(key) {
        add(end.tribe, key, end.reason, isOfDamage: true)
      }
      self.held = held
      self.runAgain = runAgain
    }
  }

  extension LedgerRepairEffects {
    /// The effects of a repair, as lines of text for people.
    var lines: [String] {
      if isNothingLeft {
        return ["no record can be read: a repair can only start with an empty ledger, and then every tribe runs again"]
      }
      let losses = missing.isEmpty ? "" : " and loses \(Self.text(missing))"
      return ["a repair keeps \(kept.counted("record"))\(losses); afterwards:"] + consequences
    }

    /// The app's behavior after a repair, one fact a line.
    ///
    /// The effects of the damage come first.
    var consequences: [String] {
      var lines = consequences(ofDamage: true)
      if !missing.isEmpty, !isNothingLeft {
        lines.append("runs again: each tribe whose end was in a lost line, if no other record names it")
      }
      if lines.isEmpty { lines.append("no tribe runs again because of the damage") }
      lines += consequences(ofDamage: false).map { "as before the damage: \($0)" }
      if !runAgain.isEmpty || !held.isEmpty {
        lines.append(
          "this applies only to tribes that the app still has at that target; the ledger does not record that"
        )
      }
      return lines
    }

    private func consequences(ofDamage isOfDamage: Bool) -> [String] {
      let isFirst = isFirstStart && hasLosses == isOfDamage
      return (isFirst ? ["a run treats the ledger as a first start"] : [])
        + runAgain.filter { $0.isOfDamage == isOfDamage }
        .map { "runs again\($0.isLate ? ", late" : ""): \($0.tribe): \($0.reason)" }
        + held.filter { $0.isOfDamage == isOfDamage }
        .map { "is held, because the process repeatedly died in it: \($0.tribe)" }
    }

    /// Returns the numbers of lines as text, such as `records 3, 7-9`.
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
              .object([
                ("tribe", .string($0.tribe)), ("reason", .string($0.reason)), ("late", .boolean($0.isLate)),
                ("becauseOfDamage", .boolean($0.isOfDamage)),
              ])
            }
          )
        ),
        ("held", .array(held.map { .string($0.tribe) })),
      ])
    }

    static func json(_ missing: [ClosedRange<Int>]) -> JSON {
      .array(missing.map { .object([("first", .number($0.lowerBound)), ("last", .number($0.upperBound))]) })
    }
  }

  extension TribeStory {
    /// The reason why the tribe runs again.
    fileprivate var reason: String {
      switch state {
      case .failed: "it failed the last time"
      case .forgotten: "it was forgotten"
      case .finished, .marked, .interrupted, .unfinished, .unknown: "no record shows that it finished"
      }
    }
  }
#endif
