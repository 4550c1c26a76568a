#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The order of paths by their bytes, which no locale and no Unicode version changes.
///
/// The C library compares them: in a debug build the standard library's generic code takes most of a check.
package enum ByteOrder {
  /// Whether a path comes before another; neither holds a NUL.
  package static func precedes(_ lhs: String, _ rhs: String) -> Bool { compare(lhs, rhs) < 0 }

  /// Whether two paths have the same bytes: strings that compare as equal may differ in how letters are composed.
  package static func areSame(_ lhs: String, _ rhs: String) -> Bool { compare(lhs, rhs) == 0 }

  private static func compare(_ lhs: String, _ rhs: String) -> Int32 {
    lhs.withCString { lhs in rhs.withCString { strcmp(lhs, $0) } }
  }
}
