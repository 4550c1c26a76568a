/// The facts that the scanner found in one file.
package struct SourceFile {
  package struct Alias {
    package let name: Name
    /// The location of the name.
    package let location: Location
    /// The declaration whose body contains the alias.
    package var parent: Int?
    /// The innermost block of code around the alias.
    package var block: Int?
    /// The explicit access level, if any.
    package var access: Access?
    /// The types that it stands for; a composition is split into its parts.
    package let references: [TypeReference]
    /// The whole type that it stands for; nil if stored members are not wanted.
    package let type: TypeText?
    /// Its own generic parameters, in their order.
    package let parameters: [String]
    package var conditions: [Condition]
  }

  /// A function's body, a closure, or any other brackets with code in them.
  package struct Block {
    /// The index of the next block around it.
    package var outer: Int?
    /// The innermost declaration whose body contains the block, if that is inside the next block.
    package var parent: Int?
  }

  /// A static or global `let` or `var`, or another declaration that a name may mean in its place.
  ///
  /// Others are associated types, and functions with the name of a case of a wanted member's type.
  package struct Constant {
    package let name: Name
    /// The declaration whose body contains the constant.
    package var parent: Int?
    /// The explicit access level, if any.
    package var access: Access?
    /// The string literal; nil if only running code could tell the value.
    package var literal: StringConstant?
    /// The type that is written; with no components if it is no plain name, and nil if none is written.
    package var type: TypeReference?
    /// Whether it is a `var`.
    package var isVariable = false
    /// The value as far as it tells its type; nil if there is none, or if stored members are not wanted.
    package var value: StoredProperty.Value?
    /// The argument of the value, if that is a call `…(rawValue:)`.
    package var rawValue: String?
    package var conditions: [Condition]
  }

  /// A string literal as the value of a constant, and its place.
  ///
  /// Most constants have none, so a reference keeps them small.
  package final class StringConstant {
    package let text: String
    package let location: Location
    package let end: Location

    init(text: String, location: Location, end: Location) {
      (self.text, self.location, self.end) = (text, location, end)
    }
  }

  /// A macro that the file declares.
  package struct Macro {
    package let name: String
    /// The names in its roles, including the protocols to which it makes a type conform.
    package let roles: Set<String>
  }

  package struct Import {
    /// The module's name.
    package let module: String
    /// The explicit access level, if any (SE-0409).
    package var access: Access?
    /// The text before `import`, joined into one line: attributes and the access level.
    package let attributes: String
    /// Returns whether the import has an attribute.
    package func has(_ attribute: String) -> Bool { attributes.split(separator: " ").contains { $0 == attribute } }
    /// The text of the declaration from `import` on.
    package let text: String
    package var conditions: [Condition]
  }

  package let path: String

  /// The module that the file belongs to.
  package var module = ""

  package var declarations: [Declaration] = []
  package var aliases: [Alias] = []

  /// The blocks of code that contain a declaration, directly or in an inner block.
  package var blocks: [Block] = []

  package var constants: [Constant] = []
  package var imports: [Import] = []
  package var macros: [Macro] = []

  /// The freestanding macros among declarations, `#name(…)`.
  package var expansions: [MacroUse] = []

  /// The properties with the wanted wrapper.
  package var wrappedProperties: [WrappedProperty] = []

  /// The instructions that have no effect.
  package var ineffectiveInstructions: [IneffectiveInstruction] = []

  /// The access level of the registry that an instruction asks for.
  package var registryAccess: Access?

  /// The text of the file; nil if stored members are not wanted.
  package internal(set) var text: SourceText?

  package init(path: String) { self.path = path }
}

/// A property with the wanted wrapper, as a file declares it.
package struct WrappedProperty {
  /// The name without backticks.
  package let name: String

  /// The location of the name.
  package let location: Location

  /// The declaration whose body contains it; nil if there is none, as for a local variable.
  package var parent: Int?

  /// Whether it is an instance property and not `static`.
  package let isOfInstances: Bool

  /// Whether the wrapper is written with its module.
  package let isQualified: Bool

  /// The property's type; nil if none is written.
  package var type: TypeText?

  package var conditions: [Condition]
}

/// An instruction that has no effect.
package struct IneffectiveInstruction {
  /// The reason why an instruction has no effect.
  package enum Problem: Sendable {
    case unknownWord, unknownValue
    case behindCode, onLaterLine, aboveEmptyLine
    case aboveNothing
  }

  /// The text of the comment from its marker on, such as `nomad:ignored`.
  package let text: String

  package var problem: Problem

  /// The start of that text.
  package let location: Location

  /// The end of that text, exclusive.
  package let end: Location
}

/// A place in a file.
package struct Location: Hashable, Sendable {
  /// The path under which the file was read.
  package var file: String

  /// The line, starting at 1.
  package let line: Int

  /// The column in UTF-8 bytes, starting at 1, as SwiftPM and Xcode read it.
  package var column: Int

  /// The column in Unicode code points, starting at 1, as SARIF counts it.
  package var codePointColumn: Int

  package init(file: String, line: Int, column: Int, codePointColumn: Int) {
    (self.file, self.line, self.column, self.codePointColumn) = (file, line, column, codePointColumn)
  }

  /// The start of a file.
  package init(startOf file: String) { self.init(file: file, line: 1, column: 1, codePointColumn: 1) }
}

extension Location: Comparable {
  package static func < (lhs: Self, rhs: Self) -> Bool {
    if lhs.file != rhs.file { return lhs.file.utf8.lexicographicallyPrecedes(rhs.file.utf8) }
    return (lhs.line, lhs.column) < (rhs.line, rhs.column)
  }
}

/// A name in the source.
package struct Name {
  /// The name itself, without backticks.
  package let text: String

  /// The name as code has to write it, with backticks where the source has them.
  package let spelling: String

  package init(text: String, isQuoted: Bool) {
    spelling = text
    self.text = isQuoted ? String(text.dropFirst().dropLast()) : text
  }
}

extension Name: Hashable {
  package static func == (lhs: Self, rhs: Self) -> Bool { lhs.text == rhs.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// A type as a declaration names it: `P`, `Module.P`, `Module::P`.
package struct TypeReference: Hashable {
  package var components: [Name]

  /// Whether the first component surely names a module, because `::` follows it (SE-0491).
  package var hasModuleSelector = false

  package init(components: [Name]) { self.components = components }

  /// The path as code writes it, with periods between its names.
  package var spelling: String { components.map(\.spelling).joined(separator: ".") }
}

/// The source text of a type, split into paths of names, which are looked up where they are written, and other text.
package struct TypeText {
  package enum Piece {
    case text(String)
    case path(TypeReference)
  }

  package var pieces: [Piece]

  package init(_ pieces: [Piece] = []) { self.pieces = pieces }

  /// Replaces the `!` of an implicitly unwrapped type by `?`, because `!` is allowed only in declarations.
  package mutating func unwrap() {
    guard case .text(let last)? = pieces.last, last.hasSuffix("!") else { return }
    pieces[pieces.count - 1] = .text(last.dropLast() + "?")
  }

  /// The paths of names in the text.
  package var paths: [TypeReference] {
    pieces.compactMap { piece in
      if case .path(let path) = piece { path } else { nil }
    }
  }
}
