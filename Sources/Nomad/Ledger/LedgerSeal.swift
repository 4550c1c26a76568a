package import NomadFormat

/// The note that a run writes at the end of a ledger, so that the next run sees at once that nothing is left to do.
///
/// It contains nothing that the records before it do not contain. Without a seal, a ledger is read record by record. A
/// ledger that wraps another one forwards the seal.
public struct LedgerSeal: Equatable, Sendable {
  package let date: Timestamp

  /// The digest of all finished tribes.
  package let finished: KeyDigest

  /// The version of the baseline; nil if there is none.
  package let baseline: TribeVersion?

  /// The XXH64 of all bytes before the line of the seal.
  package let bytes: UInt64
}

/// A set of tribes in sixteen bytes: their count, and the sum of the checksums of their keys and modules.
///
/// The order of the tribes does not matter.
package struct KeyDigest: Equatable, Sendable {
  package private(set) var count = 0
  package private(set) var sum: UInt64 = 0

  init() {}

  init(count: Int, sum: UInt64) {
    (self.count, self.sum) = (count, sum)
  }

  /// Adds a tribe that the set does not contain.
  mutating func insert(_ key: LedgerKey, of module: String) {
    count += 1
    sum &+= Self.checksum(of: key, module)
  }

  /// Removes a tribe that the set contains.
  mutating func remove(_ key: LedgerKey, of module: String) {
    count -= 1
    sum &-= Self.checksum(of: key, module)
  }

  private static func checksum(of key: LedgerKey, _ module: String) -> UInt64 {
    XXH64.checksum(of: key.description) &* (XXH64.checksum(of: module) | 1)
  }
}
