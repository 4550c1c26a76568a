public import Nomad

extension DyingLedger {
  /// The death of the process, which is what the ledger throws from then on.
  public struct Death: Error, Hashable, CustomStringConvertible {
    /// On which side of a record the process died.
    public enum Moment: Hashable, Sendable, CaseIterable {
      /// Just before the record was durable.
      case before
      /// Just after that, before anybody was told.
      case after
    }

    /// On which side of the record the process died.
    public let moment: Moment

    /// The record at which it did: the first one, if several were added all at once.
    public let record: LedgerRecord

    /// Where the process died, such as `killed before it was recorded that Tribe_2_0_0 finished`.
    public var description: String {
      "killed \(moment == .before ? "before" : "after") it was recorded that \(record.event)"
    }
  }
}

extension LedgerRecord {
  /// What happened, as a clause.
  fileprivate var event: String {
    if isStart { return "the first start is over" }
    return switch kind {
    case .began: "\(name) began"
    case .finished: "\(name) finished"
    case .failed: "\(name) failed"
    case .marked: "\(name) is done"
    case .forgotten: "\(name) is forgotten"
    case .checkpoint(let checkpoint, _): "\(name) saved the checkpoint \(checkpoint)"
    }
  }
}
