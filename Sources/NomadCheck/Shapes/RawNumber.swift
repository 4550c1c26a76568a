extension Shape.Case {
  /// The raw value in one spelling.
  var rawText: String { rawValue.map { RawNumber($0)?.text ?? Shape.canonical(rawValue: $0) } ?? name }
}

/// An integer of up to 64 bits and a sign, as the raw value of a case.
struct RawNumber {
  var isNegative = false
  var magnitude: UInt64

  init(magnitude: UInt64) { self.magnitude = magnitude }

  /// Reads an integer literal; nil if the text is none.
  init?(_ literal: String) {
    var digits = literal.filter { $0 != "_" && $0 != " " }
    isNegative = digits.first == "-"
    if isNegative { digits.removeFirst() }
    let radix = ["0x": 16, "0o": 8, "0b": 2][digits.prefix(2)]
    guard let magnitude = radix.map({ UInt64(digits.dropFirst(2), radix: $0) }) ?? UInt64(digits) else { return nil }
    self.magnitude = magnitude
  }

  /// Reads an integer, or a shifted one such as `1 << 3`; nil if the text is none.
  init?(shifted text: String) {
    let parts = text.split(separator: "<<", omittingEmptySubsequences: false).map { Self(String($0)) }
    guard parts.count < 3, let number = parts[0] else { return nil }
    self = number
    guard parts.count == 2 else { return }
    guard let bits = parts[1], !bits.isNegative, bits.magnitude < 64, magnitude.leadingZeroBitCount >= bits.magnitude
    else {
      return nil
    }
    magnitude <<= bits.magnitude
  }

  /// The number after this one; nil if it has more bits.
  var next: RawNumber? {
    var next = self
    if isNegative, magnitude > 0 {
      next.magnitude -= 1
    } else {
      guard magnitude < .max else { return nil }
      (next.isNegative, next.magnitude) = (false, magnitude + 1)
    }
    return next
  }

  /// The number in decimal digits.
  var text: String { (isNegative && magnitude != 0 ? "-" : "") + String(magnitude) }

  /// Returns the number as a literal of a raw type.
  func text(as type: String) -> String { WellKnownTypes.floats[type] == nil ? text : "\(Double(text) ?? 0)" }
}
