@testable import Nomad
@testable import NomadFormat

/// A fuzzer's bytes as the contents of a ledger's file, and the rules that hold for any bytes.
struct FuzzedLedger {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns the violated rules; empty if all hold.
  func violations() -> [String] {
    let contents: LedgerContents
    do throws(LedgerProblem) {
      contents = try LedgerReader.read(bytes)
    } catch {
      // Damaged bytes must be refused. The checks below ensure that valid bytes are read.
      return error.reason.isEmpty ? ["refused without a reason"] : []
    }
    return sizeViolations(contents) + lossViolations(contents) + rewriteViolations(contents)
      + continuationViolations(contents)
  }

  private func sizeViolations(_ contents: LedgerContents) -> [String] {
    var violations: [String] = []
    if contents.size != bytes.count { violations.append("\(bytes.count) bytes, of which \(contents.size) were read") }
    if contents.length > contents.size { violations.append("more good bytes than bytes") }
    if contents.records.isEmpty { violations.append("no record, and no error") }
    if contents.nextSequence <= contents.records.count { violations.append("fewer numbers than records") }
    if !contents.isSealed, contents.tornBytes != bytes.count - contents.length { violations.append("a hidden end") }
    if contents.isSealed, contents.tornBytes > 0 { violations.append("something behind a seal") }
    let seal = LedgerReader.seal(of: bytes)
    if seal != nil, !contents.isSealed { violations.append("a seal is seen and not read") }
    return violations
  }

  /// Checks against the simplest possible reader that every valid line is read: none is lost, and none is made up.
  ///
  /// One more line may be read: the last one, if it is complete and another byte replaces its newline.
  private func lossViolations(_ contents: LedgerContents) -> [String] {
    let expected = LedgerLines(bytes).rest.flatMap(\.records)
    let isOneMore = contents.tornBytes > 0 && contents.records.starts(with: expected)
    return expected == contents.records || isOneMore
      ? [] : ["\(expected.count) records check out, and \(contents.records.count) were read"]
  }

  /// Checks that rewritten records are read again unchanged, and that no line contains a character that could end it.
  private func rewriteViolations(_ contents: LedgerContents) -> [String] {
    let first = contents.nextSequence - contents.records.count
    var rewritten = LedgerFormat.header
    if first > 1 {
      rewritten += LedgerFormat.line(.compacted(Timestamp(milliseconds: 0)), sequence: first - 1)
    }
    for (offset, record) in contents.records.enumerated() {
      rewritten += LedgerFormat.line(.records([record]), sequence: first + offset)
    }
    let isText = !rewritten.contains(0) && !rewritten.contains(UInt8(ascii: "\r"))
    return (isText ? [] : ["written again, it is no text"])
      + Self.reading(rewritten, gives: contents.records, "written again")
  }

  /// Checks that the valid bytes alone give the same records, and that a record which the next writer adds comes after
  /// them.
  private func continuationViolations(_ contents: LedgerContents) -> [String] {
    // The upper half of all numbers is refused as unreachable, so no number follows the last one of the lower half.
    guard contents.nextSequence < Int.max / 2 else { return [] }
    let good = Array(bytes[..<contents.length])
    let record = LedgerRecord(key: "version:9.9.9", name: "Next", date: Timestamp(milliseconds: 0).date)
    var continued = good
    if good.last != LedgerFormat.newline { continued.append(LedgerFormat.newline) }
    continued += LedgerFormat.line(.records([record]), sequence: contents.nextSequence)
    return Self.reading(good, gives: contents.records, "without a torn end")
      + Self.reading(continued, gives: contents.records + [record], "continued")
  }

  private static func reading(_ bytes: [UInt8], gives expected: [LedgerRecord], _ what: String) -> [String] {
    do throws(LedgerProblem) {
      let records = try LedgerReader.read(bytes).records
      return records == expected ? [] : ["\(what), \(expected.count) records became \(records.count), or others"]
    } catch {
      return ["\(what), it is refused: \(error)"]
    }
  }
}

extension LedgerProblem {
  fileprivate var reason: String {
    switch self {
    case .damaged(let reason), .newer(let reason): reason
    case .lost, .gone, .moved: "\(self)"
    }
  }
}
