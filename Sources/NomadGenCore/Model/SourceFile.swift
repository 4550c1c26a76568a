/// The facts that the scanner found in one file.
package struct SourceFile {
  package struct Alias {
    var name: Name
    /// The declaration whose body contains the alias.
    var parent: Int?
    /// The innermost block of code around the alias.
    var block: Int?
    /// The explicit access level, if any.
    var access: Access?
    /// The types that it stands for; a composition is split into its parts.
    var references: [TypeReference]
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
    var name: Name
    /// The declaration whose body contains the constant.
    var parent: Int?
    /// The explicit access level, if any.
    var access: Access?
    /// The value; nil if only running code could tell it.
    var value: String?
    /// Whether it is a `var`.
    ///
    /// Its location is not recorded, because finding the column takes a look at the whole line.
    var isVariable = false
    var conditions: [Condition]
  }

  /// A macro that the file declares.
  struct Macro {
    var name: String
    /// The names in its roles, including the protocols to which it makes a type conform.
    var roles: Set<String>
  }

  package struct Import {
    /// The module's name.
    package var module: String
    /// The explicit access level, if any (SE-0409).
    var access: Access?
    /// The text before `import`, joined into one line: attributes and the access level.
    var attributes: String
    /// The text of the declaration from `import` on.
    var text: String
    var conditions: [Condition]
  }

  package var path: String

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
