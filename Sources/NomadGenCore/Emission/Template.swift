/// Text with holes in it, each a name in double braces.
package struct Template {
  let text: String

  package init(text: String) {
    self.text = text
  }

  /// Fills the holes.
  ///
  /// A hole that stands alone on its line and has nothing to hold takes its line with it.
  package func filled(with values: [String: String]) -> String {
    var lines: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let filled = Self.fill(line, with: values)
      let vanished = filled.allSatisfy { $0 == " " } && !line.allSatisfy { $0 == " " }
      if !vanished { lines.append(filled) }
    }
    return lines.joined(separator: "\n")
  }

  /// Fills the holes of one line, from left to right: what a value holds is never taken for a hole.
  private static func fill(_ line: Substring, with values: [String: String]) -> String {
    var result = ""
    var rest = line
    while let start = rest.firstIndex(of: "{") {
      result += rest[..<start]
      rest = rest[start...]
      if rest.hasPrefix("{{"), let end = rest.firstIndex(of: "}"), rest[end...].hasPrefix("}}"),
        let value = values[String(rest[..<end].dropFirst(2))]
      {
        result += value
        rest = rest[end...].dropFirst(2)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result + rest
  }
}
