import NomadTargets

/// The facts that the scanner found in one file.
package struct SourceFile {
  package struct Alias {
    let name: Name
    /// The declaration whose body contains the alias.
    var parent: Int?
    /// The innermost block of code around the alias.
    var block: Int?
    /// The explicit access level, if any.
    var access: Access?
    /// The types that it stands for; a composition is split into its parts.
    let references: [TypeReference]
    var conditions: [Condition]
  }

  /// A function's body, a closure, or any other brackets with code in them.
  struct Block {
    /// The index of the next block around it.
    var outer: Int?
    /// The innermost declaration whose body contains the block, if that is inside the next block.
    var parent: Int?
  }

  /// A static or global `let` or `var`, or another declaration that a name may mean in its place.
  ///
  /// Others are associated types, and functions with the name of a target's case.
  struct Constant {
    let name: Name
    /// The declaration whose body contains the constant.
    var parent: Int?
    /// The explicit access level, if any.
    var access: Access?
    /// The string literal; nil if only running code could tell the value.
    var literal: StringConstant?
    /// The type that is written; with no components if it is no plain name, and nil if none is written.
    var type: TypeReference?
    /// Whether it is a `var`.
    var isVariable = false
    var conditions: [Condition]
  }

  /// A string literal as the value of a constant, and its place.
  ///
  /// Most constants have none, so a reference keeps them small.
  package final class StringConstant {
    let text: String
    let location: Location
    let end: Location

    init(text: String, location: Location, end: Location) {
      (self.text, self.location, self.end) = (text, location, end)
    }
  }

  /// A macro that the file declares.
  struct Macro {
    let name: String
    /// The names in its roles, including the protocols to which it makes a type conform.
    let roles: Set<String>
  }

  package struct Import {
    /// The module's name.
    package let module: String
    /// The explicit access level, if any (SE-0409).
    var access: Access?
    /// The text before `import`, joined into one line: attributes and the access level.
    let attributes: String
    /// Returns whether the import has an attribute.
    func has(_ attribute: String) -> Bool { attributes.split(separator: " ").contains { $0 == attribute } }
    /// The text of the declaration from `import` on.
    let text: String
    var conditions: [Condition]
  }

  package let path: String

  /// The module that the file belongs to.
  package var module = ""

  package var declarations: [Declaration] = []
  var aliases: [Alias] = []

  /// The blocks of code that contain a declaration, directly or in an inner block.
  var blocks: [Block] = []

  var constants: [Constant] = []
  package var imports: [Import] = []
  var macros: [Macro] = []

  /// The freestanding macros among declarations, `#name(…)`.
  var expansions: [MacroUse] = []

  /// The properties with `@TribeDependency`.
  var dependencies: [DependencyProperty] = []

  /// The `nomad:` comments that have no effect.
  var ineffectiveComments: [IneffectiveComment] = []

  /// The access level of the registry that a `nomad:access` comment asks for.
  package var registryAccess: Access?
}

/// A property with `@TribeDependency`, as a file declares it.
struct DependencyProperty {
  /// The name without backticks.
  let name: String

  /// The location of the name.
  let location: Location

  /// The declaration whose body contains it; nil if there is none, as for a local variable.
  var parent: Int?

  /// Whether it is an instance property and not `static`.
  let isOfInstances: Bool

  /// Whether the wrapper is written with its module.
  let isQualified: Bool

  /// The property's type; nil if none is written.
  var type: TypeText?

  var conditions: [Condition]
}

/// A `nomad:` comment that has no effect.
struct IneffectiveComment {
  /// The text of the comment from `nomad:` on, such as `nomad:ignored`.
  let text: String

  var problem: NomadComment.Problem

  /// The start of that text.
  let location: Location

  /// The end of that text, exclusive.
  var end: Location
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
}

extension Location: Comparable {
  package static func < (lhs: Self, rhs: Self) -> Bool {
    if lhs.file != rhs.file { return ByteOrder.precedes(lhs.file, rhs.file) }
    return (lhs.line, lhs.column) < (rhs.line, rhs.column)
  }
}

/// A name in the source.
package struct Name {
  /// The name itself, without backticks.
  package let text: String

  /// The name as code has to write it, with backticks where the source has them.
  let spelling: String

  init(text: String, isQuoted: Bool) {
    spelling = text
    self.text = isQuoted ? String(text.dropFirst().dropLast()) : text
  }
}

extension Name: Hashable {
  package static func == (lhs: Self, rhs: Self) -> Bool { lhs.text == rhs.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

/// A type as a declaration names it: `Tribe`, `Nomad.Tribe`, `Nomad::Tribe`.
package struct TypeReference: Hashable {
  package var components: [Name]

  /// Whether the first component surely names a module, because `::` follows it (SE-0491).
  var hasModuleSelector = false
}

/// The source text of a type, split into paths of names, which are looked up where they are written, and other text.
struct TypeText {
  enum Piece {
    case text(String)
    case path(TypeReference)
  }

  var pieces: [Piece] = []

  /// Replaces the `!` of an implicitly unwrapped type by `?`, because `!` is allowed only in declarations.
  mutating func unwrap() {
    guard case .text(let last)? = pieces.last, last.hasSuffix("!") else { return }
    pieces[pieces.count - 1] = .text(last.dropLast() + "?")
  }

  /// The paths of names in the text.
  var paths: [TypeReference] {
    pieces.compactMap { piece in
      if case .path(let path) = piece { path } else { nil }
    }
  }
}
