/// A property with `@TribeDependency`, as a file declares it.
struct DependencyProperty {
  /// The name without backticks.
  var name: String

  /// The location of the name.
  var location: Location

  /// The declaration whose body contains it; nil if there is none, as for a local variable.
  var parent: Int?

  /// Whether it is an instance property and not `static`.
  var isOfInstances: Bool

  /// Whether the wrapper is written with its module.
  var isQualified: Bool

  /// The property's type; nil if none is written.
  var type: TypeText?

  var conditions: [Condition]
}
