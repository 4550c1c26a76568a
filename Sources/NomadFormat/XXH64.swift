/// The checksum XXH64 with seed 0 (xxHash specification 0.1.1), which is about as fast as reading memory.
package enum XXH64 {
  private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
    0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63, 0x27D4_EB2F_1656_67C5
  )

  package static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt64 {
    let (prime1, prime2, prime3, prime4, prime5) = primes
    var index = 0
    var value: UInt64
    if bytes.count >= 32 {
      var (one, two, three, four): (UInt64, UInt64, UInt64, UInt64) = (prime1 &+ prime2, prime2, 0, 0 &- prime1)
      while index <= bytes.count - 32 {
        one = round(one, word(bytes, index))
        two = round(two, word(bytes, index + 8))
        three = round(three, word(bytes, index + 16))
        four = round(four, word(bytes, index + 24))
        index += 32
      }
      value = rotated(one, 1) &+ rotated(two, 7) &+ rotated(three, 12) &+ rotated(four, 18)
      for lane in [one, two, three, four] { value = (value ^ round(0, lane)) &* prime1 &+ prime4 }
    } else {
      value = prime5
    }
    value &+= UInt64(bytes.count)
    while index <= bytes.count - 8 {
      value = rotated(value ^ round(0, word(bytes, index)), 27) &* prime1 &+ prime4
      index += 8
    }
    if index <= bytes.count - 4 {
      let half = UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)))
      value = rotated(value ^ half &* prime1, 23) &* prime2 &+ prime3
      index += 4
    }
    while index < bytes.count {
      value = rotated(value ^ UInt64(bytes[index]) &* prime5, 11) &* prime1
      index += 1
    }
    value = (value ^ value >> 33) &* prime2
    value = (value ^ value >> 29) &* prime3
    return value ^ value >> 32
  }

  package static func checksum(of bytes: [UInt8], in range: Range<Int>) -> UInt64 {
    bytes.withUnsafeBytes { checksum(of: UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// Returns the checksum of a string's UTF-8 bytes.
  package static func checksum(of text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { checksum(of: UnsafeRawBufferPointer($0)) }
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotated(lane &+ word &* primes.1, 31) &* primes.0
  }

  private static func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 {
    value << count | value >> (64 - count)
  }
}
