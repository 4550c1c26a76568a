import NomadGenCore

/// A checksum of bytes in sequence: 64-bit FNV-1a, as Fowler, Noll and Vo published it.
///
/// It distinguishes sources from each other, and from their edited versions. Two of them agree by accident once in 2⁶⁴
/// times. It need not resist forgery: anyone who can write the source can also write the lock.
struct TokenDigest {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  /// Adds a token and its end, so that one token never has the same checksum as two.
  mutating func add(token: some Sequence<UInt8>) {
    for byte in token { add(byte) }
    // No token in UTF-8 contains this byte.
    add(0xFF)
  }

  /// Adds another digest's value.
  mutating func add(digest other: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) { add(UInt8(truncatingIfNeeded: other >> shift)) }
  }
}
