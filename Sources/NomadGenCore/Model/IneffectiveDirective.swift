/// A comment that starts like a directive and has no effect.
struct IneffectiveDirective {
  /// The directive as it is written, such as `nomad:ignored`.
  var text: String

  var obstacle: Directive.Obstacle

  /// Where it starts.
  var location: Location

  /// Where it ends, exclusively.
  var end: Location
}
