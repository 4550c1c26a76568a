#if Nomadctl
  /// An estimate of text widths, because a picture does not know the fonts of its viewer.
  ///
  /// The widths come from DejaVu Sans, the widest of the common fonts. Text is therefore more likely to end early
  /// than to overflow.
  enum Typeface {
    case proportional, monospaced

    /// Returns the width of some text in pixels.
    ///
    /// - Parameters:
    ///   - text: The text, on one line.
    ///   - size: The font size in pixels.
    /// - Returns: The width, rounded up.
    func width(of text: some StringProtocol, size: Int) -> Int {
      let width = text.reduce(0) { $0 + self.width(of: $1) }
      return (width * size + 99) / 100
    }

    /// Returns the width of a character in hundredths of the font size.
    private func width(of character: Character) -> Int {
      guard let scalar = character.unicodeScalars.first else { return 0 }
      if Self.isWide(scalar) { return 115 }
      if self == .monospaced { return scalar.value < 0x250 ? 61 : 90 }
      return switch scalar {
      case "i", "j", "l", "I", "'", ".", ",", ":", ";", "!", "|": 34
      case "f", "t", "r", " ", "(", ")", "[", "]", "{", "}", "/", "\\", "-", "\"", "`": 42
      case "m", "w", "M", "W", "@", "%": 94
      case "A"..."Z", "&", "+", "<", "=", ">", "#", "~": 77
      default: scalar.value < 0x250 ? 64 : 88
      }
    }

    /// Whether a character is about as wide as two (Unicode Standard Annex 11).
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x1100...0x115F, 0x2600...0x27BF, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F000...0x1FAFF, 0x20000...0x3FFFD:
        true
      default: false
      }
    }
  }

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
