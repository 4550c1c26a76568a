/// The payload of a line of a ledger.
package enum LedgerPayload: Equatable, Sendable {
  /// An event of a tribe.
  case record(LedgerRecord)

  /// Records that no longer matter were left out before this line.
  ///
  /// A ledger begins either with the sequence number 1 or with this line.
  case compacted(Timestamp)

  /// The end of a run.
  case sealed(LedgerSeal)

  var isSeal: Bool { if case .sealed = self { true } else { false } }
}

extension LedgerPayload {
  private static let compacted = "compacted"
  private static let sealed = "sealed"

  var encoded: [UInt8] {
    let fields: [String] =
      switch self {
      case .record(let record):
        [record.kind.word] + [
          record.key.description, record.name, record.module ?? "", Timestamp(record.date).text,
          String(record.duration.wholeMilliseconds), String(record.attempt), record.appVersion ?? "",
        ] + record.kind.fields + [record.build].compactMap(\.self)
      case .compacted(let timestamp): [Self.compacted, timestamp.text]
      case .sealed(let seal):
        [
          Self.sealed, seal.date.text, String(seal.finished.count), Self.hexadecimal(seal.finished.sum),
          Self.hexadecimal(seal.bytes),
        ] + (seal.baseline.map { [$0.description] } ?? [])
      }
    var bytes: [UInt8] = []
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(LedgerFormat.tab) }
      for byte in field.utf8 { Self.append(byte, to: &bytes) }
    }
    return bytes
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

  /// Reads a payload whose checksum is correct; nil if this version of the format has no such payload.
  init?(_ bytes: [UInt8], in range: Range<Int>) {
    let payload = bytes.withUnsafeBufferPointer { Self(UnsafeBufferPointer(rebasing: $0[range])) }
    guard let payload else { return nil }
    self = payload
  }

  private init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var fields = FieldReader(bytes)
    guard let word = fields.next().flatMap(Self.text) else { return nil }
    if word == Self.compacted {
      guard let timestamp = fields.next().flatMap({ Timestamp($0) }), fields.isAtEnd else { return nil }
      self = .compacted(timestamp)
      return
    }
    if word == Self.sealed {
      guard let seal = LedgerSeal(&fields) else { return nil }
      self = .sealed(seal)
      return
    }
    guard let key = fields.next().flatMap(Self.text),
      let name = fields.next().flatMap(Self.text),
      let module = fields.next().flatMap(Self.text),
      let timestamp = fields.next().flatMap({ Timestamp($0) }),
      let milliseconds = fields.next().flatMap(Self.number),
      let attempt = fields.next().flatMap(Self.number).flatMap({ Int(exactly: $0) }), attempt < Int.max / 2,
      let appVersion = fields.next().flatMap(Self.text)
    else { return nil }
    var rest: [String] = []
    while let field = fields.next() {
      guard let text = Self.text(field) else { return nil }
      rest.append(text)
    }
    let build = word == "began" && !rest.isEmpty ? rest.removeFirst() : nil
    guard let kind = LedgerRecord.Kind(word, rest) else { return nil }
    self = .record(
      LedgerRecord(
        read: kind,
        key: LedgerKey(key),
        name: name,
        module: module,
        timestamp: timestamp,
        milliseconds: milliseconds,
        attempt: attempt,
        appVersion: appVersion,
        build: build
      )
    )
  }

  /// Returns the text of a field; nil if it contains an escape that this version of the format does not have.
  private static func text(_ field: UnsafeBufferPointer<UInt8>) -> String? {
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

  /// Returns a number as sixteen hexadecimal digits.
  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Reads sixteen hexadecimal digits.
  fileprivate static func hexadecimal(_ field: UnsafeBufferPointer<UInt8>) -> UInt64? {
    let text = String(decoding: field, as: UTF8.self)
    return UInt64(text, radix: 16).flatMap { hexadecimal($0) == text ? $0 : nil }
  }

  /// Reads a decimal number without leading zeros.
  fileprivate static func number(_ field: UnsafeBufferPointer<UInt8>) -> Int64? {
    // Nineteen digits always fit into UInt64, but may not fit into Int64.
    guard let first = field.first, first != UInt8(ascii: "0") || field.count == 1, field.count < 20 else { return nil }
    var value: UInt64 = 0
    for byte in field {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + UInt64(byte - UInt8(ascii: "0"))
    }
    return Int64(exactly: value)
  }
}

extension LedgerRecord.Kind {
  /// The first word of a record of this kind.
  package var word: String {
    switch self {
    case .began: "began"
    case .finished: "finished"
    case .failed: "failed"
    case .marked: "marked"
    case .forgotten: "forgotten"
    case .checkpoint: "checkpoint"
    }
  }

  /// The fields after those that every record has.
  var fields: [String] {
    switch self {
    case .began, .finished, .forgotten: []
    case .failed(let error): [error]
    case .marked(let reason): [reason]
    case .checkpoint(let name, let value): [name, value]
    }
  }

  /// Creates the kind from its word and fields; nil if this version of the format has no such kind.
  init?(_ word: String, _ fields: [String]) {
    switch (word, fields.count) {
    case ("began", 0): self = .began
    case ("finished", 0): self = .finished
    case ("failed", 1): self = .failed(error: fields[0])
    case ("marked", 1): self = .marked(reason: fields[0])
    case ("forgotten", 0): self = .forgotten
    case ("checkpoint", 2): self = .checkpoint(name: fields[0], value: fields[1])
    default: return nil
    }
  }
}

extension LedgerSeal {
  fileprivate init?(_ fields: inout FieldReader) {
    guard let date = fields.next().flatMap({ Timestamp($0) }),
      let count = fields.next().flatMap(LedgerPayload.number).flatMap(Int.init(exactly:)),
      let sum = fields.next().flatMap(LedgerPayload.hexadecimal),
      let bytes = fields.next().flatMap(LedgerPayload.hexadecimal)
    else { return nil }
    var baseline: TribeVersion?
    if let field = fields.next() {
      guard let version = TribeVersion(canonical: String(decoding: field, as: UTF8.self)), fields.isAtEnd else {
        return nil
      }
      baseline = version
    }
    self.init(date: date, finished: KeyDigest(count: count, sum: sum), baseline: baseline, bytes: bytes)
  }
}

/// Reads the fields of a payload one after the other.
private struct FieldReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The start of the next field; past the end if there is none.
  private var start = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { start > bytes.count }

  mutating func next() -> UnsafeBufferPointer<UInt8>? {
    guard start <= bytes.count else { return nil }
    var index = start
    while index < bytes.count, bytes[index] != LedgerFormat.tab { index += 1 }
    defer { start = index + 1 }
    return UnsafeBufferPointer(rebasing: bytes[start..<index])
  }
}
