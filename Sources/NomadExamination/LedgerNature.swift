internal import Nomad

/// Whether a file is a ledger at all, for tools to which people give any file.
///
/// A run takes what is in its ledger's place for the ledger, as nothing else belongs there. A tool must not: what it
/// advises to begin anew may be somebody's text. So for a tool a file is a ledger, be it damaged, only if one of these
/// says so:
/// - its first line is that of a ledger, of this version or of a newer one, or differs from it in at most two bytes;
/// - a line in it, wherever it stands, matches its checksum;
/// - the lock beside it says that lines were acknowledged, or was written by a newer version.
///
/// The name of the file says nothing, nor does a lock's file that is empty or names a holder only: other tools make
/// such files, too, and so did whoever opened the wrong file for a ledger.
package enum LedgerNature: Hashable, Sendable {
  /// A ledger, whole or damaged, or the lock of one that is gone.
  case ledger
  /// A ledger that a text tool saved in another encoding, so that nothing can be read until that is undone.
  case converted
  /// No ledger, as far as anybody can tell.
  case other
}

extension LedgerNature {
  /// What the beginning of a file, its lines, the reader and the lock's file say of it.
  init(
    heading: LedgerHeading,
    lines: [LedgerLine],
    fault: LedgerFault?,
    lock: LedgerExamination.Lock,
    acknowledged: Int
  ) {
    if heading == .wide {
      self = .converted
      return
    }
    let isNewer = if case .newer = fault { true } else { false }
    let isLockNewer = if case .unusable(.newerLock) = lock { true } else { false }
    let isLedger = heading != .other || isNewer || acknowledged > 0 || isLockNewer || lines.contains(where: \.isChecked)
    self = isLedger ? .ledger : .other
  }
}
