/// What a line of a ledger says.
enum LedgerPayload: Hashable, Sendable {
  /// A tribe ran.
  case ran(LedgerRecord)

  /// Records that later ones superseded were left out before this line.
  ///
  /// A ledger begins with the sequence number 1 or with this.
  case compacted(Timestamp)
}

extension LedgerPayload {
  private static let ran = Array("ran".utf8)
  private static let compacted = Array("compacted".utf8)

  var encoded: [UInt8] {
    switch self {
    case .ran(let record):
      let fields = [
        record.key, record.name, record.module, Timestamp(record.date).text,
        String(record.duration.wholeMilliseconds), record.appVersion,
      ]
      return fields.reduce(into: Self.ran) { bytes, field in
        bytes.append(LedgerFormat.tab)
        for byte in field.utf8 { Self.append(byte, to: &bytes) }
      }
    case .compacted(let timestamp):
      return Self.compacted + [LedgerFormat.tab] + Array(timestamp.text.utf8)
    }
  }

  private static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    if let (letter, _) = escapes.first(where: { $0.1 == byte }) {
      bytes += [LedgerFormat.backslash, letter]
    } else {
      bytes.append(byte)
    }
  }

  private static let escapes: [(letter: UInt8, byte: UInt8)] = [
    (UInt8(ascii: "t"), LedgerFormat.tab), (UInt8(ascii: "n"), LedgerFormat.newline),
    (UInt8(ascii: "r"), UInt8(ascii: "\r")), (UInt8(ascii: "0"), 0),
    (LedgerFormat.backslash, LedgerFormat.backslash),
  ]

  /// Reads a payload whose checksum is right; nil if this version of the format has no such payload.
  init?(_ bytes: [UInt8], in range: Range<Int>) {
    var fields = FieldReader(bytes, in: range)
    guard let kind = fields.next() else { return nil }
    if kind.elementsEqual(Self.compacted) {
      guard let time = fields.next(), let timestamp = Timestamp(time), fields.isAtEnd else { return nil }
      self = .compacted(timestamp)
    } else {
      guard kind.elementsEqual(Self.ran),
        let key = fields.next().flatMap(Self.text),
        let name = fields.next().flatMap(Self.text),
        let module = fields.next().flatMap(Self.text),
        let timestamp = fields.next().flatMap({ Timestamp($0) }),
        let milliseconds = fields.next().flatMap(Self.number),
        let appVersion = fields.next().flatMap(Self.text),
        fields.isAtEnd
      else { return nil }
      self = .ran(
        LedgerRecord(
          key: key,
          name: name,
          module: module,
          date: timestamp.date,
          duration: .milliseconds(milliseconds),
          appVersion: appVersion
        )
      )
    }
  }

  /// The text of a field; nil if it holds an escape that this version of the format does not have.
  private static func text(_ field: ArraySlice<UInt8>) -> String? {
    guard field.contains(LedgerFormat.backslash) else { return String(decoding: field, as: UTF8.self) }
    var bytes: [UInt8] = []
    var rest = field.makeIterator()
    while let byte = rest.next() {
      guard byte == LedgerFormat.backslash else {
        bytes.append(byte)
        continue
      }
      guard let letter = rest.next(), let escape = escapes.first(where: { $0.letter == letter }) else {
        return nil
      }
      bytes.append(escape.byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
    Int64(String(decoding: field, as: UTF8.self))
  }
}

/// Reads the fields of a payload, one after the other.
private struct FieldReader {
  private let bytes: [UInt8]
  private let end: Int
  /// Where the next field starts; past the end when there is none.
  private var start: Int

  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    start = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { start > end }

  mutating func next() -> ArraySlice<UInt8>? {
    guard start <= end else { return nil }
    var index = start
    while index < end, bytes[index] != LedgerFormat.tab { index += 1 }
    defer { start = index + 1 }
    return bytes[start..<index]
  }
}
