extension LedgerConformance {
  /// An error for a ledger that breaks one of the rules that every ledger must keep.
  public struct Failure: Error, CustomStringConvertible {
    /// The rule, as a sentence without a full stop.
    public let rule: String

    /// The ledger's behavior.
    public let reason: String

    /// The error that it threw; nil if it broke the rule in another way.
    public let underlying: (any Error)?

    init(_ rule: String, _ reason: String, underlying: (any Error)? = nil) {
      (self.rule, self.reason, self.underlying) = (rule, reason, underlying)
    }

    /// The rule and the ledger's behavior.
    public var description: String { "the ledger breaks a rule: \(rule); \(reason)" }
  }
}
