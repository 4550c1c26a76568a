/// A member of a type that may be meant as its target, and is not.
struct TargetLookalike {
  enum Difference {
    case notStatic, otherName, function
  }

  var difference: Difference

  /// Its name as people read it.
  var name: String

  /// Where the name stands.
  var location: Location
}
