#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A search for a sequence of bytes, at the speed of the C library's `memchr(3)`.
///
/// The C library is optimized even in a debug build of the tool, which is what most users run. `memmem(3)` would need
/// only one call, but it is not part of POSIX, and Swift does not see glibc's.
package enum ByteSearch {
  package static func firstIndex(of needle: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let base = bytes.baseAddress, let start = needle.baseAddress, needle.count <= bytes.count else {
      return nil
    }
    // Capital letters are rarer in source than small ones, so searching for one needs fewer comparisons.
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
