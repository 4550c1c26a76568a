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
/// Each other line is a record. It consists of the CRC-32C of the rest of the line in eight hexadecimal digits, the
/// sequence number (one more than in the line before), the length of the payload in bytes, and the payload. The
/// payload's fields are separated by tabs (shown as `→`). They contain no NUL and no control characters that could end
/// a field or a line, but the escapes `\t`, `\n`, `\r`, `\0` and `\\`. The fields are: the event, the tribe's key, name
/// and module, the time, the duration in milliseconds, the number of the attempt, the app's version, and the values of
/// the event, such as an error's text.
///
/// A ledger is created with its first record. Each record is one write, synced before the next. So a crash can only
/// leave an incomplete last line, or no last line.
///
/// Two kinds of lines are not records. `compacted` is the first line of a ledger that was rewritten without the records
/// that no longer mattered. `sealed` is the last line after a run has ended. It contains the time, the number of all
/// finished tribes, the sum of the checksums of their keys and modules (see ``KeyDigest``), the XXH64 of all bytes
/// before the line, and the version of the baseline if there is one. The next record replaces it and takes its number.
package enum LedgerFormat {
  static let version = 1
  /// No ledger gets that far.
  ///
  /// Numbers from here on would leave too little room to count on.
  static let lastSequence = Int.max / 2
  static let name = Array("nomad-ledger ".utf8)
  package static let header = name + Array("\(version)\n".utf8)

  static let tab = UInt8(ascii: "\t")
  package static let newline = UInt8(ascii: "\n")
  static let space = UInt8(ascii: " ")
  static let backslash = UInt8(ascii: "\\")

  /// Returns the line of a record.
  static func line(_ payload: LedgerPayload, sequence: Int) -> [UInt8] {
    let payload = payload.encoded
    let checked = Array("\(sequence) \(payload.count) ".utf8) + payload
    let digits = String(CRC32C.checksum(of: checked), radix: 16)
    let padding = String(repeating: "0", count: max(0, 8 - digits.utf8.count))
    return Array("\(padding)\(digits) ".utf8) + checked + [newline]
  }
}
