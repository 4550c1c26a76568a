package import Nomad
internal import NomadFormat

/// The lines that a repair keeps, in the order of their numbers.
///
/// All kept lines match their checksums. If these lines are already in the order of their numbers, all of them are
/// kept. Otherwise they are sorted by number, but only if each number is proven to belong to a single line. Numbers are
/// unique until a rewrite leaves out some records, because the other records then get new numbers. One of two proofs is
/// required:
/// - A seal contains the checksum of all lines before it, and the sorted lines match that checksum.
/// - The ledger has its record 1 and no sign that records were left out, and no unreadable line is where such a sign
///   would be. No two different lines share a number, and there is only one first line, so the file does not hold two
///   ledgers.
///
/// Without a proof, a line that follows one with the same or a higher number is left out: it may come from an older
/// copy.
package struct LedgerOrder {
  /// The lines to keep, in the order of their numbers.
  package let kept: [LedgerLine]

  /// Puts lines in order.
  ///
  /// - Parameters:
  ///   - lines: The lines of a ledger, in the order of the bytes.
  ///   - bytes: The bytes.
  package init(of lines: [LedgerLine], in bytes: [UInt8]) {
    let checked = lines.filter { $0.place != nil }
    let ascending = Self.ascending(checked)
    guard ascending.count < checked.count else {
      kept = ascending
      return
    }
    let sorted = Self.sorted(checked)
    let distinct = Self.distinct(sorted)
    let isProven = Self.isSealed(distinct, in: bytes) || Self.hasFirstNumbers(lines, sorted)
    kept = isProven ? distinct : ascending
  }

  /// The payloads of the kept lines.
  package var payloads: [(sequence: Int, payload: LedgerPayload)] {
    kept.compactMap { line in
      guard case .payload(let payload, let sequence) = line.content else { return nil }
      return (sequence, payload)
    }
  }

  /// Returns the lines that do not follow one with the same or a higher number.
  private static func ascending(_ lines: [LedgerLine]) -> [LedgerLine] {
    var (ascending, last) = ([LedgerLine](), 0)
    for line in lines {
      guard case .payload(_, let number) = line.content, number > last else { continue }
      ascending.append(line)
      last = number
    }
    return ascending
  }

  /// Returns the lines in the order of their places.
  ///
  /// Lines of the same place stay in the order of the bytes.
  private static func sorted(_ lines: [LedgerLine]) -> [LedgerLine] {
    let places = lines.map { $0.place ?? 0 }
    let indices = places.indices.sorted { places[$0] == places[$1] ? $0 < $1 : places[$0] < places[$1] }
    return indices.map { lines[$0] }
  }

  /// Returns the first line of each place.
  private static func distinct(_ sorted: [LedgerLine]) -> [LedgerLine] {
    var lines: [LedgerLine] = []
    for line in sorted where line.place != lines.last?.place { lines.append(line) }
    return lines
  }

  /// Whether the last line is a seal that matches all lines before it.
  private static func isSealed(_ sorted: [LedgerLine], in bytes: [UInt8]) -> Bool {
    guard case .payload(.sealed(let seal), _)? = sorted.last?.content else { return false }
    let before = LedgerFormat.header + sorted.dropLast().flatMap { bytes[$0.bytes] + [LedgerFormat.newline] }
    return before.withUnsafeBytes { XXH64.checksum(of: $0) } == seal.bytes
  }

  /// Whether no line of the file can ever have had another number.
  private static func hasFirstNumbers(_ lines: [LedgerLine], _ sorted: [LedgerLine]) -> Bool {
    var (headers, hasRecord) = (0, false)
    for line in lines {
      switch line.content {
      case .header: headers += 1
      case .payload(.compacted, _), .unknown: return false
      case .payload(.record, _): hasRecord = true
      // The sign that records were left out comes before the first record.
      case .unreadable: if !hasRecord { return false }
      case .payload(.sealed, _), .blank, .torn: break
      }
    }
    guard headers < 2 else { return false }
    var (last, hasFirst) = (LedgerLine.Content.torn, false)
    for case .payload(.record(let record), let sequence) in sorted.map(\.content) {
      if case .payload(.record(let other), sequence) = last, other != record { return false }
      if sequence == 1 { hasFirst = true }
      last = .payload(.record(record), sequence: sequence)
    }
    return hasFirst
  }
}

extension LedgerLine {
  /// The sort key of a readable line; nil if the line cannot be read.
  ///
  /// A seal sorts before the record that replaces it, which has the same number.
  fileprivate var place: Int? {
    guard case .payload(let payload, let sequence) = content else { return nil }
    return 2 * sequence + (payload.isSeal ? 0 : 1)
  }
}

extension LedgerPayload {
  fileprivate var isSeal: Bool { if case .sealed = self { true } else { false } }
}

/// The readable part of a damaged ledger.
package struct LedgerSalvage {
  /// The records that match their checksums, in order.
  package let records: [LedgerRecord]
  /// The numbers of the missing lines.
  package let missing: [ClosedRange<Int>]
  /// The number of the last line that ever existed.
  package let lastSequence: Int

  /// Summarizes the readable lines of a ledger that was acknowledged up to a number.
  package init(of lines: [(sequence: Int, payload: LedgerPayload)], acknowledged: Int) {
    var (next, records, missing) = (1, [LedgerRecord](), [ClosedRange<Int>]())
    for (sequence, payload) in lines {
      switch payload {
      case .compacted where next == 1: break
      case .compacted, .record, .sealed:
        if sequence > next { missing.append(next...(sequence - 1)) }
      }
      if case .record(let record) = payload { records.append(record) }
      // A seal has the number of the record that will replace it.
      next = payload.isSeal ? max(next, sequence) : sequence + 1
    }
    if next <= acknowledged { missing.append(next...acknowledged) }
    self.records = records
    self.missing = missing
    lastSequence = max(next - 1, acknowledged)
  }
}
