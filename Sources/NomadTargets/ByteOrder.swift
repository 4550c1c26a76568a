/// The order of strings by their UTF-8 bytes, independent of locale and Unicode version.
package enum ByteOrder {
  /// Whether the first string comes before the second one.
  package static func precedes(_ lhs: String, _ rhs: String) -> Bool { compare(lhs, rhs) < 0 }

  /// Returns strings in order.
  package static func sorted(_ strings: some Sequence<String>) -> [String] { strings.sorted(by: precedes) }

  /// Whether two strings have the same bytes.
  ///
  /// Strings that are equal in Swift may differ in how letters are composed.
  package static func areSame(_ lhs: String, _ rhs: String) -> Bool { compare(lhs, rhs) == 0 }

  /// Compares two strings: negative if the first one comes before the second one, zero if they have the same bytes.
  static func compare(_ lhs: String, _ rhs: String) -> Int {
    var (lhs, rhs) = (lhs, rhs)
    return lhs.withUTF8 { lhs in
      rhs.withUTF8 { rhs in compare(UnsafeRawBufferPointer(lhs), UnsafeRawBufferPointer(rhs)) }
    }
  }

  private static func compare(_ lhs: UnsafeRawBufferPointer, _ rhs: UnsafeRawBufferPointer) -> Int {
    let count = min(lhs.count, rhs.count)
    var index = 0
    // Eight bytes at a time, because paths begin alike, and the tool that builds run is not optimized.
    while index + 8 <= count,
      lhs.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        == rhs.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    {
      index += 8
    }
    while index < count {
      if lhs[index] != rhs[index] { return Int(lhs[index]) - Int(rhs[index]) }
      index += 1
    }
    return lhs.count - rhs.count
  }
}
