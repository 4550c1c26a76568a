#if Nomadctl
  import NomadSyntax

  /// Names in Swift sources that the tool writes.
  enum SwiftName {
    /// Returns a name as a declaration or an expression spells it: in backticks if it needs them.
    static func spelled(_ name: String) -> String {
      isPlain(name) ? name : "`\(name)`"
    }

    /// Whether a name needs no backticks anywhere.
    static func isPlain(_ name: String) -> Bool {
      guard let first = name.first, !first.isNumber, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
        return false
      }
      return name != "_" && name != "Type" && name != "Protocol" && Keyword(rawValue: name)?.isReserved != true
    }

    /// Returns the part of a name for a version or a qualified name: all other characters become underscores.
    static func part(_ text: String) -> String {
      String(text.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }
  }
#endif
