import NomadGenCore
import NomadSyntax

/// A reader of the text of a shape, byte by byte.
struct ShapeReader {
  typealias Problem = ReleaseLockLine.Problem

  let bytes: [UInt8]
  /// The offset of the next byte.
  var index = 0

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
    repeat { try member(of: &shape) } while take(",")
    try expect("}")
    shape.sort()
    return shape
  }

  private mutating func member(of shape: inout Shape) throws(Problem) {
    _ = peek()
    let start = index
    let isNew: Bool
    let name: String
    if take(Shape.decodingCode) {
      (isNew, name) = (shape.decoding == nil, Shape.decodingCode)
      shape.decoding = try code()
    } else if take(Shape.encodingCode) {
      (isNew, name) = (shape.encoding == nil, Shape.encodingCode)
      shape.encoding = try code()
    } else if take(Shape.undecodedMark) {
      (isNew, name) = (shape.isDecoded, Shape.undecodedMark)
      shape.isDecoded = false
    } else if take(Shape.keyMark) {
      (isNew, name) = (!shape.isKey, Shape.keyMark)
      shape.isKey = true
    } else if take(Shape.codeMark) {
      name = try text(endsAtSpace: true)
      isNew = shape.code[name] == nil && !shape.coded.contains(name)
      let isLast = [UInt8(ascii: ","), UInt8(ascii: "}")].contains(peek())
      if isLast { shape.coded.insert(name) } else { shape.code[name] = try checksum() }
    } else if shape.isEnum {
      let found = try enumCase()
      (isNew, name) = (
        !shape.cases.contains { $0.name == found.name && $0.condition == found.condition }, found.name
      )
      shape.cases.append(found)
    } else if let found = try constant() {
      (isNew, name) = (!shape.cases.contains { $0.name == found.name && $0.condition == found.condition }, found.name)
      shape.cases.append(found)
    } else {
      let found = try property()
      (isNew, name) = (
        !shape.properties.contains { $0.name == found.name && $0.condition == found.condition }, found.name
      )
      shape.properties.append(found)
    }
    guard isNew else { throw Problem(offset: start, reason: "'\(name)' occurs twice") }
  }

  /// Reads a constant of a raw value: `bold = 1`; nil if a property follows.
  private mutating func constant() throws(Problem) -> Shape.Case? {
    let start = index
    guard let name = try? name(), take("=") else {
      index = start
      return nil
    }
    var found = Shape.Case(name: name, key: name)
    found.rawValue = try rawValue()
    found.condition = try condition()
    return found
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
    func key() throws(Problem) -> String { peek() == UInt8(ascii: "\"") ? try text() : try name() }
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
      let type = SwiftType(try text(endsAtSpace: false, endsAtCode: true))
      if take(Shape.codeMark) { field.code[type.unwrapped] = try checksum() }
      if type != Shape.unknown { field.types.append(type) }
    } while take(Shape.otherMark)
    field.condition = try condition()
    return field
  }

  private mutating func property() throws(Problem) -> Shape.Property {
    var wrapper: SwiftType?
    if take("@") { wrapper = SwiftType(try text(endsAtSpace: true)) }
    let isWrittenOnly = take(word: Shape.constantWord)
    let name = try self.name()
    let key = peek() == UInt8(ascii: "\"") ? try text() : name
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
    var found = Shape.Case(name: name, key: peek() == UInt8(ascii: "\"") ? try text() : name)
    if take("(") {
      repeat {
        let key = peek() == UInt8(ascii: "\"") ? try text() : try self.name()
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
    let isRaw = take("`")
    _ = isRaw ? nil : peek()
    let start = index
    while index < bytes.count, isRaw ? bytes[index] != UInt8(ascii: "`") : SwiftType.isNamePart(bytes[index]) {
      index += 1
    }
    guard index > start, !isRaw || index < bytes.count else {
      throw Problem(offset: start, reason: isRaw ? "a backtick is not closed" : "a name is missing")
    }
    defer { if isRaw { index += 1 } }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func type() throws(Problem) -> SwiftType { SwiftType(try text(endsAtSpace: false)) }

  /// Reads the text of a type up to a separator that is not inside its own brackets, or up to the words that can follow it.
  private mutating func text(endsAtSpace: Bool, endsAtCode: Bool = false) throws(Problem) -> String {
    _ = peek()
    let start = index
    var end = index
    var open: [Int] = []
    scan: while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "<"): open.append(index)
      case UInt8(ascii: ">") where index > start && bytes[index - 1] == UInt8(ascii: "-"): break
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: ">"):
        if open.popLast() == nil { break scan }
      case UInt8(ascii: "`"):
        let quote = index
        repeat { index += 1 } while index < bytes.count && bytes[index] != UInt8(ascii: "`")
        guard index < bytes.count else { throw Problem(offset: quote, reason: "a backtick is not closed") }
      case UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "="):
        if open.isEmpty { break scan }
      case let byte where open.isEmpty && ReleaseLockLine.isSpace(byte):
        if endsAtSpace || isBeforeCondition || endsAtCode && isBeforeCode { break scan }
        index += 1
        continue scan
      default: break
      }
      index += 1
      end = index
    }
    if let bracket = open.last { throw Problem(offset: bracket, reason: "a bracket is not closed") }
    guard start < end else { throw Problem(offset: start, reason: "a type is missing") }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private var isBeforeCode: Bool {
    var reader = self
    return reader.take(Shape.codeMark) || reader.take(Shape.otherMark)
  }

  /// Whether a condition follows: the word and a text in quotation marks.
  private var isBeforeCondition: Bool {
    var reader = self
    return reader.take(word: Shape.conditionWord) && reader.peek() == UInt8(ascii: "\"")
  }

  private mutating func rawValue() throws(Problem) -> String {
    if peek() == UInt8(ascii: "\"") { return try text().swiftLiteral }
    let start = index
    while index < bytes.count, !ReleaseLockLine.isSpace(bytes[index]), !",}".utf8.contains(bytes[index]) { index += 1 }
    guard start < index else { throw Problem(offset: start, reason: "a raw value is missing") }
    return Shape.canonical(rawValue: String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private mutating func condition() throws(Problem) -> String? {
    guard take(word: Shape.conditionWord) else { return nil }
    guard peek() == UInt8(ascii: "\"") else {
      throw Problem(offset: index, reason: "'\(Shape.conditionWord)' needs a text in quotation marks after it")
    }
    return try text()
  }

  private mutating func checksum() throws(Problem) -> UInt64 {
    _ = peek()
    let start = index
    while index < bytes.count, ByteClass.isIdentifierPart(bytes[index]) { index += 1 }
    return try ReleaseLockLine.checksum(bytes[start..<index], at: start)
  }

  /// Reads a text in quotation marks.
  private mutating func text() throws(Problem) -> String {
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
  private mutating func peek() -> UInt8? {
    while index < bytes.count, ReleaseLockLine.isSpace(bytes[index]) { index += 1 }
    return index < bytes.count ? bytes[index] : nil
  }

  private mutating func take(_ text: String) -> Bool {
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
