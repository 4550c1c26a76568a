extension MigrationPlan: CustomStringConvertible {
  /// The plan as text for people: a line that says where the ledger is, one for each tribe, in order, then one for each
  /// missing dependency and each unknown key on hold, and one if the data is of a newer app.
  ///
  /// If the tribes are of several modules, the lines name the modules.
  public var description: String {
    let steps = steps
    let start = ledger.map { ["ledger: \($0)"] } ?? []
    var others = unknownHolds.map { "! on hold: \($0), which no tribe has" }
    if !newerTribes.isEmpty { others.append("! the data is of a newer app: \(newerTribes.joined(separator: ", "))") }
    guard !steps.isEmpty else { return (start + ["no tribes"] + others).joined(separator: "\n") }
    let hasModules = Set(steps.map(\.entry.module)).count > 1
    let names = steps.map { hasModules ? $0.entry.qualifiedName : $0.entry.name }
    let width = names.map(\.count).max() ?? 0
    let targetWidth = steps.map(\.entry.target.description.count).max() ?? 0
    let lines = zip(steps, names).map { step, name in
      let mark = step.decision.isRun ? "→" : step.decision.isMark ? "✓" : " "
      let name = Self.padded(name, to: width)
      let target = Self.padded(step.entry.target.description, to: targetWidth)
      return "\(mark) \(name)  \(target)  \(step.decision)"
    }
    let missing = missingDependencies.map { "! \($0), which was not given" }
    return (start + lines + missing + others).joined(separator: "\n")
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

extension MigrationPlan.Decision: CustomStringConvertible {
  /// The decision as a clause, such as `runs` or `waits for its version; the app is at 2.0.0`.
  public var description: String {
    switch self {
    case .run(.notFinished): "runs"
    case .run(.attempted(let reason)): "runs, unless it has to wait again; last time: \(reason)"
    case .run(.late): "runs, late"
    case .run(.untilFirstVersion): "runs until the first version is recorded"
    case .run(.changed): "runs, because its source has changed"
    case .run(.always): "runs every time"
    case .mark(let baseline): "is marked as done; \(baseline.reason)"
    case .merged: "is marked as done; the tribes that it merges already ran"
    case .skip(.done): "already ran"
    case .skip(.aboveCurrentVersion(let current)): "waits for its version; the app is at \(current.text)"
    case .skip(.lateSkipped): "late, skipped"
    case .skip(.lateRefused): "late, refused"
    case .skip(.heldByLateTribe): "held back by a late tribe"
    case .skip(.quarantined(1)): "quarantined; the process died during it"
    case .skip(.quarantined(let deaths)): "quarantined; the process died during it \(deaths) times in a row"
    case .skip(.heldByQuarantinedTribe): "held back by a quarantined tribe"
    case .skip(.onHold): "on hold"
    case .skip(.heldByEarlierTribe): "held back by an earlier tribe"
    case .skip(.deferred): "deferred"
    case .skip(.requires(let name)): "waits for \(name)"
    case .skip(.heldByOldData): "held back; the data is older than this release supports"
    case .skip(.heldByNewerLedger): "held back; the data is of a newer app"
    case .skip(.afterEnd): "comes after the last tribe of this run"
    case .skip(.postponed(let reason)): "waits; \(reason)"
    case .skip(.supersededByVersion(let newest)): "no longer due; the data is at \(newest.text)"
    }
  }
}
