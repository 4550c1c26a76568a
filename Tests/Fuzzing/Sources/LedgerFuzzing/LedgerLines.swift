@testable import Nomad
@testable import NomadFormat

/// Bytes as the lines of a ledger, with functions that correct their checksums and read them in the simplest way.
///
/// A fuzzer never guesses a checksum, so without the correction the reader would refuse all of its inputs.
struct LedgerLines {
  /// A line as its four parts, of which the last is the payload; nil for a line with fewer parts.
  struct Line {
    let checksum: ArraySlice<UInt8>
    let sequence: ArraySlice<UInt8>
    let length: ArraySlice<UInt8>
    let payload: ArraySlice<UInt8>

    fileprivate init?(_ bytes: ArraySlice<UInt8>) {
      let parts = bytes.split(separator: LedgerFormat.space, maxSplits: 3, omittingEmptySubsequences: false)
      guard parts.count == 4 else { return nil }
      (checksum, sequence, length, payload) = (parts[0], parts[1], parts[2], parts[3])
    }

    /// The records of the line, if all of its parts are valid.
    var records: [LedgerRecord] {
      let checked = Array(sequence + [LedgerFormat.space] + length + [LedgerFormat.space] + payload)
      guard String(decoding: checksum, as: UTF8.self) == Self.hex(CRC32C.checksum(of: checked)),
        Int(String(decoding: length, as: UTF8.self)) == payload.count, isNumber(sequence), isNumber(length),
        case .records(let records)? = LedgerPayload(Array(payload), in: 0..<payload.count)
      else { return [] }
      return records
    }

    /// Returns the line with its correct length and checksum.
    fileprivate func mended(numbered number: Int?) -> [UInt8] {
      let sequence = number.map { Array("\($0)".utf8) } ?? Array(sequence)
      let checked = sequence + Array(" \(payload.count) ".utf8) + payload
      return Array("\(Self.hex(CRC32C.checksum(of: checked))) ".utf8) + checked
    }

    /// Returns whether bytes are only digits, of a number that fits.
    private func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
      bytes.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        && Int(String(decoding: bytes, as: UTF8.self)) != nil
    }

    private static func hex(_ checksum: UInt32) -> String {
      let digits = String(checksum, radix: 16)
      return String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }
  }

  /// The first line, which names the format.
  private let first: ArraySlice<UInt8>
  private let pieces: [ArraySlice<UInt8>]

  init(_ bytes: [UInt8]) {
    let pieces = bytes.split(separator: LedgerFormat.newline, omittingEmptySubsequences: false)
    first = pieces.first ?? []
    self.pieces = Array(pieces.dropFirst())
  }

  /// The lines after the first that have four parts.
  var rest: [Line] { pieces.compactMap(Line.init) }

  /// Returns the lines with correct lengths and checksums and, if requested, with consecutive numbers.
  func mended(numbering: Bool) -> [UInt8] {
    var bytes = Array(first)
    for (index, piece) in pieces.enumerated() {
      bytes.append(LedgerFormat.newline)
      bytes += Line(piece)?.mended(numbered: numbering ? index + 1 : nil) ?? Array(piece)
    }
    return bytes
  }
}
