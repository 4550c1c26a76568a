/// A stored property without a default value, to which every initializer must assign one.
struct ValuelessProperty {
  /// The name without backticks.
  var name: String

  /// The location of the name.
  var location: Location
}
