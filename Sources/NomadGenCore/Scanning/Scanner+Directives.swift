extension Scanner {
  /// Whether a `nomad:ignore` comment leaves out what a word introduces.
  mutating func isIgnored(_ introducer: Token) -> Bool {
    guard prefix.isIgnored || introducer.isIgnored else { return false }
    ignored.append((prefix.isEmpty ? introducer.start : prefix.start)...introducer.start)
    return true
  }

  /// The comments that start like a directive and have no effect.
  var ineffectiveDirectives: [IneffectiveDirective] {
    cursor.directives.compactMap { directive in
      let isAboveNothing = directive.kind == .ignore && !ignored.contains { $0.contains(directive.next) }
      guard let obstacle = directive.obstacle ?? (isAboveNothing ? .aboveNothing : nil) else { return nil }
      return IneffectiveDirective(
        text: cursor.text(from: directive.range.lowerBound, to: directive.range.upperBound),
        obstacle: obstacle,
        location: lines.location(of: directive.range.lowerBound),
        end: lines.location(of: directive.range.upperBound)
      )
    }
  }
}
