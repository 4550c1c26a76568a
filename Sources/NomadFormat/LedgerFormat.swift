/// The text format of a ledger, version 1.
///
/// ```
/// nomad-ledger 1
/// 8c6a2f07 1 72 began→version:2.0.0→Tribe_2_0_0→App→2026-11-21T08:00:00.111Z→0→1→2.1.0
/// 5e0c87a1 2 76 finished→version:2.0.0→Tribe_2_0_0→App→2026-11-21T08:00:00.123Z→12→1→2.1.0
/// ```
///
/// The first line names the format and its version. Later versions may add to that line. The second line of a later
/// version must not be a valid record of this version: records of this version below another version number count as
/// damage.
///
/// Each other line has the records that were added together: usually one, or the end of a tribe and the begin of the
/// next one. It consists of the CRC-32C of the rest of the line in eight hexadecimal digits, the number of its last
/// record, counted from the first record of the ledger, the length of the payload in bytes, and the payload. The fields
/// of a record are separated by tabs (shown as `→`), and two records by a field `\+`. Fields contain no NUL and no control
/// characters that could end a field or a line, but the escapes `\t`, `\n`, `\r`, `\0` and `\\`. They are: the event, the
/// tribe's key, name and module, the time, the duration in milliseconds, the number of the attempt, the app's version,
/// and the values of the event, such as an error's text. The event of an attempt to revert a tribe begins with
/// `revert-`. A fact about the data has its word in place of an event, and an empty key.
///
/// A ledger is created with its first record. Each line is one write, synced before the next. So a crash can only
/// leave an incomplete last line, or no last line.
///
/// Two kinds of lines are not records. `compacted` is the first line of a ledger that was rewritten without the records
/// that no longer mattered. `sealed` is the last line after a run has ended. It contains the time, the XXH64 of
/// all bytes before the line, and the `LedgerHistory.Seal`. The next line replaces it.
package enum LedgerFormat {
  package static let version = 1
  /// No ledger gets that far.
  ///
  /// Numbers from here on would leave too little room to count on.
  package static let lastSequence = Int.max / 2
  package static let name = Array("nomad-ledger ".utf8)
  package static let header = name + Array("\(version)\n".utf8)

  package static let newline = UInt8(ascii: "\n")
  package static let space = UInt8(ascii: " ")
  static let carriageReturn = UInt8(ascii: "\r")
  static let tab = UInt8(ascii: "\t")
  static let backslash = UInt8(ascii: "\\")

  /// Returns the payload with these fields, which may contain any text.
  package static func payload(_ fields: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(tab) }
      for byte in field.utf8 {
        guard let letter = escape(for: byte) else {
          bytes.append(byte)
          continue
        }
        bytes.append(backslash)
        bytes.append(letter)
      }
    }
    return bytes
  }

  /// What is between two records in a line.
  ///
  /// No field contains it, because a backslash is escaped.
  package static let recordSeparator = [tab, backslash, UInt8(ascii: "+"), tab]

  /// Returns the bytes of each record in a payload.
  package static func records(in payload: UnsafeBufferPointer<UInt8>) -> [UnsafeBufferPointer<UInt8>] {
    var records: [UnsafeBufferPointer<UInt8>] = []
    var (start, index) = (0, 0)
    while index + recordSeparator.count <= payload.count {
      guard payload[index] == tab, payload[index...].starts(with: recordSeparator) else {
        index += 1
        continue
      }
      records.append(UnsafeBufferPointer(rebasing: payload[start..<index]))
      index += recordSeparator.count
      start = index
    }
    return records + [UnsafeBufferPointer(rebasing: payload[start...])]
  }

  private static func escape(for byte: UInt8) -> UInt8? {
    switch byte {
    case tab: UInt8(ascii: "t")
    case newline: UInt8(ascii: "n")
    case carriageReturn: UInt8(ascii: "r")
    case 0: UInt8(ascii: "0")
    case backslash: backslash
    default: nil
    }
  }

  /// Returns the byte of an escape; nil if this version of the format does not have it.
  static func byte(escapedAs letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "t"): tab
    case UInt8(ascii: "n"): newline
    case UInt8(ascii: "r"): carriageReturn
    case UInt8(ascii: "0"): 0
    case backslash: backslash
    default: nil
    }
  }

  /// Returns the line with this payload and number, and its newline.
  package static func line(_ payload: [UInt8], sequence: Int) -> [UInt8] {
    let checked = Array("\(sequence) \(payload.count) ".utf8) + payload
    return Array("\(hexadecimal(UInt64(CRC32C.checksum(of: checked)), digits: 8)) ".utf8) + checked + [newline]
  }

  /// Returns the line of a ledger lock's file that counts the acknowledged records of a ledger.
  ///
  /// It has the same length for all numbers, so that one line can overwrite another.
  package static func acknowledgement(of count: Int, _ files: (lock: UInt64, ledger: UInt64)) -> String {
    let numbers = [String(files.lock), String(files.ledger)].map { padded($0, to: 20) }
    let text = (["acknowledged", padded(String(count), to: 19)] + numbers).joined(separator: " ")
    return text + " " + hexadecimal(UInt64(CRC32C.checksum(of: Array(text.utf8))), digits: 8)
  }

  /// Reads a number of decimal digits; nil if the text is anything else, or if the number does not fit.
  package static func number(_ digits: Substring) -> UInt64? {
    var value: UInt64 = 0
    for byte in digits.utf8 {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      let (tenfold, overflows) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = tenfold.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
      guard !overflows, !overflowsToo else { return nil }
      value = sum
    }
    return digits.isEmpty ? nil : value
  }

  /// Returns a number in hexadecimal digits, at least as many as given.
  package static func hexadecimal(_ number: UInt64, digits: Int = 16) -> String {
    padded(String(number, radix: 16), to: digits)
  }

  private static func padded(_ digits: String, to length: Int) -> String {
    String(repeating: "0", count: max(0, length - digits.utf8.count)) + digits
  }
}
