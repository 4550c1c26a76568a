/// A key in a ledger, compared by its bytes.
///
/// Canonically equivalent ids are different, as in the migration order.
package struct LedgerKey: Hashable, Sendable {
  static let versionPrefix = "version:"
  package static let oncePrefix = "once:"
  /// The prefix of the key of the record that the first start is over.
  ///
  /// The version of a baseline may follow. No tribe has such a key.
  static let startPrefix = "start:"
  /// The prefix of the keys of records about the oldest app that can read a tribe's result.
  ///
  /// The tribe's key follows.
  static let readablePrefix = "readable:"

  /// Returns the key of the only tribe at a position of the order; nil if several tribes may share the position.
  static func key(of order: TribeOrder) -> String? {
    switch order {
    case .version(let version): versionPrefix + version.description
    case .once(let id): oncePrefix + id
    case .first, .always: nil
    }
  }

  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package static func == (lhs: Self, rhs: Self) -> Bool {
    guard lhs.text.utf8.count == rhs.text.utf8.count else { return false }
    // Native strings store their bytes contiguously, which makes the comparison several times as fast.
    let isEqual = lhs.text.utf8.withContiguousStorageIfAvailable { bytes in
      rhs.text.utf8.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
    }
    return (isEqual ?? nil) ?? (Array(lhs.text.utf8) == Array(rhs.text.utf8))
  }

  package func hash(into hasher: inout Hasher) {
    let utf8 = text.utf8
    // Native strings store their bytes contiguously, so they are hashed in one call.
    let isHashed: Void? = utf8.withContiguousStorageIfAvailable { bytes in
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    }
    if isHashed == nil { Array(utf8).withUnsafeBytes { hasher.combine(bytes: $0) } }
  }

  /// Whether this is the key of a tribe with a version.
  package var isVersion: Bool { text.utf8.starts(with: Self.versionPrefix.utf8) }

  /// The part after the prefix: the version or the once-id.
  var place: String { String(text.drop { $0 != ":" }.dropFirst()) }

  /// Whether this is the key of the record that the first start is over.
  package var isStart: Bool { text.utf8.starts(with: Self.startPrefix.utf8) }

  /// Whether this is the key of a record about the oldest app that can read a tribe's result.
  package var isReadable: Bool { text.utf8.starts(with: Self.readablePrefix.utf8) }

  /// Whether the record concerns a tribe, and not the whole ledger or older apps.
  package var isOfTribe: Bool { !isStart && !isReadable }

  /// The version of the baseline in the key; nil if there is none.
  package var baseline: TribeVersion? {
    isStart ? TribeVersion(canonical: String(text.dropFirst(Self.startPrefix.count))) : nil
  }

  /// Whether this is the key of a tribe with a once-id.
  package var isOnce: Bool { text.utf8.starts(with: Self.oncePrefix.utf8) }

  /// The version in the key; nil if there is none that can be read.
  package var version: TribeVersion? {
    guard isVersion else { return nil }
    return TribeVersion(canonical: String(text.dropFirst(Self.versionPrefix.count)))
  }
}
