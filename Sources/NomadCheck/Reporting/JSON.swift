import NomadGenCore

/// A JSON value that can print itself.
///
/// The members of an object keep the order in which they are given.
package enum JSON {
  case string(String)
  case number(Int)
  case boolean(Bool)
  case array([JSON])
  case object([(String, JSON)])
}

extension JSON {
  /// Returns the document, indented by two spaces per level.
  package func printed(indentation: String = "") -> String {
    let inner = indentation + "  "
    switch self {
    case .string(let text): return JSON.quoted(text)
    case .number(let value): return String(value)
    case .boolean(let value): return String(value)
    case .array(let values) where values.isEmpty: return "[]"
    case .array(let values):
      let lines = values.map { inner + $0.printed(indentation: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indentation)]"
    case .object(let members) where members.isEmpty: return "{}"
    case .object(let members):
      let lines = members.map { "\(inner)\(JSON.quoted($0)): \($1.printed(indentation: inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indentation)}"
    }
  }

  /// Returns a JSON string (RFC 8259, section 7) without any characters that a terminal would interpret.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      // The start of a workflow command, as in `printable`.
      case "[" where result.hasSuffix("##"): result += "\\u005b"
      case _ where !scalar.isPrintable:
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
