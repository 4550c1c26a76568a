package import NomadSyntax

/// A type as a source or a shape spells it, taken apart.
package indirect enum SwiftType: Hashable, Sendable {
  /// A path of names, each with its generic arguments.
  case named([Component])
  /// A generic parameter of the type around it, by its place among those of all types around it.
  case parameter(Int)
  case optional(SwiftType)
  case array(SwiftType)
  case dictionary(SwiftType, SwiftType)
  case tuple([Element])
  /// Another type, such as that of a function, as it is written.
  case other(String)

  package struct Component: Hashable, Sendable {
    /// The name, without backticks.
    package var name: String
    package var arguments: [SwiftType] = []
    /// Whether it surely names a module, because `::` follows it (SE-0491).
    package var isModule = false

    package init(name: String, arguments: [SwiftType] = [], isModule: Bool = false) {
      (self.name, self.arguments, self.isModule) = (name, arguments, isModule)
    }
  }

  package struct Element: Hashable, Sendable {
    package var label: String?
    package var type: SwiftType

    package init(label: String?, type: SwiftType) { (self.label, self.type) = (label, type) }
  }

  /// Takes a type apart.
  package init(_ text: String) {
    // White space between two tokens means nothing, apart from that it is there.
    let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var reader = ShapeReader(bytes: Array(text.utf8))
    let type = reader.readType()
    self = type.flatMap { reader.isAtEnd ? $0 : nil } ?? .other(text)
  }

  /// Takes a type apart that a source has.
  package init(_ text: TypeText) {
    let pieces = text.pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .path(let path):
        path.hasModuleSelector
          ? "\(path.components[0].spelling)::\(path.components.dropFirst().map(\.spelling).joined(separator: "."))"
          : path.spelling
      }
    }
    self.init(pieces.joined())
  }

  /// Creates a type without generic arguments.
  package init(named path: [String]) { self = .named(path.map { Component(name: $0) }) }
}

extension SwiftType {
  /// The names of its path; nil if it is another type.
  package var path: [String]? { if case .named(let path) = self { path.map(\.name) } else { nil } }

  /// The name of its path, as shapes spell it; nil if it is another type.
  package var name: String? { path.map(Self.spelled) }

  /// The generic arguments of all names of its path, in their order.
  package var arguments: [SwiftType] { if case .named(let path) = self { path.flatMap(\.arguments) } else { [] } }

  /// Whether coding may leave the value out.
  package var isOptional: Bool { if case .optional = self { true } else { false } }

  /// The type without the mark of an optional.
  package var unwrapped: SwiftType { if case .optional(let type) = self { type } else { self } }

  /// Returns the types that it directly contains.
  package var parts: [SwiftType] {
    switch self {
    case .named(let path): path.flatMap(\.arguments)
    case .optional(let type), .array(let type): [type]
    case .dictionary(let key, let value): [key, value]
    case .tuple(let elements): elements.map(\.type)
    case .parameter, .other: []
    }
  }

  /// Returns the type with each of its parts replaced, and then itself.
  ///
  /// - Parameter change: Returns the replacement of a type whose parts were replaced.
  /// - Returns: The replacement.
  package func mapped(_ change: (SwiftType) -> SwiftType) -> SwiftType {
    switch self {
    case .named(let path):
      change(
        .named(
          path.map { part in
            Component(name: part.name, arguments: part.arguments.map { $0.mapped(change) }, isModule: part.isModule)
          }
        )
      )
    case .optional(let type): change(.optional(type.mapped(change)))
    case .array(let type): change(.array(type.mapped(change)))
    case .dictionary(let key, let value): change(.dictionary(key.mapped(change), value.mapped(change)))
    case .tuple(let elements):
      change(.tuple(elements.map { Element(label: $0.label, type: $0.type.mapped(change)) }))
    case .parameter, .other: change(self)
    }
  }

  /// Returns the type with other names in place of some.
  ///
  /// - Parameter name: Returns the new name of a path; nil to keep it.
  /// - Returns: The type with the new names.
  package func renamed(_ name: (String) -> String?) -> SwiftType {
    mapped { type in
      guard case .named(let path) = type, let old = type.name, let new = name(old) else { return type }
      let names = SwiftType(new).path ?? [new]
      // The generic arguments stay with the innermost names.
      let missing = max(0, names.count - path.count)
      let lists = Array(repeating: [], count: missing) + path.suffix(names.count).map(\.arguments)
      return .named(zip(names, lists).map { Component(name: $0, arguments: $1) })
    }
  }

  /// All names in the type, each with the names before it.
  package var names: Set<String> {
    parts.reduce(into: Set([name].compactMap(\.self))) { $0.formUnion($1.names) }
  }

  /// Returns a path as shapes spell it: in backticks where it needs them.
  package static func spelled(_ path: [String]) -> String {
    path.map { name in
      let startsPlain = name.utf8.first.map { isNamePart($0) && !ByteClass.isDigit($0) } ?? false
      return startsPlain && name.utf8.allSatisfy(isNamePart) ? name : "`\(name)`"
    }.joined(separator: ".")
  }

  /// Whether a byte can be part of a name without backticks.
  package static func isNamePart(_ byte: UInt8) -> Bool { ByteClass.isIdentifierPart(byte) || byte >= 0x80 }
}
