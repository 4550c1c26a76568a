/// A place where a macro may add what cannot be seen: an attribute, or an expansion among declarations.
struct MacroUse {
  /// The name, without the module that may stand before it.
  var name: String

  /// The names in its arguments.
  var arguments: Set<String>

  /// Where the name stands.
  var location: Location

  /// Whether a `nomad:ignore` comment excludes it.
  var isIgnored = false
}
