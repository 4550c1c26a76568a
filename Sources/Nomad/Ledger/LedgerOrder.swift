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
  let kept: [LedgerLine]
  /// The lines that are left out, and are not the same as one that is kept.
  package let lost: [LedgerLine]

  /// Puts lines in order.
  ///
  /// - Parameters:
  ///   - lines: The lines of a ledger, in the order of the bytes.
  ///   - bytes: The bytes.
  package init(of lines: [LedgerLine], in bytes: [UInt8]) {
    let checked = lines.filter { $0.place != nil }
    let ascending = Self.ascending(checked)
    guard ascending.count < checked.count else {
      (kept, lost) = (ascending, [])
      return
    }
    let sorted = Self.sorted(checked)
    let isProven = Self.isSealed(sorted, in: bytes) || Self.hasFirstNumbers(lines)
    let kept = isProven ? sorted : ascending
    let contents = Set(kept.map(\.content))
    self.kept = kept
    lost = checked.filter { !contents.contains($0.content) }
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
    lines.reduce(into: []) { ascending, line in
      if let place = line.place, place.number > ascending.last?.place?.number ?? 0 { ascending.append(line) }
    }
  }

  /// The lines in the order of their numbers, the first of each.
  private static func sorted(_ lines: [LedgerLine]) -> [LedgerLine] {
    let pairs = lines.compactMap { line in line.place.map { (place: $0, line: line) } }
    // Two of one place stay in the order of the bytes.
    let sorted = pairs.enumerated().sorted { left, right in
      left.element.place == right.element.place
        ? left.offset < right.offset : left.element.place < right.element.place
    }
    return sorted.reduce(into: []) { lines, pair in
      if lines.last?.place != pair.element.place { lines.append(pair.element.line) }
    }
  }

  /// Whether a seal is the last of the lines, and says that those before it are all there were.
  private static func isSealed(_ sorted: [LedgerLine], in bytes: [UInt8]) -> Bool {
    guard case .payload(.sealed(let seal), _)? = sorted.last?.content else { return false }
    let before = LedgerFormat.header + sorted.dropLast().flatMap { bytes[$0.bytes] + [LedgerFormat.newline] }
    return before.withUnsafeBytes { XXH64.checksum(of: $0) } == seal.bytes
  }

  /// Whether no line of the ledger, or of what else may be in its file, ever had another number.
  private static func hasFirstNumbers(_ lines: [LedgerLine]) -> Bool {
    var contents: [Int: LedgerLine.Content] = [:]
    var headers = 0
    for line in lines {
      switch line.content {
      case .header: headers += 1
      case .payload(.compacted, _), .unknown: return false
      case .payload(.record, let sequence):
        if let other = contents.updateValue(line.content, forKey: sequence), other != line.content { return false }
      // What was left out is noted before the first record.
      case .unreadable: if contents.isEmpty { return false }
      case .payload(.sealed, _), .blank, .torn: break
      }
    }
    return headers < 2 && contents[1] != nil
  }
}

extension LedgerLine {
  /// Where a line that can be read belongs among the others.
  fileprivate struct Place: Comparable {
    let number: Int
    /// The next record takes the place of a seal, and its number.
    let isBehindSeal: Bool

    static func < (left: Self, right: Self) -> Bool {
      (left.number, left.isBehindSeal ? 1 : 0) < (right.number, right.isBehindSeal ? 1 : 0)
    }
  }

  fileprivate var place: Place? {
    guard case .payload(let payload, let sequence) = content else { return nil }
    return Place(number: sequence, isBehindSeal: !payload.isSeal)
  }
}
