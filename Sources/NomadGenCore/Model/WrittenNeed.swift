/// A property with `@TribeDependency`, as a file has it.
struct WrittenNeed {
  /// The property's name as people read it.
  var property: String

  /// Where that name stands.
  var location: Location

  /// The declaration in whose body it stands as a property of instances; nil if it is none, as a local variable.
  var parent: Int?

  /// Its type; nil if none is written.
  var type: TypeText?

  /// Whether a `nomad:ignore` comment excludes it.
  var isIgnored: Bool

  var conditions: [Condition]
}
