/// What the scanner found in one file.
package struct SourceFile {
  package struct Alias {
    var name: Name
    /// The declaration in whose body the alias stands.
    var parent: Int?
    /// The innermost block of code in which it stands.
    var block: Int?
    /// The access level that is written, if one is.
    var access: Access?
    /// What it stands for, a composition taken apart.
    var references: [TypeReference]
    var conditions: [Condition]
  }

  /// A function's body, a closure, or any other brackets with code in them.
  struct Block {
    /// The next block around it, by its index.
    var outer: Int?
    /// The innermost declaration in whose body it stands, if that is inside the next block.
    var parent: Int?
  }

  /// A static or global `let` or `var`, or what else may be what its name stands for: an associated type, a function
  /// that has the name of a target's case.
  struct Constant {
    var name: Name
    /// The declaration in whose body the constant stands.
    var parent: Int?
    /// The access level that is written, if one is.
    var access: Access?
    /// Its value; nil if reading it takes running code.
    var value: String?
    /// Whether it is a `var`; where it stands would cost a look at its whole line.
    var isVariable = false
    var conditions: [Condition]
  }

  /// A macro that the file declares.
  struct Macro {
    var name: String
    /// The names in its roles, those of the protocols that it makes a type conform to among them.
    var roles: Set<String>
  }

  package struct Import {
    /// The module's name.
    package var module: String
    /// The access level that is written, if one is (SE-0409).
    var access: Access?
    /// What stands before `import`, on one line: attributes, and the access level.
    var attributes: String
    /// The declaration from `import` on.
    var text: String
    var conditions: [Condition]
  }

  package var path: String

  /// The module that the file belongs to.
  package var module = ""

  package var declarations: [Declaration] = []
  var aliases: [Alias] = []

  /// The blocks of code with something declared in them, or in a block inside of them.
  var blocks: [Block] = []

  var constants: [Constant] = []
  package var imports: [Import] = []
  var macros: [Macro] = []

  /// The expansions of macros that stand among declarations, `#name(…)`.
  var expansions: [MacroUse] = []

  /// The properties with `@TribeDependency`.
  var needs: [WrittenNeed] = []

  /// The comments that start like a directive and have no effect.
  var ineffectiveDirectives: [IneffectiveDirective] = []

  /// The access level that a `nomad:access` comment asks of the registry.
  package var registryAccess: Access?
}
