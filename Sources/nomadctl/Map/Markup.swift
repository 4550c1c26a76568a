#if Nomadctl
  /// A piece of an XML document.
  ///
  /// Printing escapes its texts and attribute values.
  indirect enum Markup {
    case text(String)
    case element(String, [Attribute], [Markup])

    /// A style sheet of Nomad's own; never text from the user's sources.
    case verbatim(String)

    typealias Attribute = (name: String, value: String)

    /// Creates an element.
    static func node(_ name: String, _ attributes: [Attribute] = [], _ children: [Markup] = []) -> Markup {
      .element(name, attributes, children)
    }

    /// Creates an element that contains only text.
    static func node(_ name: String, _ attributes: [Attribute] = [], _ text: String) -> Markup {
      .element(name, attributes, [.text(text)])
    }
  }

  extension Markup {
    /// Returns the text of the piece.
    ///
    /// Each element is on its own line, except inside an element that contains text.
    func printed() -> String {
      var result = ""
      write(to: &result, isInline: false)
      return result
    }

    private func write(to result: inout String, isInline: Bool) {
      switch self {
      case .text(let text): result += Self.escaped(text)
      case .verbatim(let text): result += text
      case .element(let name, let attributes, let children):
        result += "<" + name
        for (name, value) in attributes { result += " \(name)=\"\(Self.escaped(value))\"" }
        let end = isInline ? "" : "\n"
        if children.isEmpty {
          result += "/>" + end
        } else {
          // White space beside text would be visible.
          let holdsText = isInline || children.contains(where: \.isText)
          result += holdsText ? ">" : ">\n"
          for child in children { child.write(to: &result, isInline: holdsText) }
          result += "</\(name)>" + end
        }
      }
    }

    private var isText: Bool {
      if case .text = self { true } else { false }
    }

    /// Escapes a text for content and for attributes in double quotes.
    static func escaped(_ text: String) -> String {
      var result = ""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        case "'": result += "&#39;"
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result
    }
  }

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
