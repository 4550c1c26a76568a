#if Nomadctl
  extension Typeface {
    /// Breaks text into lines, between words if they are short enough.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - size: The size of the font in pixels.
    ///   - width: The width of a line in pixels.
    ///   - limit: How many lines there may be; what is left of the text then becomes an ellipsis.
    /// - Returns: One or more lines.
    func lines(of text: String, size: Int, width: Int, limit: Int = 3) -> [String] {
      var (lines, line) = ([String](), "")
      for word in Self.words(of: text) {
        if self.width(of: line + word, size: size) <= width {
          line += word
          continue
        }
        // A space at the end of a line would move what stands at the right.
        while line.last == " " { line.removeLast() }
        if !line.isEmpty { lines.append(line) }
        line = ""
        // A word that is too long is broken anywhere.
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

    /// The text with an ellipsis for its end if it is too long for a line.
    func shortened(_ text: String, size: Int, width: Int) -> String {
      var text = text
      guard self.width(of: text, size: size) > width else { return text }
      while !text.isEmpty, self.width(of: text + "…", size: size) > width { text.removeLast() }
      return text + "…"
    }

    /// The parts of a text that are better not broken, such as the humps of a name.
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
