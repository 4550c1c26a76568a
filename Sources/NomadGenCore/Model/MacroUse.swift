/// An attribute or a freestanding macro among declarations, which may expand to code that the scanner cannot see.
struct MacroUse {
  /// The name, without its module.
  var name: String

  /// The names in its arguments.
  var arguments: Set<String>

  /// The location of the name.
  var location: Location

  /// Whether a `nomad:ignore` comment excludes it.
  var isIgnored = false
}
