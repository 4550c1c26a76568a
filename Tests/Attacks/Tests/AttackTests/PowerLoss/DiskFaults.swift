/// What goes wrong with a simulated disk while a process uses it.
struct DiskFaults: Sendable {
  /// Before which operation that changes or syncs something, counted from 0, the power is lost or the process killed.
  var end = Int.max
  /// Which syncs fail with `EIO`, counted from 0.
  var failingSyncs: Set<Int> = []
  /// Writes take only a part of the bytes, as this generator says.
  var shortWrites: SplitMix64?
  /// Which syncs say that they worked and do nothing: what this finds proves that others would be found.
  var swallowed = Swallowed.none

  enum Swallowed: CaseIterable, Sendable {
    case none
    case all
    /// Those of a record that was appended.
    case appends
    /// Those of a new file, before it is renamed.
    case newFiles
    case folders
  }

  static let none = DiskFaults()

  /// What may go wrong in a run that makes about so many operations.
  static func random(operations: Int, using random: inout SplitMix64) -> DiskFaults {
    var faults = DiskFaults()
    // Some runs come to their end, and are cut off, or not, after that.
    if !random.once(in: 6) { faults.end = Int.random(in: 0..<operations, using: &random) }
    if random.once(in: 4) { faults.failingSyncs = [Int.random(in: 0..<max(1, operations / 4), using: &random)] }
    if random.once(in: 3) { faults.shortWrites = SplitMix64(seed: random.next()) }
    return faults
  }
}
