/// A non-negative decimal number of any length.
///
/// SemVer 2.0.0 sets no limit on a number's size, so this type never overflows: a number that does not fit into 64 bits
/// is stored as its digits.
public struct Numeral: Hashable, Sendable {
  private enum Storage: Hashable, Sendable {
    case small(UInt64)
    /// The digits of a number above `UInt64.max`, without leading zeros.
    case large(String)
  }

  private let storage: Storage

  /// Reads a number from its decimal digits.
  ///
  /// - Parameter digits: One or more of the ASCII digits `0` to `9`. Leading zeros are ignored. Any other text gives
  ///   nil.
  public init?(digits: some StringProtocol) {
    self.init(Array(digits.utf8)[...])
  }

  init?(_ digits: ArraySlice<UInt8>) {
    var value: UInt64? = 0
    var firstSignificant = digits.startIndex
    for index in digits.indices {
      guard ASCII.isDigit(digits[index]) else { return nil }
      if index == firstSignificant, digits[index] == UInt8(ascii: "0") { firstSignificant += 1 }
      guard let smaller = value else { continue }
      let (product, overflows) = smaller.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(UInt64(digits[index] - UInt8(ascii: "0")))
      value = overflows || carries ? nil : sum
    }
    if digits.isEmpty { return nil }
    storage = value.map(Storage.small) ?? .large(String(decoding: digits[firstSignificant...], as: UTF8.self))
  }
}

extension Numeral: ExpressibleByIntegerLiteral {
  /// Creates a number from an integer literal of at most 64 bits.
  public init(integerLiteral value: UInt64) {
    storage = .small(value)
  }
}

extension Numeral: ExpressibleByStringLiteral {
  /// Creates a number of any length from a literal of its digits.
  ///
  /// All other characters of the literal are ignored.
  public init(stringLiteral value: String) {
    var digits: [UInt8] = []
    for byte in value.utf8 where ASCII.isDigit(byte) { digits.append(byte) }
    self = Numeral(digits[...]) ?? 0
  }
}

extension Numeral: Comparable {
  /// Whether `lhs` is less than `rhs`.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    switch (lhs.storage, rhs.storage) {
    case (.small(let left), .small(let right)): left < right
    case (.small, .large): true
    case (.large, .small): false
    case (.large(let left), .large(let right)):
      left.utf8.count == right.utf8.count ? ByteOrder.precedes(left, right) : left.utf8.count < right.utf8.count
    }
  }
}

extension Numeral: CustomStringConvertible {
  /// The digits, without leading zeros.
  public var description: String {
    switch storage {
    case .small(let value): String(value)
    case .large(let digits): digits
    }
  }
}
