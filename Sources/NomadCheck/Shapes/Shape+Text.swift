import NomadGenCore
import NomadSyntax
import NomadTargets

extension Shape {
  /// The shape as text, as a release lock has it after a type's name and release.
  ///
  /// ```text
  /// { id: UUID, text "body": String }
  /// String { dark = "dark", light = "light" }
  /// = [SchemaV2.Note]
  /// ```
  package var text: String {
    if let alias { return "\(Self.aliasMark) \(alias.written)" }
    let code = codeTexts.map(\.text) + (isDecoded ? [] : [Self.undecodedMark]) + (isKey ? [Self.keyMark] : [])
    let members = (properties.map(\.text) + cases.map(\.text) + code).joined(separator: ", ")
    let braces = members.isEmpty ? "{ }" : "{ \(members) }"
    if let superclass { return ": \(superclass.written) \(braces)" }
    if isEnum { return "\(rawType ?? Self.enumWord) \(braces)" }
    // A struct that is coded as its raw value.
    return (rawType.map { "\(Self.structWord) \($0) " } ?? "") + braces
  }

  /// The code on which coding depends, as it is written in a shape, by its names.
  package var codeTexts: [(name: String, text: String)] {
    let own = [(Self.decodingCode, decoding), (Self.encodingCode, encoding)].compactMap { name, code in
      code.map { (name, "\(name) \($0.text)") }
    }
    let others =
      coded.map { ($0, "\(Self.codeMark)\(Self.written(code: $0))") }
      + code.map { ($0, "\(Self.codeMark)\(Self.written(code: $0)) \(TokenDigest.digits(of: $1))") }
    return own + others.sorted { ByteOrder.precedes($0.0, $1.0) }
  }

  /// Reads a shape from its text.
  ///
  /// - Returns: nil if the text is not a shape.
  package init?(_ text: String) {
    var reader = ShapeReader(bytes: Array(text.utf8))
    guard let shape = try? reader.shape(), reader.isAtEnd else { return nil }
    self = shape
  }

  /// Sorts the properties and the cases by name.
  package mutating func sort() {
    properties.sort { ByteOrder.precedes($0.text, $1.text, by: $0.name, $1.name) }
    for code in [\Shape.decoding, \.encoding] {
      self[keyPath: code]?.fields.sort { ByteOrder.precedes($0.text, $1.text) }
    }
    cases.sort { ByteOrder.precedes($0.text, $1.text, by: $0.name, $1.name) }
  }

  static let decodingCode = "init(from:)"
  static let encodingCode = "encode(to:)"
  static let codeMark = "#"
  static let aliasMark = "="
  static let undecodedMark = "!Decodable"
  static let keyMark = "+CodingKeyRepresentable"
  static let labelWord = "case"
  static let otherWord = "do"
  static let otherMark = "|"
  static let tolerantWord = "try?"
  /// The name of the value of a container without keys.
  static let wholeWord = "self"
  static let enumWord = "enum"
  static let structWord = "struct"
  static let constantWord = "let"
  static let conditionWord = "if"
  static let unknownType = "_"
  /// Stands for the types of a value that are not known.
  static let unknown = SwiftType(unknownType)

  /// The name of the code that decodes a property wrapper in place of its container.
  static func overload(for wrapper: SwiftType) -> String { "\(overloadStart)\(wrapper.name ?? ""))" }

  static let overloadStart = "decode(@"

  /// A name, in backticks if it would not read as one otherwise.
  fileprivate static func written(_ name: String) -> String { isPlain(name) ? name : "`\(name)`" }

  /// The name of code, in quotation marks if it would not read as one word otherwise.
  private static func written(code name: String) -> String {
    name.utf8.contains { " ,}\"".utf8.contains($0) } ? name.swiftLiteral : name
  }

  /// A coding key where no name precedes it, in quotation marks if it is not a name.
  static func writtenKey(_ key: String) -> String { isPlain(key) ? key : key.swiftLiteral }

  private static func isPlain(_ name: String) -> Bool {
    let first = name.utf8.first.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? true
    return !first && ![constantWord, labelWord, otherWord, wholeWord].contains(name)
      && name.utf8.allSatisfy(SwiftType.isNamePart)
  }

  fileprivate static func suffix(condition: String?) -> String {
    condition.map { " \(conditionWord) \($0.swiftLiteral)" } ?? ""
  }
}

extension ByteOrder {
  /// Whether the first text comes before the second one, by names first.
  fileprivate static func precedes(_ lhs: String, _ rhs: String, by lhsName: String, _ rhsName: String) -> Bool {
    lhsName == rhsName ? precedes(lhs, rhs) : precedes(lhsName, rhsName)
  }
}

extension Shape.Property {
  /// The property as it is written in a shape: `@Clamped count "n": Int`.
  package var text: String {
    (wrapper.map { "@\($0.written) " } ?? "") + (isWrittenOnly ? "\(Shape.constantWord) " : "") + Shape.written(name)
      + (key == name ? "" : " \(key.swiftLiteral)") + ": \(type?.written ?? Shape.unknownType)"
      + Shape.suffix(condition: condition)
  }
}

extension Shape.Case {
  /// The case as it is written in a shape: `circle(radius: Double)`, or `dark = "dark"`.
  package var text: String {
    let values = parameters.map { "\(Shape.writtenKey($0.key)): \($0.type.written)" }
    return Shape.written(name) + (key == name ? "" : " \(key.swiftLiteral)")
      + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
      + (rawValue.map { " = \(Shape.canonical(rawValue: $0))" } ?? "") + Shape.suffix(condition: condition)
  }
}

extension Shape.Code {
  /// The code as it is written in a shape: `{ id: UUID, text: String?, #8c2d0f6a9be13d47 }`.
  fileprivate var text: String {
    let sums =
      statements.map { Shape.codeMark + TokenDigest.digits(of: $0) }.sorted()
      + labels.map { "\(Shape.labelWord) \(TokenDigest.digits(of: $0))" }.sorted()
      + others.map { "\(Shape.otherWord) \(TokenDigest.digits(of: $0))" }.sorted()
    let members = fields.map(\.text) + sums
    return members.isEmpty ? "{ }" : "{ \(members.joined(separator: ", ")) }"
  }
}

extension Shape.Field {
  /// The value as it is written in a shape: `text: String?`, `try? point.x: Int | Double`, `a: Int #8c2d0f6a9be13d47 | String`,
  /// or `width = w: Double` if the key has another name than the property.
  package var text: String {
    let types = (types.isEmpty ? [Shape.unknown] : types).map { type in
      type.written + (code[type.unwrapped].map { " \(Shape.codeMark)\(TokenDigest.digits(of: $0))" } ?? "")
    }
    return (isTolerant ? "\(Shape.tolerantWord) " : "") + (property.map { "\(Shape.writtenKey($0)) = " } ?? "")
      + (path.isEmpty ? Shape.wholeWord : path.map(Shape.writtenKey).joined(separator: "."))
      + ": \(types.joined(separator: " \(Shape.otherMark) "))" + Shape.suffix(condition: condition)
  }
}

extension SwiftType {
  /// The type as it is written in a shape: in quotation marks if it is neither a name nor made of other types.
  fileprivate var written: String {
    let text = description
    return if case .other = SwiftType(text) { text.swiftLiteral } else { text }
  }
}

extension Shape {
  /// A raw value as a literal on one line, in the one way in which a lock writes it.
  static func canonical(rawValue: String) -> String {
    StringLiteral.value(of: rawValue).map(\.swiftLiteral) ?? rawValue
  }
}
