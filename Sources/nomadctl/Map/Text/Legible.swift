#if Nomadctl
  /// Escaping for texts from sources and file names, so that they are safe to show.
  enum Legible {
    /// Returns the text with Swift escapes, such as `\u{202E}`, for characters that are invisible or change the
    /// direction of the text around them.
    ///
    /// XML cannot contain some of these characters at all (XML 1.0, production 2). Others could make one name look like
    /// another. The joiners are not escaped, because scripts and emoji need them.
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
      // Controls, line separators, directional marks and format characters, by number: no later Unicode moves them.
      case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x2028...0x202E, 0x2060...0x206F,
        0xFEFF, 0xFFF9...0xFFFB:
        true
      default: scalar.properties.isNoncharacterCodePoint
      }
    }
  }
#endif
