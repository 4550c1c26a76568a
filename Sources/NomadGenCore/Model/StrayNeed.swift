/// A property with `@TribeDependency` that is none of a tribe's.
struct StrayNeed {
  /// The property's name as people read it.
  var property: String

  /// The type that has it, by its qualified name; nil if it is no property of instances.
  var owner: String?

  var location: Location
}
