/// A stored property without a value of its own, which every initializer has to give it.
struct ValuelessProperty {
  /// Its name as people read it.
  var name: String

  /// Where the name stands.
  var location: Location
}
