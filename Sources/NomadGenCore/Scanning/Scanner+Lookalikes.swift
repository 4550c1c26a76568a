/// Recording of members that may be meant as a target, for the finding about a type without one.
extension Scanner {
  /// Records a property that may be meant as a target; its name is already consumed.
  mutating func noteLookalike(_ token: Token, _ name: Name, isStatic: Bool) {
    guard parent != nil else { return }
    if name.text == "target" {
      if !isStatic { noteLookalike(.notStatic, token) }
    } else if isStatic, cursor.bytes(of: token).count == 6 && name.text.lowercased() == "target" || isTargetType {
      noteLookalike(.otherName, token)
    }
  }

  mutating func noteLookalike(_ difference: TargetLookalike.Difference, _ token: Token) {
    guard let parent, file.declarations[parent].lookalike == nil else { return }
    file.declarations[parent].lookalike = TargetLookalike(
      difference: difference,
      name: cursor.name(of: token).text,
      location: lines.location(of: token.start)
    )
  }

  /// Whether a property, whose name is already consumed, is annotated as a `TribeTarget`.
  private var isTargetType: Bool {
    var ahead = cursor
    guard ahead.consume(.colon) else { return false }
    if ahead.consume(text: "Nomad"), !ahead.consume(.period) { return false }
    return ahead.consume(text: "TribeTarget")
  }
}
