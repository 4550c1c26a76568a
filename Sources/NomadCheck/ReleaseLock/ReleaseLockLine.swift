import NomadGenCore
import NomadSyntax
import NomadTargets

/// A reader of one line of a release lock, field by field.
struct ReleaseLockLine {
  /// The reason why a line cannot be read, and the place in it.
  struct Problem: Error {
    var offset: Int
    /// The reason, as a clause.
    var reason: String
  }

  private struct Field {
    var offset: Int
    var bytes: ArraySlice<UInt8>

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The value of the field if it is a string literal, or nil if it is not.
    var quoted: String? {
      guard bytes.first == UInt8(ascii: "\"") else { return nil }
      return bytes.withUnsafeBufferPointer(StringLiteral.value(of:))
    }
  }

  private var fields: ArraySlice<Field>
  private let end: Int

  /// Reads a line about a tribe.
  ///
  /// - Throws: ``Problem`` if the line cannot be read.
  static func read(_ line: [UInt8], at location: Location) throws(Problem) -> ReleaseLock.Entry {
    var reader = ReleaseLockLine(fields: try split(line)[...], end: line.count)
    let (module, name) = try reader.name()
    let (target, order) = try reader.target()
    var entry = ReleaseLock.Entry(module: module, name: name, target: target, order: order, location: location)
    entry.shipment = try reader.shipment()
    entry.words = try reader.words()
    guard entry.shipment != nil || entry[.late] != nil else {
      throw Problem(offset: line.count, reason: "an unreleased tribe needs 'late' and a reason")
    }
    return entry
  }

  /// Returns the fields of a line.
  ///
  /// White space separates them, except inside quotation marks.
  private static func split(_ line: [UInt8]) throws(Problem) -> [Field] {
    var fields: [Field] = []
    var index = 0
    while true {
      while index < line.count, isSpace(line[index]) { index += 1 }
      guard index < line.count else { return fields }
      let start = index
      while index < line.count, !isSpace(line[index]) {
        if line[index] == UInt8(ascii: "\"") {
          let quote = index
          repeat {
            index += line[index] == UInt8(ascii: "\\") ? 2 : 1
          } while index < line.count && line[index] != UInt8(ascii: "\"")
          guard index < line.count else { throw Problem(offset: quote, reason: "a quotation mark is not closed") }
        }
        index += 1
      }
      fields.append(Field(offset: start, bytes: line[start..<index]))
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private mutating func next(_ meaning: String) throws(Problem) -> Field {
    guard let field = fields.popFirst() else { throw Problem(offset: end, reason: "\(meaning) is missing") }
    return field
  }

  private mutating func name() throws(Problem) -> (module: String, name: String) {
    let field = try next("the tribe")
    let text = field.quoted ?? field.text
    let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, field.quoted != nil || !text.contains("\"") else {
      throw Problem(offset: field.offset, reason: "this is not a module and a tribe, as in 'App.SplitNotes'")
    }
    return (parts[0], parts[1])
  }

  private mutating func target() throws(Problem) -> (TribeTarget, TribePosition) {
    let field = try next("the target")
    for kind in TribeTarget.Kind.allCases {
      guard let target = Self.target(kind, field) else { continue }
      do throws(TargetError) {
        return (target, try target.position())
      } catch {
        throw Problem(offset: field.offset, reason: "\(target) is not a legal target: \(error.reason)")
      }
    }
    throw Problem(offset: field.offset, reason: "this is not a target, as in '.literal(\"2.0.0\")'")
  }

  /// Returns the target in a field, if the target is of a given kind.
  private static func target(_ kind: TribeTarget.Kind, _ field: Field) -> TribeTarget? {
    guard kind.hasText else { return field.text == ".\(kind.rawValue)" ? TribeTarget(kind) : nil }
    let start = ".\(kind.rawValue)("
    guard field.text.hasPrefix(start), field.text.hasSuffix(")") else { return nil }
    let text = Field(offset: 0, bytes: field.bytes.dropFirst(start.utf8.count).dropLast())
    return text.quoted.map { TribeTarget(kind, $0) }
  }

  private mutating func shipment() throws(Problem) -> ReleaseLock.Entry.Shipment? {
    let release = try next("the release")
    if release.text == ReleaseLock.Entry.unreleased { return nil }
    guard let version = try? TribeVersion(app: release.text) else {
      throw Problem(offset: release.offset, reason: "this is not a version, as in '2.4.0'")
    }
    let digits = try next("the checksum")
    guard digits.bytes.count == 16, digits.bytes.allSatisfy(ByteClass.isIdentifierPart),
      let checksum = UInt64(digits.text, radix: 16)
    else {
      throw Problem(offset: digits.offset, reason: "this is not a checksum of 16 hexadecimal digits")
    }
    return ReleaseLock.Entry.Shipment(release: release.text, version: version, checksum: checksum)
  }

  /// Reads the words, each with a text in quotation marks.
  ///
  /// A word that this version does not know may have no text.
  private mutating func words() throws(Problem) -> [(word: String, text: String?)] {
    var words: [(word: String, text: String?)] = []
    while let field = fields.popFirst() {
      guard field.bytes.first != UInt8(ascii: "\"") else {
        throw Problem(offset: field.offset, reason: "this text has no word before it")
      }
      let text = fields.first?.quoted
      if text != nil { fields.removeFirst() }
      if text == nil, ReleaseLock.Entry.Word(rawValue: field.text) != nil {
        throw Problem(offset: field.offset, reason: "'\(field.text)' needs a text in quotation marks after it")
      }
      if words.contains(where: { $0.word == field.text }) {
        throw Problem(offset: field.offset, reason: "'\(field.text)' occurs twice")
      }
      words.append((field.text, text))
    }
    return words
  }
}
