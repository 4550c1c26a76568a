internal import Nomad
internal import NomadRepair

/// The kind of a file that a user gave to a tool: a ledger or another file.
///
/// A run assumes that the file at its ledger's path is a ledger, because no other file belongs there. A tool must not:
/// it could advise a person to discard an unrelated text. So for a tool a file is a ledger, possibly damaged, only if
/// one of these is true:
/// - The first line belongs to a ledger of this version or a newer one, or differs from it in at most two bytes.
/// - Any line matches its checksum.
/// - The ledger lock's file beside it counts acknowledged lines, or was written by a newer version.
///
/// The name of the file does not count, and neither does a lock's file that is empty or only names a holder. Other
/// tools create such files too, and so does opening the wrong file as a ledger.
package enum LedgerFileKind: Hashable, Sendable {
  /// A ledger, complete or damaged, or the lock's file of one that is gone.
  case ledger
  /// A ledger that a text tool saved in another encoding. Nothing can be read until it is converted back.
  case converted
  /// Not a ledger: nothing in the file or its lock shows that it is one.
  case other
}

extension LedgerFileKind {
  /// Determines the kind from the beginning of a file, its lines, the reader's error and the lock's file.
  init(
    heading: LedgerHeading,
    lines: [LedgerLine],
    problem: LedgerProblem?,
    lock: LedgerExamination.Lock,
    acknowledged: Int
  ) {
    if heading == .wide {
      self = .converted
      return
    }
    let isNewer = if case .newer = problem { true } else { false }
    let isLockNewer = if case .unusable(.newerLock) = lock { true } else { false }
    let isLedger = heading != .other || isNewer || acknowledged > 0 || isLockNewer || lines.contains(where: \.isChecked)
    self = isLedger ? .ledger : .other
  }
}
