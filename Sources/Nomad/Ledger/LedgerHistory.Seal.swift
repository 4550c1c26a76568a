internal import NomadFormat

extension LedgerHistory {
  /// A short digest of a history: it shows that nothing is pending, so that a start need not read every record.
  ///
  /// It contains a checksum of the tribes that are done, and the version of the baseline. A ledger can store it at the
  /// end of a run, and then returns it from ``Ledger/seal()`` while no record is added.
  public struct Seal: Equatable, Sendable {
    /// The digest of all finished tribes.
    let finished: KeyDigest

    /// The version of the baseline; nil if there is none.
    let baseline: TribeVersion?
  }

  /// The seal of this history.
  public var seal: Seal { Seal(finished: digest, baseline: baseline) }
}

extension LedgerHistory.Seal: LosslessStringConvertible {
  /// The seal as text: the number of finished tribes, their digest, and the version of the baseline if there is one.
  public var description: String {
    let parts = [String(finished.count), String(finished.sum), baseline?.canonical]
    return parts.compactMap(\.self).joined(separator: " ")
  }

  /// Reads a seal from its ``description``; nil if the text is anything else.
  ///
  /// - Parameter description: The text.
  public init?(_ description: String) {
    let parts = description.split(separator: " ")
    guard 2...3 ~= parts.count, let number = LedgerFormat.number(parts[0]), let count = Int(exactly: number),
      let sum = LedgerFormat.number(parts[1])
    else { return nil }
    let baseline = parts.count == 3 ? TribeVersion(canonical: String(parts[2])) : nil
    self.init(finished: KeyDigest(count: count, sum: sum), baseline: baseline)
    guard self.description == description else { return nil }
  }
}

/// A set of tribes in sixteen bytes: their count, and the sum of the checksums of their keys and modules.
///
/// The order of the tribes does not matter.
struct KeyDigest: Equatable, Sendable {
  private(set) var count = 0
  private(set) var sum: UInt64 = 0

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
