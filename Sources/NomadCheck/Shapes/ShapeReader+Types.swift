import NomadSyntax

/// The reading of types.
extension ShapeReader {
  /// Reads a type, and the white space after it; nil for a type of another form.
  mutating func readType() -> SwiftType? {
    let outer = depth
    defer { depth = outer }
    depth += 1
    guard depth <= Self.deepest, var type = core() else { return nil }
    while take("?") || take("!") {
      depth += 1
      guard depth <= Self.deepest else { return nil }
      type = .optional(type)
    }
    return type
  }

  /// The depth of nesting up to which a type is taken apart, deeper than any real code.
  private static let deepest = 64

  private mutating func core() -> SwiftType? {
    if take("[") { return collection() }
    if take("(") { return tuple() }
    if take("$") { return parameter() }
    return path()
  }

  private mutating func collection() -> SwiftType? {
    guard let first = readType() else { return nil }
    if take("]") { return .array(first) }
    guard take(":"), let value = readType(), take("]") else { return nil }
    return .dictionary(first, value)
  }

  private mutating func tuple() -> SwiftType? {
    var elements: [SwiftType.Element] = []
    while !take(")") {
      let start = index
      let label = readName()
      // Of two labels, as in a function's type, neither is that of a tuple.
      let isLabeled = label != nil && take(":")
      if !isLabeled { index = start }
      guard let type = readType() else { return nil }
      elements.append(SwiftType.Element(label: isLabeled ? label : nil, type: type))
      if !take(","), peek()?.is(")") != true { return nil }
    }
    // A function follows, or a name, as in `(repeat each T)`.
    if peek()?.is("-") == true { return nil }
    // Parentheses around one type mean nothing.
    return elements.count == 1 && elements[0].label == nil ? elements[0].type : .tuple(elements)
  }

  private mutating func parameter() -> SwiftType? {
    let start = index
    while index < bytes.count, ByteClass.isDigit(bytes[index]) { index += 1 }
    return Int(String(decoding: bytes[start..<index], as: UTF8.self)).map(SwiftType.parameter)
  }

  private mutating func path() -> SwiftType? {
    var path: [SwiftType.Component] = []
    repeat {
      guard let name = readName() else { return nil }
      var part = SwiftType.Component(name: name)
      if take("<") {
        repeat {
          guard let argument = readType() else { return nil }
          part.arguments.append(argument)
        } while take(",")
        guard take(">") else { return nil }
      }
      part.isModule = path.isEmpty && take("::")
      path.append(part)
    } while path.last?.isModule == true || take(".")
    return .named(path)
  }
}
