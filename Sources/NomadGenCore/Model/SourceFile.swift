/// What the scanner found in one file.
struct SourceFile {
  struct Alias {
    var name: Name
    /// The declaration in whose body the alias stands.
    var parent: Int?
    /// The access level that is written, if one is.
    var access: Access?
    /// What it stands for, a composition taken apart.
    var references: [TypeReference]
    var conditions: [Condition]
  }

  /// A static or global `let` or `var`.
  struct Constant {
    var name: Name
    /// The declaration in whose body the constant stands.
    var parent: Int?
    /// The access level that is written, if one is.
    var access: Access?
    /// Its value; nil if reading it takes running code.
    var value: String?
    /// Whether it is a `var`; where it stands would cost a look at its whole line.
    var isVariable: Bool
    var conditions: [Condition]
  }

  /// A macro that the file declares.
  struct Macro {
    var name: String
    /// The names in its roles, those of the protocols that it makes a type conform to among them.
    var roles: Set<String>
  }

  struct Import {
    /// The module's name.
    var module: String
    /// The access level that is written, if one is (SE-0409).
    var access: Access?
    /// What stands before `import`, on one line: attributes, and the access level.
    var attributes: String
    /// The declaration from `import` on.
    var text: String
    var conditions: [Condition]
  }

  var path: String

  /// The module that the file belongs to; nil for the one whose tribes are looked for.
  var dependency: String?

  var declarations: [Declaration] = []
  var aliases: [Alias] = []

  /// The aliases inside functions and closures, which only what is local sees.
  var localAliases: [Alias] = []

  var constants: [Constant] = []
  var imports: [Import] = []
  var macros: [Macro] = []

  /// The expansions of macros that stand among declarations, `#name(…)`.
  var expansions: [MacroUse] = []

  /// The comments that start like a directive and have no effect.
  var ineffectiveDirectives: [IneffectiveDirective] = []

  /// The access level that a `nomad:access` comment asks of the registry.
  var registryAccess: Access?
}
