/// A member of a type that looks like its target but is none.
struct TargetLookalike {
  enum Difference {
    case notStatic, otherName, function
  }

  var difference: Difference

  /// The member's name without backticks.
  var name: String

  /// The location of the name.
  var location: Location
}
