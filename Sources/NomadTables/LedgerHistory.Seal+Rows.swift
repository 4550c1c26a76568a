public import Nomad
internal import NomadFormat

extension LedgerHistory.Seal {
  /// Returns the seal as text, with a checksum of itself and of the rows that it seals.
  ///
  /// Store the text in the database when a run ends. ``init(_:over:)`` reads it.
  ///
  /// - Parameter rows: All rows, with all of their values, as one text.
  /// - Returns: The text.
  public func text(over rows: String) -> String {
    "\(LedgerFormat.hexadecimal(XXH64.checksum(of: "\(self) \(rows)"))) \(self)"
  }

  /// Reads a seal from its ``text(over:)``; nil if it is the seal of other rows, or no seal.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - rows: All rows as one text.
  public init?(_ text: String, over rows: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let seal = Self(String(parts[1])), seal.text(over: rows) == text else { return nil }
    self = seal
  }
}
