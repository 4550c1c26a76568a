internal import NomadChecksums

/// What a run notes at the end of a ledger when it is over, so that the next can see at a glance that nothing is left
/// to do.
///
/// It says nothing that the records before it do not say. A ledger without one is read record by record. A ledger that
/// stands around another one hands its seal on.
public struct LedgerSeal: Equatable, Sendable {
  package let date: Timestamp

  /// All tribes that finished.
  package let finished: KeyDigest

  /// The version of the baseline; nil if there is none.
  package let baseline: TribeVersion?

  /// The XXH64 of all bytes before the line of the seal.
  package let bytes: UInt64
}

/// A set of tribes in sixteen bytes: how many there are, and the sum of the checksums of their keys and modules, whatever
/// their order.
package struct KeyDigest: Equatable, Sendable {
  package private(set) var count = 0
  package private(set) var sum: UInt64 = 0

  init() {}

  init(count: Int, sum: UInt64) {
    (self.count, self.sum) = (count, sum)
  }

  /// Adds a tribe that is not there yet.
  mutating func insert(_ key: String, of module: String) {
    count += 1
    sum &+= Self.checksum(of: key, module)
  }

  /// Takes a tribe away that is there.
  mutating func remove(_ key: String, of module: String) {
    count -= 1
    sum &-= Self.checksum(of: key, module)
  }

  private static func checksum(of key: String, _ module: String) -> UInt64 {
    XXH64.checksum(of: key) &* (XXH64.checksum(of: module) | 1)
  }
}
