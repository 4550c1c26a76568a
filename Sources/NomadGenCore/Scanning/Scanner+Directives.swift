extension Scanner {
  /// Returns whether a `nomad:ignore` comment excludes the declaration that a token introduces, and records it if so.
  mutating func isIgnored(_ introducer: Token) -> Bool {
    guard prefix.isIgnored || introducer.isIgnored else { return false }
    ignored.append((prefix.isEmpty ? introducer.start : prefix.start)...introducer.start)
    return true
  }

  /// The `nomad:` comments that have no effect.
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
