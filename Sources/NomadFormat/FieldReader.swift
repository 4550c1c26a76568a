/// A reader of the fields of a payload, one after the other.
package struct FieldReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The start of the next field; past the end if there is none.
  private var start = 0

  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  package var isAtEnd: Bool { start > bytes.count }

  private mutating func next() -> UnsafeBufferPointer<UInt8>? {
    guard start <= bytes.count else { return nil }
    var index = start
    while index < bytes.count, bytes[index] != LedgerFormat.tab { index += 1 }
    defer { start = index + 1 }
    return UnsafeBufferPointer(rebasing: bytes[start..<index])
  }

  /// Reads a text; nil if there is none, or if it contains an escape that this version of the format does not have.
  package mutating func text() -> String? {
    guard let field = next() else { return nil }
    guard field.contains(LedgerFormat.backslash) else { return String(decoding: field, as: UTF8.self) }
    var bytes: [UInt8] = []
    var rest = field.makeIterator()
    while let byte = rest.next() {
      guard byte == LedgerFormat.backslash else {
        bytes.append(byte)
        continue
      }
      guard let letter = rest.next(), let escaped = LedgerFormat.byte(escapedAs: letter) else { return nil }
      bytes.append(escaped)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a time.
  package mutating func timestamp() -> Timestamp? {
    guard let field = next() else { return nil }
    return Timestamp(field)
  }

  /// Reads sixteen hexadecimal digits.
  package mutating func hexadecimal() -> UInt64? {
    guard let field = next() else { return nil }
    var number: UInt64 = 0
    for byte in field { number = number << 4 | UInt64((byte <= UInt8(ascii: "9") ? byte : byte &+ 9) & 0xF) }
    // Anything but sixteen digits gives a number with other digits.
    return LedgerFormat.hexadecimal(number).utf8.elementsEqual(field) ? number : nil
  }

  /// Reads a decimal number without leading zeros.
  package mutating func number() -> Int64? {
    // Nineteen digits always fit into UInt64, but may not fit into Int64.
    guard let field = next(), let first = field.first, first != UInt8(ascii: "0") || field.count == 1,
      field.count < 20
    else { return nil }
    var value: UInt64 = 0
    for byte in field {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + UInt64(byte - UInt8(ascii: "0"))
    }
    return Int64(exactly: value)
  }
}
