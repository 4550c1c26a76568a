internal import NomadChecksums

/// How a ledger is written as text, version 1.
///
/// ```
/// nomad-ledger 1
/// 8c6a2f07 1 72 began→version:2.0.0→Tribe_2_0_0→App→2026-11-21T08:00:00.111Z→0→1→2.1.0
/// 5e0c87a1 2 76 finished→version:2.0.0→Tribe_2_0_0→App→2026-11-21T08:00:00.123Z→12→1→2.1.0
/// ```
///
/// The first line names the format and its version; later versions may say more on it. They must also begin with a line
/// that is no record of this version: over lines of this version, another number is taken for damage. Each other line is a record:
/// the CRC-32C of all that follows it on the line, in eight hexadecimal digits; the sequence number, one more than the
/// one before; the length of the payload in bytes; and the payload, whose fields stand between tabs (shown as `→`)
/// and hold neither control characters that could end them nor NUL, but escapes: `\t`, `\n`, `\r`, `\0` and `\\`.
/// They are: what happened, the tribe's key, name and module, when, after how many milliseconds, in which attempt, the
/// app's version, and what else the kind has, such as an error's text.
///
/// A ledger is created with its first record in it, and a record is one write, synced before the next. So all that a
/// crash can leave of it is a last line that is not whole, or no line at all.
///
/// Two kinds of lines are no records. `compacted` stands first in a ledger that was written anew without what no longer
/// mattered. `sealed` stands last when a run is over: it has the time, how many tribes have ever finished, the sum of
/// the XXH64 of their keys, the XXH64 of all bytes before the line, and the version of the baseline if there is one.
/// The next record takes its place and its number.
package enum LedgerFormat {
  static let version = 1
  /// Nobody comes so far; numbers from here on would leave too little room to count on.
  static let lastSequence = Int.max / 2
  static let name = Array("nomad-ledger ".utf8)
  package static let header = name + Array("\(version)\n".utf8)

  static let tab = UInt8(ascii: "\t")
  package static let newline = UInt8(ascii: "\n")
  static let space = UInt8(ascii: " ")
  static let backslash = UInt8(ascii: "\\")

  /// The line of a record.
  static func line(_ payload: LedgerPayload, sequence: Int) -> [UInt8] {
    let payload = payload.encoded
    let checked = Array("\(sequence) \(payload.count) ".utf8) + payload
    let digits = String(CRC32C.checksum(of: checked), radix: 16)
    let padding = String(repeating: "0", count: max(0, 8 - digits.utf8.count))
    return Array("\(padding)\(digits) ".utf8) + checked + [newline]
  }
}
