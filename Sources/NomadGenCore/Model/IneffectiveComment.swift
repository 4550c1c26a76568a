/// A `nomad:` comment that has no effect.
struct IneffectiveComment {
  /// The text of the comment from `nomad:` on, such as `nomad:ignored`.
  var text: String

  var problem: NomadComment.Problem

  /// The start of that text.
  var location: Location

  /// The end of that text, exclusive.
  var end: Location
}
