internal import NomadChecksums

/// Which of the lines that match their checksums a repair keeps, and in what order.
///
/// Where no line stands out of the order of the numbers, all of them. Otherwise a line goes to the place that its number
/// says, but only where that number cannot have been another line's as well. A number belongs to one line from the
/// ledger's first one on, until the ledger is written anew without some of its records: the others then get new
/// numbers. So it is asked for one of two proofs.
/// - A seal has the checksum of all lines before it, and in the order of their numbers they match it.
/// - The ledger has its record 1 and no sign that records were left out, nothing unreadable stands where such a sign
///   would, and there are neither two different lines of one number nor two first lines, as of two ledgers in one file.
///
/// Without a proof, a line that follows one of a higher number is left out: it may be one of an older copy.
package struct LedgerOrder {
  /// The lines that are kept, in the order of their numbers.
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

  /// What is to be read of the lines that are kept.
  package var payloads: [(sequence: Int, payload: LedgerPayload)] {
    kept.compactMap { line in
      guard case .payload(let payload, let sequence) = line.content else { return nil }
      return (sequence, payload)
    }
  }

  /// The lines that do not follow one of the same number or of a higher one.
  private static func ascending(_ lines: [LedgerLine]) -> [LedgerLine] {
    var (ascending, last) = ([LedgerLine](), 0)
    for line in lines {
      guard case .payload(_, let number) = line.content, number > last else { continue }
      ascending.append(line)
      last = number
    }
    return ascending
  }

  /// The lines in the order of their places; those of one place stay in the order of the bytes.
  private static func sorted(_ lines: [LedgerLine]) -> [LedgerLine] {
    let places = lines.map { $0.place ?? 0 }
    let indices = places.indices.sorted { places[$0] == places[$1] ? $0 < $1 : places[$0] < places[$1] }
    return indices.map { lines[$0] }
  }

  /// The first line of each place.
  private static func distinct(_ sorted: [LedgerLine]) -> [LedgerLine] {
    var lines: [LedgerLine] = []
    for line in sorted where line.place != lines.last?.place { lines.append(line) }
    return lines
  }

  /// Whether a seal is the last of the lines, and says that those before it are all there were.
  private static func isSealed(_ sorted: [LedgerLine], in bytes: [UInt8]) -> Bool {
    guard case .payload(.sealed(let seal), _)? = sorted.last?.content else { return false }
    let before = LedgerFormat.header + sorted.dropLast().flatMap { bytes[$0.bytes] + [LedgerFormat.newline] }
    return before.withUnsafeBytes { XXH64.checksum(of: $0) } == seal.bytes
  }

  /// Whether no line of the ledger, or of what else may be in its file, ever had another number.
  private static func hasFirstNumbers(_ lines: [LedgerLine], _ sorted: [LedgerLine]) -> Bool {
    var (headers, hasRecord) = (0, false)
    for line in lines {
      switch line.content {
      case .header: headers += 1
      case .payload(.compacted, _), .unknown: return false
      case .payload(.record, _): hasRecord = true
      // What was left out is noted before the first record.
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
  /// The rank of a readable line among the others; nil if the line cannot be read.
  ///
  /// The next record takes the place of a seal, and its number.
  fileprivate var place: Int? {
    guard case .payload(let payload, let sequence) = content else { return nil }
    return 2 * sequence + (payload.isSeal ? 0 : 1)
  }
}
