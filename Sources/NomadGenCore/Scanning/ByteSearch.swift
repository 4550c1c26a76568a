#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Searches bytes for bytes, at the speed of the C library's `memchr(3)`.
///
/// That is compiled with optimisation even where this code is not, and most users run a debug build of the tool.
/// `memmem(3)` would say it in one call, but it is no part of POSIX and Swift does not see glibc's.
package enum ByteSearch {
  package static func firstIndex(of needle: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let base = bytes.baseAddress, let start = needle.baseAddress, needle.count <= bytes.count else {
      return nil
    }
    // Capital letters are rarer in source than small ones: the fewer hits, the fewer comparisons.
    let anchor = needle.firstIndex { UInt8(ascii: "A") <= $0 && $0 <= UInt8(ascii: "Z") } ?? 0
    let rare = Int32(needle[anchor])
    var index = anchor
    let end = bytes.count - (needle.count - anchor) + 1
    while index < end, let found = memchr(base + index, rare, end - index) {
      let hit = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if memcmp(base + hit - anchor, start, needle.count) == 0 { return hit - anchor }
      index = hit + 1
    }
    return nil
  }
}
