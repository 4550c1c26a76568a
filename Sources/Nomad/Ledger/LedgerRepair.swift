public import Foundation

/// What ``FileLedger/repair(orBeginAnew:)`` did.
public struct LedgerRepair: Hashable, Sendable {
  /// How many records could be read, and were kept.
  public let kept: Int

  /// The numbers of the lines of the damaged file that are lost, as far as the others show that.
  ///
  /// Not every line says that a tribe finished. A tribe whose record is lost counts as one that never ran: where a
  /// newer version is recorded it is late, and ``MigrationPolicy/late`` says what happens to it.
  public let missing: [ClosedRange<Int>]

  /// The damaged file, which was kept beside the ledger; nil if there was none.
  public let damagedFile: URL?
}
