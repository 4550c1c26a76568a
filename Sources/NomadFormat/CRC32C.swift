/// The checksum CRC-32C (Castagnoli), specified in RFC 3720 section 12.1 and used by iSCSI, ext4 and Btrfs.
public enum CRC32C {
  /// Eight tables of 256 entries, one after the other.
  ///
  /// Table `k` holds the remainders of a byte followed by `k` zero bytes.
  private static let tables: [UInt32] = {
    var tables = (0..<256 as Range<UInt32>).map { byte in
      (0..<8).reduce(byte) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0x82F6_3B78 }
    }
    for index in 256..<2048 {
      let previous = tables[index - 256]
      tables.append(previous >> 8 ^ tables[Int(previous & 0xFF)])
    }
    return tables
  }()

  package static func checksum(of bytes: [UInt8], in range: Range<Int>) -> UInt32 {
    let tables = tables
    var value: UInt32 = ~0
    var index = range.lowerBound
    while range.upperBound - index >= 8 {
      let low =
        value
        ^ (UInt32(bytes[index]) | UInt32(bytes[index + 1]) << 8
          | UInt32(bytes[index + 2]) << 16 | UInt32(bytes[index + 3]) << 24)
      value =
        tables[1792 + Int(low & 0xFF)] ^ tables[1536 + Int(low >> 8 & 0xFF)]
        ^ tables[1280 + Int(low >> 16 & 0xFF)] ^ tables[1024 + Int(low >> 24)]
        ^ tables[768 + Int(bytes[index + 4])] ^ tables[512 + Int(bytes[index + 5])]
        ^ tables[256 + Int(bytes[index + 6])] ^ tables[Int(bytes[index + 7])]
      index += 8
    }
    while index < range.upperBound {
      value = value >> 8 ^ tables[Int((value ^ UInt32(bytes[index])) & 0xFF)]
      index += 1
    }
    return ~value
  }

  /// Returns the checksum of bytes.
  ///
  /// - Parameter bytes: The bytes.
  /// - Returns: The checksum.
  public static func checksum(of bytes: [UInt8]) -> UInt32 {
    checksum(of: bytes, in: 0..<bytes.count)
  }
}
