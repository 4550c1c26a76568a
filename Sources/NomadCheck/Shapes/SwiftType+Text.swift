import NomadSyntax

extension SwiftType: CustomStringConvertible {
  /// The type as a shape spells it.
  package var description: String { text { "$\($0)" } }

  /// Returns the type as text, with names for generic parameters.
  package func text(_ parameter: (Int) -> String) -> String {
    func list(_ types: [SwiftType]) -> String { types.map { $0.text(parameter) }.joined(separator: ", ") }
    switch self {
    case .named(let path):
      return path.enumerated().map { index, part in
        let separator = index == 0 ? "" : path[index - 1].isModule ? "::" : "."
        return separator + Self.spelled([part.name]) + (part.arguments.isEmpty ? "" : "<\(list(part.arguments))>")
      }.joined()
    case .parameter(let index): return parameter(index)
    case .optional(let type): return type.text(parameter) + "?"
    case .array(let type): return "[\(type.text(parameter))]"
    case .dictionary(let key, let value): return "[\(key.text(parameter)): \(value.text(parameter))]"
    case .tuple(let elements):
      let texts = elements.map { ($0.label.map { "\($0): " } ?? "") + $0.type.text(parameter) }
      return "(\(texts.joined(separator: ", ")))"
    case .other(let text): return text
    }
  }
}

extension SwiftType {
  /// A parser of the text of a type.
  struct Parser {
    private let bytes: [UInt8]
    private(set) var index = 0
    /// The depth of nesting up to which a type is parsed, deeper than any real code.
    private var depth = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Parses a type; nil if it has another form.
    mutating func type() -> SwiftType? {
      let outer = depth
      defer { depth = outer }
      depth += 1
      guard depth <= 64, var type = core() else { return nil }
      while take("?") || take("!") {
        depth += 1
        guard depth <= 64 else { return nil }
        type = .optional(type)
      }
      return type
    }

    private mutating func core() -> SwiftType? {
      if take("[") { return collection() }
      if take("(") { return tuple() }
      if take("$") { return digits().flatMap { Int($0) }.map(SwiftType.parameter) }
      return path()
    }

    private mutating func collection() -> SwiftType? {
      guard let first = type() else { return nil }
      if take("]") { return .array(first) }
      guard take(":"), let value = type(), take("]") else { return nil }
      return .dictionary(first, value)
    }

    private mutating func tuple() -> SwiftType? {
      var elements: [Element] = []
      while !take(")") {
        let start = index
        let label = name()
        // Of two labels, as in a function's type, neither is that of a tuple.
        let isLabeled = label != nil && take(":")
        if !isLabeled { index = start }
        guard let type = type() else { return nil }
        elements.append(Element(label: isLabeled ? label : nil, type: type))
        if !take(","), peek()?.is(")") != true { return nil }
      }
      // A function follows, or a name, as in `(repeat each T)`.
      if peek()?.is("-") == true { return nil }
      // Parentheses around one type mean nothing.
      return elements.count == 1 && elements[0].label == nil ? elements[0].type : .tuple(elements)
    }

    private mutating func path() -> SwiftType? {
      var path: [Component] = []
      repeat {
        guard let name = name() else { return nil }
        var part = Component(name: name)
        if take("<") {
          repeat {
            guard let argument = type() else { return nil }
            part.arguments.append(argument)
          } while take(",")
          guard take(">") else { return nil }
        }
        part.isModule = path.isEmpty && take("::")
        path.append(part)
      } while path.last?.isModule == true || take(".")
      return .named(path)
    }

    private mutating func name() -> String? {
      if take("`") {
        let start = index
        while index < bytes.count, !bytes[index].is("`") { index += 1 }
        guard start < index, index < bytes.count else { return nil }
        index += 1
        return String(decoding: bytes[start..<(index - 1)], as: UTF8.self)
      }
      guard let first = peek(), !ByteClass.isDigit(first) else { return nil }
      let start = index
      while index < bytes.count, SwiftType.isNamePart(bytes[index]) { index += 1 }
      return start < index ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
    }

    private mutating func digits() -> String? {
      let start = index
      while index < bytes.count, ByteClass.isDigit(bytes[index]) { index += 1 }
      return start < index ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
    }

    /// Skips a space and returns the next byte; nil at the end.
    private mutating func peek() -> UInt8? {
      while index < bytes.count, bytes[index].is(" ") { index += 1 }
      return index < bytes.count ? bytes[index] : nil
    }

    private mutating func take(_ mark: String) -> Bool {
      _ = peek()
      guard bytes[index...].starts(with: mark.utf8) else { return false }
      index += mark.utf8.count
      return true
    }
  }
}
