/// What tribes did, and what they were told, across all that stops them; and what of it must not be so.
struct Chronicle: Sendable {
  private enum State: Sendable {
    case waiting
    /// Its body runs, or was cut off.
    case running
    /// Its body came to its end, and nobody was told.
    case ended
    case failed
  }

  private struct Entry: Sendable {
    let tribe: SampleTribe
    var state = State.waiting
    var hasRun = false
    var isAcknowledged = false
    /// Whether an attempt was interrupted since it was acknowledged last.
    var wasInterrupted = false
    /// What it saved last, when that was acknowledged.
    var checkpoint = 0
    /// Whether a run completed that took it as one that ran.
    var isTaken = false
  }

  private var entries: [Entry]
  private var isAnythingRecorded: Bool
  private var hasSyncFailed = false
  /// In what condition the ledger may be: damaged or lost until it was repaired, or begun anew.
  var condition = SampleLedger.Condition.whole
  /// The bytes of a damaged ledger, of which a copy has to be there, whatever happens during a repair.
  var damaged: [UInt8]?
  private(set) var violations: [Violation] = []
  /// How often a tribe ran again although a completed run had found its record, which no one had acknowledged.
  private(set) var lateReruns = 0

  /// - Parameters:
  ///   - tribes: The tribes, in order.
  ///   - done: The names of those that a ledger says have finished, if there is one.
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

  /// The body of a tribe began, and was told this.
  mutating func began(_ index: Int, wasInterrupted: Bool, checkpoint: Int) {
    let entry = entries[index]
    let name = entry.tribe.name
    let repeats = entry.tribe.target == .always
    if entry.isAcknowledged, !repeats { report(.ranAgain, name) }
    if entry.isTaken, !entry.isAcknowledged { lateReruns += 1 }
    for before in entries[..<index] where !before.hasRun { report(.outOfOrder, "\(name) before \(before.tribe.name)") }
    if entry.state == .running { entries[index].wasInterrupted = true }
    if entries[index].wasInterrupted, !wasInterrupted { report(.notTold, name) }
    // Where its end may be recorded, one that repeats may begin anew.
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
    // Its end may be recorded.
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

  /// From now on, tribes may be forgotten: a process began to forget those of a name, or all.
  mutating func forgets(_ name: String? = nil) {
    for index in entries.indices where name == nil || entries[index].tribe.name == name {
      let old = entries[index]
      entries[index] = Entry(tribe: old.tribe, hasRun: old.hasRun)
    }
  }

  /// Tribes are forgotten: they have to run again.
  mutating func forgot(_ name: String? = nil) {
    forgets(name)
    for index in entries.indices where name == nil || entries[index].tribe.name == name {
      entries[index].hasRun = false
    }
  }

  /// A process began to put a new ledger in the place of a lost one.
  mutating func beginsAnew() {
    guard condition == .lost else { return }
    forgets()
    isAnythingRecorded = false
  }

  /// There is a new ledger, and nothing is kept of the old one.
  mutating func beganAnew() {
    if condition != .lost { report(.lostByRepair, "") }
    forgot()
    condition = .whole
  }

  /// A process starts with this on its disk.
  mutating func started(on volume: Volume) {
    if let damaged, !volume.nodes.values.contains(.file(damaged)) { report(.damagedLost, "") }
  }

  /// All that could be read of the ledger is kept, and it is whole.
  mutating func repaired() {
    condition = .whole
  }

  /// A run completed, so that all others are taken to have run.
  mutating func completed() {
    for index in entries.indices where entries[index].tribe.target != .always { entries[index].isTaken = true }
  }

  /// The last run is over.
  mutating func close() {
    // One that failed is why.
    guard violations.isEmpty else { return }
    for entry in entries where !entry.hasRun { report(.neverRan, entry.tribe.name) }
  }
}
