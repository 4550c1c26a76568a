extension Scanner {
  /// Returns whether a `nomad:ignore` comment excludes the declaration that a token introduces, and records it if so.
  mutating func isIgnored(_ introducer: Token) -> Bool {
    guard prefix.isIgnored || introducer.isIgnored else { return false }
    ignored.append((prefix.isEmpty ? introducer.start : prefix.start)...introducer.start)
    return true
  }

  /// The `nomad:` comments that have no effect.
  var ineffectiveComments: [IneffectiveComment] {
    cursor.nomadComments.compactMap { comment in
      let isAboveNothing = comment.kind == .ignore && !ignored.contains { $0.contains(comment.next) }
      guard let problem = comment.problem ?? (isAboveNothing ? .aboveNothing : nil) else { return nil }
      return IneffectiveComment(
        text: cursor.text(from: comment.range.lowerBound, to: comment.range.upperBound),
        problem: problem,
        location: lines.location(of: comment.range.lowerBound),
        end: lines.location(of: comment.range.upperBound)
      )
    }
  }
}
