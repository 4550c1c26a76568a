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
#endif
