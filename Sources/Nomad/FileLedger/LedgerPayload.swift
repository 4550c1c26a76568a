internal import NomadFormat

/// The payload of a line of a ledger.
enum LedgerPayload: Equatable, Sendable {
  /// Events of tribes and facts about the data that were added together; at least one.
  case records([LedgerRecord])

  /// Records that no longer matter were left out before this line.
  ///
  /// A ledger begins either with the sequence number 1 or with this line.
  case compacted(Timestamp)

  /// The end of a run.
  case sealed(SealLine)
}

/// The last line of a ledger after a run has ended: the seal, and a proof that no byte before it has changed.
struct SealLine: Equatable, Sendable {
  let date: Timestamp
  let seal: LedgerHistory.Seal
  /// The XXH64 of all bytes before the line.
  let bytes: UInt64
}

extension LedgerFormat {
  static func line(_ payload: LedgerPayload, sequence: Int) -> [UInt8] { line(payload.encoded, sequence: sequence) }
}

extension LedgerPayload {
  private static let compacted = "compacted"
  private static let sealed = "sealed"

  var encoded: [UInt8] {
    switch self {
    case .records(let records):
      Array(records.map { LedgerFormat.payload($0.lineFields) }.joined(separator: LedgerFormat.recordSeparator))
    case .compacted(let timestamp): LedgerFormat.payload([Self.compacted, timestamp.text])
    case .sealed(let line):
      LedgerFormat.payload([
        Self.sealed, line.date.text, LedgerFormat.hexadecimal(line.bytes), line.seal.description,
      ])
    }
  }

  /// Reads a payload whose checksum is correct; nil if this version of the format has no such payload.
  init?(_ bytes: [UInt8], in range: Range<Int>) {
    let payload = bytes.withUnsafeBufferPointer { Self(UnsafeBufferPointer(rebasing: $0[range])) }
    guard let payload else { return nil }
    self = payload
  }

  private init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    var fields = FieldReader(bytes)
    guard let word = fields.text() else { return nil }
    if word == Self.compacted {
      guard let timestamp = fields.timestamp(), fields.isAtEnd else { return nil }
      self = .compacted(timestamp)
      return
    }
    if word == Self.sealed {
      guard let line = SealLine(&fields) else { return nil }
      self = .sealed(line)
      return
    }
    var records: [LedgerRecord] = []
    for part in LedgerFormat.records(in: bytes) {
      guard let record = LedgerRecord(line: part) else { return nil }
      records.append(record)
    }
    self = .records(records)
  }
}

extension LedgerRecord {
  /// The fields of the record in a line.
  fileprivate var lineFields: [String] {
    var fields = [
      word, key.description, name, module ?? "", Timestamp(date).text, String(duration.wholeMilliseconds),
      String(attempt), appVersion ?? "",
    ]
    fields += kind.fields
    if let build { fields.append(build) }
    return fields
  }

  /// Reads the fields of a record in a line.
  fileprivate init?(line bytes: UnsafeBufferPointer<UInt8>) {
    var fields = FieldReader(bytes)
    guard let word = fields.text(), let key = fields.text(), let name = fields.text(), let module = fields.text(),
      let timestamp = fields.timestamp(), let milliseconds = fields.number(),
      let number = fields.number(), let attempt = Int(exactly: number), attempt < Int.max / 2,
      let appVersion = fields.text()
    else { return nil }
    var rest: [String] = []
    while !fields.isAtEnd {
      guard let text = fields.text() else { return nil }
      rest.append(text)
    }
    let (event, isOfRevert) = LedgerRecord.event(word)
    let build = event == "began" && !rest.isEmpty ? rest.removeFirst() : nil
    guard let kind = LedgerRecord.Kind(event, rest) else { return nil }
    self.init(
      read: kind,
      key: LedgerKey(key),
      name: name,
      module: module,
      timestamp: timestamp,
      milliseconds: milliseconds,
      attempt: attempt,
      appVersion: appVersion,
      build: build,
      isOfRevert: isOfRevert
    )
  }
}

extension LedgerRecord {
  private static let revertPrefix = "revert-"

  /// The first word of the record: its kind, and whether it is of an attempt to revert a tribe.
  var word: String { isOfRevert ? Self.revertPrefix + kind.word : kind.word }

  /// Returns the word of the kind in the first word of a record, and whether the record is of an attempt to revert.
  static func event(_ word: String) -> (kind: String, isOfRevert: Bool) {
    let isOfRevert = word.hasPrefix(revertPrefix)
    return (isOfRevert ? String(word.dropFirst(revertPrefix.count)) : word, isOfRevert)
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
    case .merged: "merged"
    case .forgotten: "forgotten"
    case .checkpoint: "checkpoint"
    case .fact(let fact): fact.word
    }
  }

  /// The fields after those that every record has.
  package var fields: [String] {
    switch self {
    case .began, .finished, .forgotten: []
    case .failed(let error): [error]
    case .marked(let reason): [reason]
    case .merged(let key): [key.description]
    case .checkpoint(let name, let value): [name, value]
    case .fact(let fact): fact.fields
    }
  }

  /// Creates the kind from its word and fields; nil if this version of the format has no such kind.
  package init?(_ word: String, _ fields: [String]) {
    switch (word, fields.count) {
    case ("began", 0): self = .began
    case ("finished", 0): self = .finished
    case ("failed", 1): self = .failed(error: fields[0])
    case ("marked", 1): self = .marked(reason: fields[0])
    case ("forgotten", 0): self = .forgotten
    case ("merged", 1): self = .merged(into: LedgerKey(fields[0]))
    case ("checkpoint", 2): self = .checkpoint(name: fields[0], value: fields[1])
    default:
      guard let fact = LedgerFact(word, fields) else { return nil }
      self = .fact(fact)
    }
  }
}

extension SealLine {
  fileprivate init?(_ fields: inout FieldReader) {
    guard let date = fields.timestamp(), let bytes = fields.hexadecimal(), let text = fields.text(), fields.isAtEnd,
      let seal = LedgerHistory.Seal(text)
    else { return nil }
    self.init(date: date, seal: seal, bytes: bytes)
  }
}
