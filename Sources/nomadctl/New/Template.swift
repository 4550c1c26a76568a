#if Nomadctl
  /// A text with placeholders, each a name in double braces.
  struct Template {
    let text: String

    /// Returns the text with its placeholders replaced by values.
    ///
    /// A line is left out if replacing its placeholders leaves nothing but spaces.
    func filled(with values: [String: String]) -> String {
      var lines: [String] = []
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        let filled = Self.fill(line, with: values)
        let vanished = filled.allSatisfy { $0 == " " } && !line.allSatisfy { $0 == " " }
        if !vanished { lines.append(filled) }
      }
      return lines.joined(separator: "\n")
    }

    /// Replaces the placeholders of one line from left to right, so that braces in a value are never read as a
    /// placeholder.
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
#endif
