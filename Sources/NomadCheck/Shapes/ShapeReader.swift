import NomadGenCore
import NomadSyntax

/// A reader of the text of a shape or of a type, byte by byte.
struct ShapeReader {
  typealias Problem = ReleaseLockLine.Problem

  let bytes: [UInt8]
  /// The offset of the next byte.
  var index = 0
  /// The depth of nesting in a type.
  var depth = 0

  /// Whether only white space is left.
  var isAtEnd: Bool { bytes[index...].allSatisfy(ReleaseLockLine.isSpace) }

  /// Reads a shape up to its closing brace.
  mutating func shape() throws(Problem) -> Shape {
    var shape = Shape()
    if take(Shape.aliasMark) {
      shape.alias = try type()
      return shape
    }
    if take(":") {
      shape.superclass = try type()
    } else if take(word: Shape.structWord) {
      shape.rawType = try type().description
    } else if peek() != UInt8(ascii: "{") {
      let raw = try type().description
      shape.isEnum = true
      shape.rawType = raw == Shape.enumWord ? nil : raw
    }
    try expect("{")
    if take("}") { return shape }
    var known: Set<[String?]> = []
    repeat {
      _ = peek()
      let start = index
      let (name, condition) = try member(of: &shape)
      guard known.insert([name, condition]).inserted else {
        throw Problem(offset: start, reason: "'\(name)' occurs twice")
      }
    } while take(",")
    try expect("}")
    shape.sort()
    return shape
  }

  /// Reads a member, and returns its name and its condition.
  private mutating func member(of shape: inout Shape) throws(Problem) -> (String, String?) {
    if take(Shape.decodingCode) {
      shape.decoding = try code()
      return (Shape.decodingCode, nil)
    }
    if take(Shape.encodingCode) {
      shape.encoding = try code()
      return (Shape.encodingCode, nil)
    }
    if take(Shape.undecodedMark) {
      shape.isDecoded = false
      return (Shape.undecodedMark, nil)
    }
    if take(Shape.keyMark) {
      shape.isKey = true
      return (Shape.keyMark, nil)
    }
    if take(Shape.codeMark) {
      let text = try quoted()
      let name = if let text { text } else { try word("a name") }
      let isLast = [UInt8(ascii: ","), UInt8(ascii: "}")].contains(peek())
      if isLast { shape.coded.insert(name) } else { shape.code[name] = try checksum() }
      return (Shape.codeMark + name, nil)
    }
    if shape.isEnum {
      let found = try enumCase()
      shape.cases.append(found)
      return (found.name, found.condition)
    }
    let start = index
    if let name = try? name(), take("=") {
      // A constant of a raw value: `bold = 1`.
      let found = Shape.Case(name: name, key: name, rawValue: try rawValue(), condition: try condition())
      shape.cases.append(found)
      return (name, found.condition)
    }
    index = start
    let found = try property()
    shape.properties.append(found)
    return (found.name, found.condition)
  }

  /// Reads what a hand-written method decodes or encodes.
  private mutating func code() throws(Problem) -> Shape.Code {
    var code = Shape.Code()
    try expect("{")
    if take("}") { return code }
    repeat {
      _ = peek()
      let start = index
      let isNew: Bool
      if take(Shape.codeMark) {
        isNew = code.statements.insert(try checksum()).inserted
      } else if take(word: Shape.labelWord) {
        isNew = code.labels.insert(try checksum()).inserted
      } else if take(word: Shape.otherWord) {
        isNew = code.others.insert(try checksum()).inserted
      } else {
        let field = try field()
        isNew = !code.fields.contains(field)
        code.fields.append(field)
      }
      if !isNew { throw Problem(offset: start, reason: "this occurs twice") }
    } while take(",")
    try expect("}")
    return code
  }

  private mutating func field() throws(Problem) -> Shape.Field {
    var field = Shape.Field(path: [])
    field.isTolerant = take(word: Shape.tolerantWord)
    if !take("\(Shape.wholeWord):") {
      field.path.append(try key())
      if take("=") {
        field.property = field.path[0]
        field.path = take(Shape.wholeWord + ":") ? [] : [try key()]
      }
      while !field.path.isEmpty, take(".") { field.path.append(try key()) }
      if !field.path.isEmpty { try expect(":") }
    }
    repeat {
      let type = try type()
      if take(Shape.codeMark) { field.code[type.unwrapped] = try checksum() }
      if type != Shape.unknown { field.types.append(type) }
    } while take(Shape.otherMark)
    field.condition = try condition()
    return field
  }

  private mutating func property() throws(Problem) -> Shape.Property {
    var wrapper: SwiftType?
    if take("@") { wrapper = try type() }
    let isWrittenOnly = take(word: Shape.constantWord)
    let name = try self.name()
    let key = try quoted() ?? name
    try expect(":")
    let type = try type()
    return Shape.Property(
      name: name,
      key: key,
      type: type.description == Shape.unknownType ? nil : type,
      wrapper: wrapper,
      isWrittenOnly: isWrittenOnly,
      condition: try condition()
    )
  }

  private mutating func enumCase() throws(Problem) -> Shape.Case {
    let name = try self.name()
    var found = Shape.Case(name: name, key: try quoted() ?? name)
    if take("(") {
      repeat {
        let key = try key()
        try expect(":")
        found.parameters.append(Shape.Case.Parameter(key: key, type: try type()))
      } while take(",")
      try expect(")")
    }
    if take("=") { found.rawValue = try rawValue() }
    found.condition = try condition()
    return found
  }

  // MARK: Parts

  private mutating func name() throws(Problem) -> String {
    let isRaw = peek() == UInt8(ascii: "`")
    let start = isRaw ? index + 1 : index
    if let name = readName() { return name }
    throw Problem(offset: start, reason: isRaw ? "a backtick is not closed" : "a name is missing")
  }

  /// Reads a name, which may be in backticks; nil if there is none.
  mutating func readName() -> String? {
    let isRaw = take("`")
    let start = index
    if !isRaw, index < bytes.count, ByteClass.isDigit(bytes[index]) { return nil }
    while index < bytes.count, isRaw ? bytes[index] != UInt8(ascii: "`") : SwiftType.isNamePart(bytes[index]) {
      index += 1
    }
    guard start < index, !isRaw || index < bytes.count else { return nil }
    defer { if isRaw { index += 1 } }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Reads a coding key where no name precedes it.
  private mutating func key() throws(Problem) -> String {
    if let key = try quoted() { return key }
    return try name()
  }

  private mutating func type() throws(Problem) -> SwiftType {
    if let text = try quoted() { return SwiftType(text) }
    let start = index
    if let type = readType() { return type }
    throw Problem(offset: start, reason: "a type is missing")
  }

  /// Reads up to white space or the end of a member.
  private mutating func word(_ meaning: String) throws(Problem) -> String {
    _ = peek()
    let start = index
    while index < bytes.count, !ReleaseLockLine.isSpace(bytes[index]), !",}".utf8.contains(bytes[index]) { index += 1 }
    guard start < index else { throw Problem(offset: start, reason: "\(meaning) is missing") }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func rawValue() throws(Problem) -> String {
    if let text = try quoted() { return text.swiftLiteral }
    return Shape.canonical(rawValue: try word("a raw value"))
  }

  private mutating func condition() throws(Problem) -> String? {
    guard take(word: Shape.conditionWord) else { return nil }
    guard let text = try quoted() else {
      throw Problem(offset: index, reason: "'\(Shape.conditionWord)' needs a text in quotation marks after it")
    }
    return text
  }

  private mutating func checksum() throws(Problem) -> UInt64 {
    _ = peek()
    let start = index
    while index < bytes.count, ByteClass.isIdentifierPart(bytes[index]) { index += 1 }
    return try ReleaseLockLine.checksum(bytes[start..<index], at: start)
  }

  /// Reads a text in quotation marks; nil if there is none.
  private mutating func quoted() throws(Problem) -> String? {
    guard peek() == UInt8(ascii: "\"") else { return nil }
    let start = index
    repeat {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    } while index < bytes.count && bytes[index] != UInt8(ascii: "\"")
    guard index < bytes.count else { throw Problem(offset: start, reason: "a quotation mark is not closed") }
    index += 1
    guard let text = bytes[start..<index].withUnsafeBufferPointer(StringLiteral.value(of:)) else {
      throw Problem(offset: start, reason: "this text is not a string literal")
    }
    return text
  }

  // MARK: Bytes

  /// Skips white space and returns the next byte; nil at the end.
  mutating func peek() -> UInt8? {
    while index < bytes.count, ReleaseLockLine.isSpace(bytes[index]) { index += 1 }
    return index < bytes.count ? bytes[index] : nil
  }

  mutating func take(_ text: String) -> Bool {
    _ = peek()
    guard bytes[index...].starts(with: text.utf8) else { return false }
    index += text.utf8.count
    return true
  }

  /// Takes a word that ends where a name would.
  private mutating func take(word: String) -> Bool {
    let start = index
    guard take(word) else { return false }
    guard index < bytes.count, ReleaseLockLine.isSpace(bytes[index]) else {
      index = start
      return false
    }
    return true
  }

  private mutating func expect(_ text: String) throws(Problem) {
    guard take(text) else { throw Problem(offset: index, reason: "'\(text)' is missing") }
  }
}
