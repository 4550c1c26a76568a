#if Nomadctl
  extension Typeface {
    /// Breaks a text into lines, between words where they are short enough.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - size: The font size in pixels.
    ///   - width: The width of a line in pixels.
    ///   - limit: The maximum number of lines. An ellipsis replaces the rest of the text.
    /// - Returns: One or more lines.
    func lines(of text: String, size: Int, width: Int, limit: Int = 3) -> [String] {
      var (lines, line) = ([String](), "")
      for word in Self.words(of: text) {
        if self.width(of: line + word, size: size) <= width {
          line += word
          continue
        }
        // A space at the end of a line would shift right-aligned text.
        while line.last == " " { line.removeLast() }
        if !line.isEmpty { lines.append(line) }
        line = ""
        // A word that is too long may break anywhere.
        for character in word {
          if !line.isEmpty, self.width(of: line + String(character), size: size) > width {
            lines.append(line)
            line = ""
          }
          line.append(character)
        }
      }
      lines.append(line)
      guard lines.count > limit else { return lines }
      return Array(lines[..<(limit - 1)]) + [shortened(lines[limit - 1] + "…", size: size, width: width)]
    }

    /// Returns the text; if it is too long for a line, an ellipsis replaces its end.
    func shortened(_ text: String, size: Int, width: Int) -> String {
      var text = text
      guard self.width(of: text, size: size) > width else { return text }
      while !text.isEmpty, self.width(of: text + "…", size: size) > width { text.removeLast() }
      return text + "…"
    }

    /// Returns the parts of a text that should not be broken, such as the humps of a camel-case name.
    private static func words(of text: String) -> [String] {
      var (words, word, last) = ([String](), "", Character?.none)
      for character in text {
        let isHump = character.isUppercase && last?.isLowercase == true
        if let last, isHump || "./_-, ".contains(last), !word.isEmpty {
          words.append(word)
          word = ""
        }
        word.append(character)
        last = character
      }
      return word.isEmpty ? words : words + [word]
    }
  }
#endif
