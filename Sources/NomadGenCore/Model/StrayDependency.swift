/// A property with `@TribeDependency` that belongs to no tribe.
struct StrayDependency {
  /// The property's name without backticks.
  var property: String

  /// The qualified name of the type that has it; nil if it is not an instance property.
  var owner: String?

  var location: Location
}
