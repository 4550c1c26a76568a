/// What a run notes at the end of a ledger when it is over, so that the next can see at a glance that nothing is left
/// to do.
///
/// It says nothing that the records before it do not say. A ledger without one is read record by record.
struct LedgerSeal: Hashable, Sendable {
  let date: Timestamp

  /// The keys of all tribes that finished.
  let finished: KeyDigest

  /// The version of the baseline; nil if there is none.
  let baseline: TribeVersion?

  /// The XXH64 of all bytes before the line of the seal.
  let bytes: UInt64
}

/// A set of keys in sixteen bytes: how many there are, and the sum of their checksums, whatever their order.
struct KeyDigest: Hashable, Sendable {
  private(set) var count = 0
  private(set) var sum: UInt64 = 0

  init() {}

  init(count: Int, sum: UInt64) {
    (self.count, self.sum) = (count, sum)
  }

  /// Adds a key that is not there yet.
  mutating func insert(_ key: String) {
    count += 1
    sum &+= XXH64.checksum(of: key)
  }
}
