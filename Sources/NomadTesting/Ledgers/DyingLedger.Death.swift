public import Nomad

extension DyingLedger {
  /// An error for the simulated death of the process.
  ///
  /// Every later use of the ledger throws it.
  public struct Death: Error, Hashable, CustomStringConvertible {
    /// The moment of the simulated death: before or after a record became durable.
    #if hasAttribute(nonexhaustive)
      @nonexhaustive
    #endif
    public enum Moment: Hashable, Sendable, CaseIterable {
      /// Just before the record became durable.
      case before
      /// Just after the record became durable, before any caller learned of it.
      case after
    }

    /// Whether the process died before or after the record became durable.
    public let moment: Moment

    /// The record at which the process died: the first one, if several were added at once.
    public let record: LedgerRecord

    /// The moment of death, such as `killed before it was recorded that Tribe_2_0_0 finished`.
    public var description: String {
      "killed \(moment == .before ? "before" : "after") it was recorded that \(record.event)"
    }
  }
}

extension LedgerRecord {
  /// The event of the record, as a clause.
  fileprivate var event: String {
    switch fact {
    case nil: break
    case .restoring: return "the data is being restored"
    case .fresh: return "the install is fresh"
    case .started, .baseline: return "the first start is over"
    case .readable: return "older apps may or may not read the result of \(name)"
    }
    return switch kind {
    case .began: "\(name) began"
    case .finished: "\(name) finished"
    case .failed: "\(name) failed"
    case .marked, .merged, .fact: "\(name) is done"
    case .forgotten: "\(name) is forgotten"
    case .checkpoint(let checkpoint, _): "\(name) saved the checkpoint \(checkpoint)"
    }
  }
}
