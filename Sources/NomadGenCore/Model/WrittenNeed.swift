/// A property with `@TribeDependency`, as a file has it.
struct WrittenNeed {
  /// The property's name as people read it.
  var property: String

  /// Where that name stands.
  var location: Location

  /// The declaration in whose body it stands; nil if that is none, as of a local variable.
  var parent: Int?

  /// Whether it is a property of instances, and not `static`.
  var isOfInstances: Bool

  /// Whether the wrapper has its module in front.
  var isQualified: Bool

  /// Its type; nil if none is written.
  var type: TypeText?

  var conditions: [Condition]
}
