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

  private let bytes: [UInt8]
  /// The offset of the next byte.
  private var index = 0

  /// The contents of a line.
  enum Content {
    case release(ReleaseLock.ShapeLine.Release, ReleaseLockWords)
    case tribe(ReleaseLock.Entry)
    case accepted(ReleaseLock.AcceptedLine)
    case stored(ReleaseLock.StoredLine)
    case shape(ReleaseLock.ShapeLine)
  }

  /// Reads a line.
  ///
  /// - Throws: ``Problem`` if the line cannot be read.
  static func read(_ line: [UInt8], at location: Location) throws(Problem) -> Content {
    var reader = ReleaseLockLine(bytes: line)
    let start = try reader.next("the tribe").text
    // The name of a tribe has a period, so it is none of these words.
    switch start {
    case ReleaseLock.releaseWord:
      return .release(try reader.release(reader.next("the release")), try reader.words([]))
    case ReleaseLock.AcceptedLine.start: return .accepted(try reader.accepted(at: location))
    case ReleaseLock.StoredLine.start: return .stored(try reader.stored(at: location))
    case ReleaseLock.ShapeLine.start: return .shape(try reader.shape(at: location))
    default:
      reader.index = 0
      return .tribe(try reader.tribe(at: location))
    }
  }

  private mutating func tribe(at location: Location) throws(Problem) -> ReleaseLock.Entry {
    let (module, name) = try name(of: "tribe", "SplitNotes")
    let (target, order) = try target()
    let release = try release(next("the release"))
    var entry = ReleaseLock.Entry(
      module: module,
      name: name,
      target: target,
      order: order,
      shipment: .init(release: release.text, version: release.version, checksum: try checksum()),
      location: location
    )
    entry.words = try words([.if, .merged, .retired])
    return entry
  }

  private mutating func accepted(at location: Location) throws(Problem) -> ReleaseLock.AcceptedLine {
    let code = try next("the code of a finding")
    guard let known = Finding.Code(rawValue: code.text) else {
      throw Problem(offset: code.offset, reason: "this is not the code of a finding, as in 'changed-tribe'")
    }
    let (module, name) = try name(of: "tribe", "SplitNotes")
    let subject = ReleaseLock.AcceptedLine.Subject(
      code: known,
      name: ReleaseLockIdentity.qualifiedName(of: name, in: module),
      checksum: try checksum()
    )
    let reason = try next("the reason")
    guard let text = reason.quoted else {
      throw Problem(offset: reason.offset, reason: "this is not a reason in quotation marks")
    }
    let words = try words([.shipped])
    return ReleaseLock.AcceptedLine(subject: subject, reason: text, words: words, location: location)
  }

  private mutating func stored(at location: Location) throws(Problem) -> ReleaseLock.StoredLine {
    let (module, name) = try name(of: "type", "Note")
    var line = ReleaseLock.StoredLine(module: module, name: name, location: location)
    line.words = try words([])
    return line
  }

  private mutating func shape(at location: Location) throws(Problem) -> ReleaseLock.ShapeLine {
    let (module, name) = try name(of: "type", "Note")
    let release = try shapeRelease()
    var reader = ShapeReader(bytes: bytes, index: index)
    var line = ReleaseLock.ShapeLine(
      module: module,
      name: name,
      release: release,
      shape: try reader.shape(),
      location: location
    )
    index = reader.index
    line.words = try words([.if, .removed])
    return line
  }

  /// Reads the release of a shape, which a colon and a superclass may follow.
  private mutating func shapeRelease() throws(Problem) -> ReleaseLock.ShapeLine.Release {
    var field = try next("the release")
    if field.bytes.last == UInt8(ascii: ":") {
      field.bytes.removeLast()
      index -= 1
    }
    return try release(field)
  }

  private func release(_ field: Field) throws(Problem) -> ReleaseLock.ShapeLine.Release {
    guard let version = try? TribeVersion(app: field.text) else {
      throw Problem(offset: field.offset, reason: "this is not a version, as in '2.4.0'")
    }
    return ReleaseLock.ShapeLine.Release(text: field.text, version: version)
  }

  /// Returns the next field; nil at the end.
  ///
  /// White space separates fields, except inside quotation marks.
  private mutating func field() throws(Problem) -> Field? {
    while index < bytes.count, Self.isSpace(bytes[index]) { index += 1 }
    guard index < bytes.count else { return nil }
    let start = index
    while index < bytes.count, !Self.isSpace(bytes[index]) {
      if bytes[index] == UInt8(ascii: "\"") {
        let quote = index
        repeat {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        } while index < bytes.count && bytes[index] != UInt8(ascii: "\"")
        guard index < bytes.count else { throw Problem(offset: quote, reason: "a quotation mark is not closed") }
      }
      index += 1
    }
    return Field(offset: start, bytes: bytes[start..<index])
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private mutating func next(_ meaning: String) throws(Problem) -> Field {
    guard let field = try field() else { throw Problem(offset: bytes.count, reason: "\(meaning) is missing") }
    return field
  }

  private mutating func name(of kind: String, _ example: String) throws(Problem) -> (module: String, name: String) {
    let field = try next("the \(kind)")
    let text = field.quoted ?? field.text
    let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, field.quoted != nil || !text.contains("\"") else {
      throw Problem(offset: field.offset, reason: "this is not a module and a \(kind), as in 'App.\(example)'")
    }
    return (parts[0], parts[1])
  }

  private mutating func target() throws(Problem) -> (TribeTarget, TribeTarget.Position) {
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

  private mutating func checksum() throws(Problem) -> UInt64 {
    let digits = try next("the checksum")
    return try Self.checksum(digits.bytes, at: digits.offset)
  }

  static func checksum(_ digits: ArraySlice<UInt8>, at offset: Int) throws(Problem) -> UInt64 {
    guard digits.count == 16, digits.allSatisfy(ByteClass.isIdentifierPart),
      let checksum = UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
    else {
      throw Problem(offset: offset, reason: "this is not a checksum of 16 hexadecimal digits")
    }
    return checksum
  }

  /// Reads the words, each with a text in quotation marks.
  ///
  /// A word that is not among the known ones may have no text.
  private mutating func words(_ known: [ReleaseLockWords.Known]) throws(Problem) -> ReleaseLockWords {
    var words = ReleaseLockWords()
    while let field = try field() {
      guard field.bytes.first != UInt8(ascii: "\"") else {
        throw Problem(offset: field.offset, reason: "this text has no word before it")
      }
      let end = index
      let text = try self.field()?.quoted
      if text == nil { index = end }
      if text == nil, known.contains(where: { $0.rawValue == field.text }) {
        throw Problem(offset: field.offset, reason: "'\(field.text)' needs a text in quotation marks after it")
      }
      if words.list.contains(where: { $0.word == field.text }) {
        throw Problem(offset: field.offset, reason: "'\(field.text)' occurs twice")
      }
      words.list.append((field.text, text))
    }
    return words
  }
}
