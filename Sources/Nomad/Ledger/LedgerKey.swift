/// A key of a ledger, compared by its bytes: canonically equivalent ids are different ids, as in the order.
struct LedgerKey: Hashable, Sendable {
  static let versionPrefix = "version:"

  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.text.utf8.elementsEqual(rhs.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  /// Whether a tribe with a version is known by this key.
  var isVersion: Bool { text.utf8.starts(with: Self.versionPrefix.utf8) }

  /// The version in the key, or nil if it has none that can be read.
  var version: TribeVersion? {
    guard isVersion else { return nil }
    return TribeVersion(canonical: String(text.dropFirst(Self.versionPrefix.count)))
  }
}
