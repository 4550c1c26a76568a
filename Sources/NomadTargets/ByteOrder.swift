#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The order of strings by their UTF-8 bytes, independent of locale and Unicode version.
///
/// The C library does the comparison, because the standard library's generic code is slow in a debug build and large in
/// an optimized one.
package enum ByteOrder {
  /// Whether the first string comes before the second one.
  package static func precedes(_ lhs: String, _ rhs: String) -> Bool { compare(lhs, rhs) < 0 }

  /// Whether two strings have the same bytes.
  ///
  /// Strings that are equal in Swift may differ in how letters are composed.
  package static func areSame(_ lhs: String, _ rhs: String) -> Bool { compare(lhs, rhs) == 0 }

  /// Compares two strings: negative if the first one comes before the second one, zero if they have the same bytes.
  static func compare(_ lhs: String, _ rhs: String) -> Int {
    var (lhs, rhs) = (lhs, rhs)
    return lhs.withUTF8 { lhs in rhs.withUTF8 { rhs in compare(lhs, rhs) } }
  }

  private static func compare(_ lhs: UnsafeBufferPointer<UInt8>, _ rhs: UnsafeBufferPointer<UInt8>) -> Int {
    // An empty buffer may have no address.
    if let left = lhs.baseAddress, let right = rhs.baseAddress {
      let order = memcmp(left, right, min(lhs.count, rhs.count))
      if order != 0 { return Int(order) }
    }
    return lhs.count - rhs.count
  }
}
