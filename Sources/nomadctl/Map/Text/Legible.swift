#if Nomadctl
  /// Text of sources and file names, made fit to be shown.
  enum Legible {
    /// The text with what is invisible, or would turn the text around it, written as Swift escapes it: `\u{202E}`.
    ///
    /// XML cannot hold some of these at all (XML 1.0, production 2), and a name could pass for another by means of
    /// others. The joiners stay: scripts and emoji need them.
    static func text(_ text: String) -> String {
      guard text.unicodeScalars.contains(where: isHidden) else { return text }
      var result = ""
      for scalar in text.unicodeScalars {
        if isHidden(scalar) {
          result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
      return result
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      // Controls, line separators, directional marks and format characters, by number: a later Unicode moves none.
      case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F,
        0xFEFF, 0xFFF9...0xFFFB:
        true
      default: scalar.properties.isNoncharacterCodePoint
      }
    }
  }
#endif
