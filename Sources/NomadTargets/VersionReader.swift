/// Reads a version's text from left to right and keeps track of the offset for errors.
final class VersionReader {
  let text: String
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { offset == bytes.count }

  var next: UInt8? { isAtEnd ? nil : bytes[offset] }

  func consume(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  /// Reads bytes as long as `isAllowed` accepts them.
  func read(while isAllowed: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = offset
    while let byte = next, isAllowed(byte) { offset += 1 }
    return bytes[start..<offset]
  }

  /// Reads a number of one or more digits.
  ///
  /// Messages use `role`, such as "a patch number".
  func number(_ role: String, leadingZeros: Bool) throws(TargetError) -> TribeVersion.Number {
    let start = offset
    guard let number = TribeVersion.Number(read(while: ASCII.isDigit)) else { throw missing(role) }
    if !leadingZeros, offset - start > 1, bytes[start] == UInt8(ascii: "0") {
      throw error(.leadingZero, at: start, "\(role) must not have a leading zero")
    }
    return number
  }

  /// Reads one or more identifiers separated by dots.
  ///
  /// The start index of each slice is its offset in the text.
  ///
  /// Messages use `role`, such as "the pre-release".
  func identifiers(_ role: String) throws(TargetError) -> [ArraySlice<UInt8>] {
    var identifiers: [ArraySlice<UInt8>] = []
    repeat {
      let identifier = read(while: ASCII.isIdentifier)
      if identifier.isEmpty {
        if let byte = next, byte != UInt8(ascii: "."), byte != UInt8(ascii: "+") { throw unexpected() }
        throw error(.emptyIdentifier, at: offset, "an identifier of \(role) is empty")
      }
      identifiers.append(identifier)
    } while consume(".")
    return identifiers
  }

  func error(_ code: TargetError.Code, at offset: Int, _ reason: String) -> TargetError {
    TargetError(code, in: text, at: offset, reason)
  }

  /// Returns the error for a number that is missing at the current offset.
  func missing(_ role: String) -> TargetError {
    if bytes.isEmpty { return error(.empty, at: 0, "a version must not be empty") }
    if let byte = next, byte != UInt8(ascii: "."), byte != UInt8(ascii: "-"), byte != UInt8(ascii: "+") {
      return unexpected()
    }
    return error(.missingNumber, at: offset, "\(role) is missing")
  }

  /// Returns the error for a character that is not allowed at the current offset.
  func unexpected() -> TargetError {
    let rest = String(decoding: bytes[offset...], as: UTF8.self)
    let character = rest.first.map { String($0).debugDescription } ?? "the end"
    let reason =
      offset == 0
      ? "a version starts with a number, not with \(character)"
      : "\(character) is not allowed here"
    return error(.illegalCharacter, at: offset, reason)
  }
}
