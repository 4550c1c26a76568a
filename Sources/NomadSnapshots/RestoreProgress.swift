/// What a restore that failed has changed.
enum RestoreProgress {
  /// Nothing.
  case none
  /// An interrupted restore was finished, and the new one changed nothing.
  case finishedEarlier
  /// A part, and the rest must follow.
  case unfinished
  /// Everything, but a loss of power may undo the end of the restore.
  case restored

  /// What is true now, and what to do.
  var advice: String {
    switch self {
    case .none: "The data and the ledger are as they were."
    case .finishedEarlier:
      "An earlier restore that was interrupted is finished. This restore has changed nothing."
    case .unfinished: "The data is not usable until the next restore() or migrate() finishes the restore."
    case .restored:
      "The data and the ledger are those of the snapshot. Call migrate() or restore() again before you use the data: "
        + "after a loss of power, the restore may have to be finished."
    }
  }
}
