public import Foundation

/// The result of a repair of a damaged ledger: see ``FileLedger/repair(orBeginAnew:)``.
public struct LedgerRepair: Equatable, Sendable {
  /// The number of readable records, all of which were kept.
  public let kept: Int

  /// The numbers of the lost lines, if the remaining lines or the ledger lock's file reveal them.
  ///
  /// Not every line records that a tribe finished. A tribe whose record is lost counts as one that never ran. If a
  /// newer version is recorded, the tribe is late, and ``MigrationPolicy/late`` decides what happens to it.
  public let missing: [ClosedRange<Int>]

  /// The damaged file, kept beside the ledger; nil if there was none.
  public let damagedFile: URL?
}
