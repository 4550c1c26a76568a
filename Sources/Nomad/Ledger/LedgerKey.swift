/// A key of a ledger, compared by its bytes: canonically equivalent ids are different ids, as in the order.
package struct LedgerKey: Hashable, Sendable {
  static let versionPrefix = "version:"
  package static let oncePrefix = "once:"
  /// What the key of the record begins with that says that the first start is over.
  ///
  /// The version of a baseline can follow. No tribe has such a key.
  static let startPrefix = "start:"
  /// The prefix of the keys of records that say which older app can read the result of a tribe, whose key follows.
  static let readablePrefix = "readable:"

  /// The key of the one tribe that can stand at a place of the order; nil where several can.
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
    // Of native strings the bytes lie together, and are compared several times as fast.
    let isEqual = lhs.text.utf8.withContiguousStorageIfAvailable { bytes in
      rhs.text.utf8.withContiguousStorageIfAvailable { bytes.elementsEqual($0) }
    }
    return (isEqual ?? nil) ?? (Array(lhs.text.utf8) == Array(rhs.text.utf8))
  }

  package func hash(into hasher: inout Hasher) {
    let utf8 = text.utf8
    // All at once where the bytes lie together, as those of native strings do.
    let isHashed: Void? = utf8.withContiguousStorageIfAvailable { bytes in
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    }
    if isHashed == nil { Array(utf8).withUnsafeBytes { hasher.combine(bytes: $0) } }
  }

  /// Whether a tribe with a version is known by this key.
  package var isVersion: Bool { text.utf8.starts(with: Self.versionPrefix.utf8) }

  /// The version or the once-id alone.
  var place: String { String(text.drop { $0 != ":" }.dropFirst()) }

  /// Whether the record says that the first start is over.
  package var isStart: Bool { text.utf8.starts(with: Self.startPrefix.utf8) }

  /// Whether the record says which older app can read the result of a tribe.
  package var isReadable: Bool { text.utf8.starts(with: Self.readablePrefix.utf8) }

  /// Whether the record is about a tribe, and not about the whole ledger or about older apps.
  package var isOfTribe: Bool { !isStart && !isReadable }

  /// The version of the baseline in the key, or nil if it has none.
  package var baseline: TribeVersion? {
    isStart ? TribeVersion(canonical: String(text.dropFirst(Self.startPrefix.count))) : nil
  }

  /// Whether a tribe with a once-id is known by this key.
  package var isOnce: Bool { text.utf8.starts(with: Self.oncePrefix.utf8) }

  /// The version in the key, or nil if it has none that can be read.
  package var version: TribeVersion? {
    guard isVersion else { return nil }
    return TribeVersion(canonical: String(text.dropFirst(Self.versionPrefix.count)))
  }
}
