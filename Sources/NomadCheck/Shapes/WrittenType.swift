import NomadSyntax

/// A type as the source writes it, taken apart.
indirect enum WrittenType {
  /// A path of names, each with its generic arguments.
  case name(TypeReference, arguments: [[WrittenType]])
  case array(WrittenType)
  case dictionary(WrittenType, WrittenType)
  case optional(WrittenType)
  case tuple([Element])
  /// Another type, such as that of a function, which coding cannot handle by itself.
  case other(String)

  struct Element {
    var label: String?
    var type: WrittenType
  }

  /// Takes a type apart.
  init(_ text: TypeText) {
    guard text.joined.utf8.count <= CodedType.longest else {
      self = .other("a type of more than \(CodedType.longest) characters")
      return
    }
    var parser = TypeParser(text)
    let type = parser.parse()
    self = type.flatMap { parser.isAtEnd ? $0 : nil } ?? .other(text.joined)
  }
}

extension TypeText {
  /// The text with a space for all white space between two tokens.
  var joined: String {
    let text = pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .path(let path): path.components.map(\.spelling).joined(separator: ".")
      }
    }
    return text.joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// A parser of types.
private struct TypeParser {
  private enum Lexeme {
    case path(TypeReference)
    case word(String)
    case mark(Character)
    /// The end of the text.
    case end
  }

  private var lexemes: [Lexeme] = []
  private var index = 0

  /// The depth of nesting up to which a type is parsed, deeper than any real code.
  private var depth = 0

  init(_ text: TypeText) {
    for piece in text.pieces {
      switch piece {
      case .path(let path): lexemes.append(.path(path))
      case .text(let text): addLexemes(of: text)
      }
    }
  }

  var isAtEnd: Bool { if case .end = next { true } else { false } }

  private mutating func addLexemes(of text: String) {
    var rest = text[...]
    while let first = rest.first {
      let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
      if word.isEmpty {
        if !first.isWhitespace { lexemes.append(.mark(first)) }
        rest.removeFirst()
      } else {
        lexemes.append(.word(String(word)))
        rest.removeFirst(word.count)
      }
    }
  }

  private var next: Lexeme { index < lexemes.count ? lexemes[index] : .end }

  private func isNext(_ mark: Character, after count: Int = 0) -> Bool {
    if index + count < lexemes.count, case .mark(mark) = lexemes[index + count] { true } else { false }
  }

  private mutating func consume(_ mark: Character) -> Bool {
    guard isNext(mark) else { return false }
    index += 1
    return true
  }

  // MARK: Grammar

  /// Parses a type; nil if it has another form.
  mutating func parse() -> WrittenType? {
    guard depth < 64 else { return nil }
    depth += 1
    defer { depth -= 1 }
    guard var type = parsePrimary() else { return nil }
    while isNext("?") || isNext("!") {
      index += 1
      type = .optional(type)
    }
    return isNext("-") || isNext("&") || isNext(".") ? nil : type
  }

  private mutating func parsePrimary() -> WrittenType? {
    if consume("[") { return parseCollection() }
    if consume("(") { return parseTuple() }
    return parseName()
  }

  private mutating func parseCollection() -> WrittenType? {
    guard let first = parse() else { return nil }
    if consume("]") { return .array(first) }
    guard consume(":"), let value = parse(), consume("]") else { return nil }
    return .dictionary(first, value)
  }

  private mutating func parseTuple() -> WrittenType? {
    var elements: [WrittenType.Element] = []
    while !consume(")") {
      var label: String?
      if case .word(let word) = next, isNext(":", after: 1) {
        label = Self.name(word).text
        index += 2
      }
      guard let type = parse() else { return nil }
      elements.append(WrittenType.Element(label: label, type: type))
      if !consume(","), !isNext(")") { return nil }
    }
    // Parentheses around one type mean nothing.
    return elements.count == 1 ? elements[0].type : .tuple(elements)
  }

  private mutating func parseName() -> WrittenType? {
    var path = TypeReference(components: [])
    var arguments: [[WrittenType]] = []
    repeat {
      switch next {
      case .path(let part):
        if path.components.isEmpty { path = part } else { path.components += part.components }
      case .word(let word): path.components.append(Self.name(word))
      case .mark, .end: return nil
      }
      index += 1
      arguments += Array(repeating: [], count: path.components.count - arguments.count)
      if consume("<") {
        guard let list = parseArguments() else { return nil }
        arguments[arguments.count - 1] = list
      }
    } while consume(".")
    return .name(path, arguments: arguments)
  }

  private mutating func parseArguments() -> [WrittenType]? {
    var arguments: [WrittenType] = []
    repeat {
      guard let argument = parse() else { return nil }
      arguments.append(argument)
    } while consume(",")
    return consume(">") ? arguments : nil
  }

  private static func name(_ word: String) -> Name { Name(text: word, isQuoted: word.hasPrefix("`")) }
}
