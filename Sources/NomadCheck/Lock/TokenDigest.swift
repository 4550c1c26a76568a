import NomadGenCore

/// The checksum of some bytes as they come: FNV-1a with 64 bits, as Fowler, Noll and Vo published it.
///
/// It is to tell one source from another, and from itself after an edit, where two agree by accident once in 2⁶⁴ times.
/// Nobody has to be kept from forging it: who can write the source can write the lock.
struct TokenDigest {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
  }

  /// Adds a token, and that it ends: what is one token is never the same as two.
  mutating func add(token: some Sequence<UInt8>) {
    for byte in token { add(byte) }
    // No token of UTF-8 has that byte in it.
    add(0xFF)
  }

  /// Adds another digest's value.
  mutating func add(digest other: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) { add(UInt8(truncatingIfNeeded: other >> shift)) }
  }
}
