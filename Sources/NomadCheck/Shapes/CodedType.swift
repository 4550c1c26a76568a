/// A type as a shape spells it, taken apart as far as coding is concerned.
indirect enum CodedType: Hashable {
  case optional(CodedType)
  case array(CodedType)
  case dictionary(key: CodedType, value: CodedType)
  case named(String, [CodedType])
  /// A type that is known by its spelling alone, such as a tuple or a function.
  case other(String)

  /// The length in bytes up to which types are taken apart, because that recurses.
  ///
  /// No real type is longer.
  static let longest = 2000

  init(_ text: String) { self = text.utf8.count > Self.longest ? .other(text) : Self(Array(text.utf8)[...]) }

  private init(_ text: ArraySlice<UInt8>) {
    let text = text.trimmed
    let pieces = TypePieces(text)
    // A type of several words, such as a function or an existential, ends in the marks of its last word.
    if pieces.has(UInt8(ascii: " ")) || text.isEmpty {
      self = .other(text.string)
    } else if text.last == UInt8(ascii: "?") {
      let wrapped = CodedType(text.dropLast())
      // Coding makes no difference between the levels of an optional.
      self = wrapped.isOptional ? wrapped : .optional(wrapped)
    } else if let content = text.content(of: "[", "]") {
      let inner = TypePieces(content)
      if let colon = inner.places(of: UInt8(ascii: ":")).first {
        self = .dictionary(key: CodedType(content[..<colon]), value: CodedType(content[(colon + 1)...]))
      } else {
        self = .array(CodedType(content))
      }
    } else if let open = text.firstIndex(of: UInt8(ascii: "<")), open > text.startIndex,
      let content = text[open...].content(of: "<", ">")
    {
      let (name, arguments) = (text[..<open].string, TypePieces(content).split(at: UInt8(ascii: ",")))
      let isArray = ["ArraySlice", "ContiguousArray"].contains(name)
      self = isArray ? .array(CodedType(content)) : .named(name, arguments.map { CodedType($0) })
    } else if text.contains(where: { "()<>[]".utf8.contains($0) }) {
      self = .other(text.string)
    } else {
      self = .named(text.string, [])
    }
  }

  /// Whether coding may leave the value out.
  var isOptional: Bool { if case .optional = self { true } else { false } }
}

/// The parts of a type outside its brackets.
struct TypePieces {
  private let text: ArraySlice<UInt8>
  /// The places of the bytes that are in no bracket and in no backticks.
  private var outside: [Int] = []

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    var (depth, isRaw, last) = (0, false, UInt8(0))
    for (index, byte) in zip(text.indices, text) {
      if byte == UInt8(ascii: "`") { isRaw.toggle() }
      let isArrow = byte == UInt8(ascii: ">") && last == UInt8(ascii: "-")
      if !isRaw, !isArrow, ")]>".utf8.contains(byte) { depth -= 1 }
      if !isRaw, depth == 0 { outside.append(index) }
      if !isRaw, "([<".utf8.contains(byte) { depth += 1 }
      last = byte
    }
  }

  func has(_ byte: UInt8) -> Bool { outside.contains { text[$0] == byte } }

  func places(of byte: UInt8) -> [Int] { outside.filter { text[$0] == byte } }

  func split(at byte: UInt8) -> [ArraySlice<UInt8>] {
    let places = places(of: byte)
    let starts = [text.startIndex] + places.map { $0 + 1 }
    return zip(starts, places + [text.endIndex]).map { text[$0..<$1] }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var string: String { String(decoding: self, as: UTF8.self) }

  fileprivate var trimmed: Self {
    var text = self
    while text.first == UInt8(ascii: " ") { text.removeFirst() }
    while text.last == UInt8(ascii: " ") { text.removeLast() }
    return text
  }

  /// Returns the text between two brackets that belong together and enclose all of it.
  fileprivate func content(of open: Unicode.Scalar, _ close: Unicode.Scalar) -> Self? {
    guard count > 1, first == UInt8(ascii: open), last == UInt8(ascii: close) else { return nil }
    // The first bracket and its partner are outside; any other byte there means that the first bracket ends earlier.
    return TypePieces(self).split(at: UInt8(ascii: close)).count == 2
      && TypePieces(self).places(of: UInt8(ascii: open)).count == 1
      ? dropFirst().dropLast() : nil
  }
}

/// The names in the text of a type.
enum TypeNames {
  /// Returns the names in a type, each with the names before it: `Outer.Inner`.
  static func names(in type: String) -> Set<String> {
    var names: Set<String> = []
    _ = replacing(in: type) { name in
      names.insert(name)
      return nil
    }
    return names
  }

  /// Replaces names in a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - name: Returns the replacement of a name; nil to keep it.
  /// - Returns: The type with the replacements.
  static func replacing(in type: String, _ name: (String) -> String?) -> String {
    let bytes = Array(type.utf8)
    var (result, index): ([UInt8], Int) = ([], 0)
    while index < bytes.count {
      let start = index
      var path: [UInt8] = []
      while index < bytes.count {
        if bytes[index] == UInt8(ascii: "`"), let end = bytes[(index + 1)...].firstIndex(of: UInt8(ascii: "`")) {
          path += bytes[(index + 1)..<end]
          index = end + 1
        } else if ShapeReader.isNamePart(bytes[index]) || (bytes[index] == UInt8(ascii: ".") && !path.isEmpty) {
          path.append(bytes[index])
          index += 1
        } else {
          break
        }
      }
      if path.isEmpty {
        result.append(bytes[index])
        index += 1
      } else {
        let other = name(String(decoding: path, as: UTF8.self))
        result += other.map { Array($0.utf8) } ?? Array(bytes[start..<index])
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension Shape {
  /// The names in the types of everything that coding writes or reads.
  package var typeNames: Set<String> {
    let types = properties.flatMap { [$0.type, $0.wrapper] } + cases.flatMap(\.parameters).map(\.type)
    return (types + [superclass, rawType]).compactMap(\.self)
      .reduce(into: coded) { $0.formUnion(TypeNames.names(in: $1)) }
  }

  /// Returns the shape with other names of types.
  package func renaming(_ name: (String) -> String?) -> Shape {
    func renamed(_ type: String?) -> String? { type.map { TypeNames.replacing(in: $0, name) } }
    var shape = self
    (shape.superclass, shape.rawType) = (renamed(superclass), renamed(rawType))
    shape.coded = Set(coded.map { name($0) ?? $0 })
    for index in properties.indices {
      shape.properties[index].type = renamed(properties[index].type)
      shape.properties[index].wrapper = renamed(properties[index].wrapper)
    }
    for index in cases.indices {
      for parameter in cases[index].parameters.indices {
        let type = cases[index].parameters[parameter].type
        shape.cases[index].parameters[parameter].type = TypeNames.replacing(in: type, name)
      }
    }
    return shape
  }
}
