/// Text with holes in it, each a name in double braces.
struct Template {
  let text: String

  /// Fills the holes.
  ///
  /// A hole that stands alone on its line and has nothing to hold takes its line with it.
  func filled(with values: [String: String]) -> String {
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var filled = String(line)
      for (name, value) in values { filled = Self.replacing("{{\(name)}}", in: filled, with: value) }
      let vanished = filled.allSatisfy { $0 == " " } && !line.allSatisfy { $0 == " " }
      if !vanished { lines.append(Substring(filled)) }
    }
    return lines.joined(separator: "\n")
  }

  private static func replacing(_ hole: String, in line: String, with value: String) -> String {
    var result = ""
    var rest = Substring(line)
    while let start = rest.firstIndex(of: "{") {
      if rest[start...].hasPrefix(hole) {
        result += rest[..<start] + value
        rest = rest[start...].dropFirst(hole.count)
      } else {
        result += rest[...start]
        rest = rest[rest.index(after: start)...]
      }
    }
    return result + rest
  }
}
