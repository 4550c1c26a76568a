extension TribeVersion {
  /// A non-negative decimal number of any length.
  ///
  /// SemVer 2.0.0 sets no limit on a number's size, so a number is stored as its digits and never overflows.
  public struct Number: Hashable, Sendable {
    /// The digits, without leading zeros.
    private let digits: String

    /// Reads a number from its decimal digits.
    ///
    /// - Parameter digits: One or more of the ASCII digits `0` to `9`. Leading zeros are ignored. Any other text gives
    ///   nil.
    public init?(digits: some StringProtocol) {
      self.init(Array(digits.utf8)[...])
    }

    init?(_ digits: ArraySlice<UInt8>) {
      if digits.isEmpty { return nil }
      var start = digits.startIndex
      for index in digits.indices {
        guard ASCII.isDigit(digits[index]) else { return nil }
        // One zero stays if there is nothing else.
        if index == start, digits[index] == UInt8(ascii: "0"), index + 1 < digits.endIndex { start += 1 }
      }
      self.digits = String(decoding: digits[start...], as: UTF8.self)
    }
  }
}

extension TribeVersion.Number: ExpressibleByIntegerLiteral {
  /// Creates a number from an integer literal of at most 64 bits.
  public init(integerLiteral value: UInt64) {
    digits = String(value)
  }
}

extension TribeVersion.Number: ExpressibleByStringLiteral {
  /// Creates a number of any length from a literal of its digits.
  ///
  /// All other characters of the literal are ignored.
  public init(stringLiteral value: String) {
    var digits: [UInt8] = []
    for byte in value.utf8 where ASCII.isDigit(byte) { digits.append(byte) }
    self = Self(digits[...]) ?? 0
  }
}

extension TribeVersion.Number: Comparable {
  /// Whether `lhs` is less than `rhs`.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    let (left, right) = (lhs.digits, rhs.digits)
    return left.utf8.count == right.utf8.count ? ByteOrder.precedes(left, right) : left.utf8.count < right.utf8.count
  }
}

extension TribeVersion.Number: CustomStringConvertible {
  /// The digits, without leading zeros.
  public var description: String { digits }
}
