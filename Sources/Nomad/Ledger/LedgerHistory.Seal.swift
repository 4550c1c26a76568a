internal import NomadFormat

extension LedgerHistory {
  /// The memo of a run that left nothing to do: as long as everything is as it was then, no start reads the records.
  ///
  /// It contains the version of the data, and a checksum of everything but the records that decides what is due: the
  /// registry, the app's version and some rules of the policy.
  /// A ledger stores it when a run ends, and returns it from ``Ledger/seal()`` until its records change in any way.
  public struct Seal: Equatable, Sendable {
    /// The checksum; 0 if the seal answers nothing.
    let question: UInt64

    /// The version of the data; nil if it has none.
    let dataVersion: TribeVersion?

    /// The seal that answers nothing, so that the next start reads the records.
    public static let open = Seal(question: 0, dataVersion: nil)
  }
}

extension LedgerHistory.Seal: LosslessStringConvertible {
  /// The seal as text.
  public var description: String {
    [LedgerFormat.hexadecimal(question), dataVersion?.canonical].compactMap(\.self).joined(separator: " ")
  }

  /// Reads a seal from its ``description``; nil if the text is anything else.
  ///
  /// - Parameter description: The text.
  public init?(_ description: String) {
    let parts = description.split(separator: " ")
    guard 1...2 ~= parts.count, let question = UInt64(parts[0], radix: 16) else { return nil }
    self.init(question: question, dataVersion: parts.count == 2 ? TribeVersion(canonical: String(parts[1])) : nil)
    guard self.description == description else { return nil }
  }
}
