/// The actions of tribes and the answers they got, across all interruptions, and the violations found in them.
struct Chronicle: Sendable {
  private enum State: Sendable {
    case waiting
    /// The tribe's body runs, or was cut off.
    case running
    /// The tribe's body ended, and no caller knows it.
    case ended
    case failed
  }

  private struct Entry: Sendable {
    let tribe: SampleTribe
    var state = State.waiting
    var hasRun = false
    var isAcknowledged = false
    /// Whether an attempt was interrupted since the last acknowledgment.
    var wasInterrupted = false
    /// The last checkpoint that was acknowledged.
    var checkpoint = 0
    /// Whether a completed run treated the tribe as done.
    var isTaken = false
  }

  private var entries: [Entry]
  private var isAnythingRecorded: Bool
  private var hasSyncFailed = false
  /// The allowed condition of the ledger: damaged or lost until it was repaired or replaced by a new one.
  var condition = SampleLedger.Condition.whole
  /// The bytes of a damaged ledger.
  ///
  /// A copy of them must survive any interruption of a repair.
  var damaged: [UInt8]?
  private(set) var violations: [Violation] = []
  /// The number of times that a tribe ran again although a completed run had found its record, which was
  /// unacknowledged.
  private(set) var lateReruns = 0

  /// - Parameters:
  ///   - tribes: The tribes, in order.
  ///   - done: The names of the tribes that a ledger records as finished, if there is one.
  init(_ tribes: [SampleTribe], done: Set<String> = []) {
    entries = tribes.map { tribe in
      let isDone = done.contains(tribe.name)
      return Entry(tribe: tribe, hasRun: isDone, isAcknowledged: isDone)
    }
    isAnythingRecorded = !done.isEmpty
  }

  mutating func report(_ rule: Violation.Rule, _ detail: String) {
    violations.append(Violation(rule: rule, detail: detail, followsFailedSync: hasSyncFailed))
  }

  mutating func syncFailed() {
    hasSyncFailed = true
  }

  mutating func planned(isFresh: Bool) {
    if isFresh, isAnythingRecorded { report(.takenForFresh, "though tribes had begun") }
  }

  /// Records that the body of a tribe began, with its information about earlier attempts.
  mutating func began(_ index: Int, wasInterrupted: Bool, checkpoint: Int) {
    let entry = entries[index]
    let name = entry.tribe.name
    let repeats = entry.tribe.target == .always
    if entry.isAcknowledged, !repeats { report(.ranAgain, name) }
    if entry.isTaken, !entry.isAcknowledged { lateReruns += 1 }
    for before in entries[..<index] where !before.hasRun { report(.outOfOrder, "\(name) before \(before.tribe.name)") }
    if entry.state == .running { entries[index].wasInterrupted = true }
    if entries[index].wasInterrupted, !wasInterrupted { report(.notTold, name) }
    // If its end may be recorded, a repeating tribe may start without checkpoints.
    if checkpoint < entry.checkpoint, !(repeats && entry.state == .ended) {
      report(.checkpointLost, "\(name) had saved \(entry.checkpoint), and got \(checkpoint)")
    }
    if repeats { entries[index].checkpoint = checkpoint }
    entries[index].state = .running
    isAnythingRecorded = true
  }

  mutating func saved(_ checkpoint: Int, of index: Int) {
    entries[index].checkpoint = checkpoint
  }

  mutating func ended(_ index: Int) {
    entries[index].state = .ended
    // The end of the tribe may be recorded.
    entries[index].wasInterrupted = false
    entries[index].hasRun = true
  }

  mutating func failed(_ index: Int) {
    entries[index].state = .failed
  }

  mutating func acknowledged(_ name: String) {
    condition = .whole
    for index in entries.indices where entries[index].tribe.name == name {
      entries[index].state = .waiting
      entries[index].isAcknowledged = true
      entries[index].checkpoint = 0
    }
  }

  /// Records that a process began to forget the tribes with a name, or all tribes.
  ///
  /// From now on, they may be forgotten.
  mutating func forgets(_ name: String? = nil) {
    for index in entries.indices where name == nil || entries[index].tribe.name == name {
      let old = entries[index]
      entries[index] = Entry(tribe: old.tribe, hasRun: old.hasRun)
    }
  }

  /// Records that tribes are forgotten and have to run again.
  mutating func forgot(_ name: String? = nil) {
    forgets(name)
    for index in entries.indices where name == nil || entries[index].tribe.name == name {
      entries[index].hasRun = false
    }
  }

  /// Records that a process began to replace a lost ledger with a new one.
  mutating func beginsAnew() {
    guard condition == .lost else { return }
    forgets()
    isAnythingRecorded = false
  }

  /// Records that a new ledger exists, and that nothing of the old one is kept.
  mutating func beganAnew() {
    if condition != .lost { report(.lostByRepair, "") }
    forgot()
    condition = .whole
  }

  /// Checks the volume that a process finds at its start.
  mutating func started(on volume: Volume) {
    if let damaged, !volume.nodes.values.contains(.file(damaged)) { report(.damagedLost, "") }
  }

  /// Records that the ledger is whole, and that all readable records are kept.
  mutating func repaired() {
    condition = .whole
  }

  /// Records that a run completed, so that all tribes but `.always` ones count as done.
  mutating func completed() {
    for index in entries.indices where entries[index].tribe.target != .always { entries[index].isTaken = true }
  }

  /// Checks, after the last run, that every tribe ran.
  mutating func close() {
    // A violation can be the reason why a tribe never ran.
    guard violations.isEmpty else { return }
    for entry in entries where !entry.hasRun { report(.neverRan, entry.tribe.name) }
  }
}
