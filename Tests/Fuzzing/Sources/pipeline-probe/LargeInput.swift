/// The shapes of large inputs.
enum LargeInput: String, CaseIterable {
  /// Many nested levels of one construct, closed at the end.
  case types, enumerations, extensions, functions, braces, parentheses, brackets, directives, branches, comments,
    generics
  case interpolations, multilineInterpolations, rawInterpolations, closures, conditions, unclosed
  /// Many bytes, in one line or in several.
  case line, identifier, literal, comment, tribes, nul, invalid, quotes, pounds, slashes, backticks

  /// Returns the input of a given size, in levels or in bytes.
  func source(_ count: Int) -> [UInt8] {
    let tribe = "\nstruct Last: Tribe { static let target: TribeTarget = .first }\n"
    let text: String
    switch self {
    case .types: text = nested("struct A: Tribe {", "}", count)
    case .enumerations: text = nested("enum E {", "}", count)
    case .extensions: text = nested("extension A {", "}", count)
    case .functions: text = nested("func f() { struct A: Tribe {", "}}", count)
    case .braces: text = nested("{", "}", count)
    case .parentheses: text = nested("(", ")", count)
    case .brackets: text = nested("[", "]", count)
    case .directives: text = nested("#if A\n", "#endif\n", count)
    case .branches: text = "#if A\n" + String(repeating: "#elseif B\nlet a = b\n", count: count) + "#endif"
    case .comments: text = nested("/*", "*/", count)
    case .generics: text = "struct A<" + nested("B<", ">", count) + ">: Tribe {}"
    case .interpolations: text = "let a = " + nested("\"\\(", ")\"", count)
    case .multilineInterpolations: text = "let a = " + nested("\"\"\"\n\\(", ")\n\"\"\"", count)
    case .rawInterpolations: text = "let a = " + nested("#\"\\#(", ")\"#", count)
    case .closures: text = nested("let a = { f(", ") }", count)
    case .conditions: text = "#if " + nested("(!", ")", count) + "\nstruct A: Tribe {}\n#endif"
    case .unclosed: text = String(repeating: "struct A: Tribe { (", count: count)
    case .line: text = filled("let a = \"\\(b)\"; /c/ ; f(/d/) { e }; ", count)
    case .identifier: text = "let " + filled("a", count)
    case .literal: text = "let a = \"" + filled("b\\n", count) + "\""
    case .comment: text = "/*" + filled("/ * ", count) + "*/"
    case .tribes: text = ""
    case .nul: text = filled("\0", count)
    case .invalid: return filled([0xFF, 0xC0, 0x80, 0xE2, 0x82, 0xF4, 0x90, 0x20, 0x41], count) + Array(tribe.utf8)
    case .quotes: text = filled("\" ", count)
    case .pounds: text = filled("#", count)
    case .slashes: text = filled("= /", count)
    case .backticks: text = filled("`a ", count)
    }
    guard self == .tribes else { return Array((text + tribe).utf8) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 100)
    var index = 0
    while bytes.count < count {
      bytes += Array("struct A\(index): Tribe { static let target: TribeTarget = .literal(\"1.\(index).0\") }\n".utf8)
      index += 1
    }
    return bytes
  }

  private func nested(_ opening: String, _ closing: String, _ count: Int) -> String {
    String(repeating: opening, count: count) + "a" + String(repeating: closing, count: count)
  }

  private func filled(_ piece: String, _ count: Int) -> String {
    String(repeating: piece, count: count / piece.utf8.count)
  }

  private func filled(_ piece: [UInt8], _ count: Int) -> [UInt8] {
    Array(repeatElement(piece, count: count / piece.count).joined())
  }
}
