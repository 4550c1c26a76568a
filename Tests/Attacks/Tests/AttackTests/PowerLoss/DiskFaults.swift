/// The faults of a simulated disk while a process uses it.
struct DiskFaults: Sendable {
  /// The index, from 0, of the changing or syncing operation before which the power is lost or the process killed.
  var end = Int.max
  /// The indices, from 0, of the syncs that fail with `EIO`.
  var failingSyncs: Set<Int> = []
  /// The indices, from 0, of the changing or syncing operations that find no room.
  var full = 0..<0
  /// A generator of short writes, which take only a part of the bytes; nil for none.
  var shortWrites: SplitMix64?
  /// The syncs that report success and do nothing.
  ///
  /// They prove that the attack would find a missing sync.
  var swallowed = Swallowed.none

  enum Swallowed: CaseIterable, Sendable {
    case none
    case all
    /// The syncs of an appended record.
    case appends
    /// The syncs of a new file, before it is renamed.
    case newFiles
    case folders
    /// The syncs of a whole file system.
    case fileSystems
  }

  static let none = DiskFaults()

  /// Returns random faults for a run with about the given number of operations.
  static func random(operations: Int, using random: inout SplitMix64) -> DiskFaults {
    var faults = DiskFaults()
    // Some runs reach their end before they are cut off, if at all.
    if !random.once(in: 6) { faults.end = Int.random(in: 0..<operations, using: &random) }
    if random.once(in: 4) { faults.failingSyncs = [Int.random(in: 0..<max(1, operations / 4), using: &random)] }
    if random.once(in: 3) { faults.shortWrites = SplitMix64(seed: random.next()) }
    return faults
  }
}
