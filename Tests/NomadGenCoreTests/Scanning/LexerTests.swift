import Testing
import ToolSupport

@testable import NomadGenCore
@testable import NomadSyntax

@Suite struct LexerTests {
  private static func lex(_ bytes: [UInt8]) -> [(kind: Token.Kind, text: String)] {
    bytes.withUnsafeBufferPointer { buffer in
      var lexer = Lexer(buffer, readsInstructions: false)
      var tokens: [(Token.Kind, String)] = []
      while true {
        let token = lexer.next()
        if token.kind == .end { return tokens }
        tokens.append((token.kind, String(decoding: lexer.text(of: token), as: UTF8.self)))
      }
    }
  }

  private static func texts(_ source: String) -> [String] { lex(Array(source.utf8)).map(\.text) }

  private static func kinds(_ source: String) -> [Token.Kind] { lex(Array(source.utf8)).map(\.kind) }

  // MARK: Trivia

  @Test(
    "Comments nest, end at their own delimiter and produce no tokens",
    arguments: [
      ("a // b", ["a"]),
      ("a // b\nc", ["a", "c"]),
      ("a // b\r\nc", ["a", "c"]),
      ("a // b\rc", ["a", "c"]),
      ("a /* b */ c", ["a", "c"]),
      ("a /* /* b */ c */ d", ["a", "d"]),
      ("a /* /*/ b */ c */ d", ["a", "d"]),
      ("a /**/ b", ["a", "b"]),
      ("a /***/ b", ["a", "b"]),
      ("a /* // */ b", ["a", "b"]),
      ("a /* \" */ b", ["a", "b"]),
      ("a // /*\nb", ["a", "b"]),
      ("a /* b", ["a"]),
      ("a /* /* b */ c", ["a"]),
      ("a +/* b */ c", ["a", "+", "c"]),
      ("a/* b */.c", ["a", ".", "c"]),
      ("/* a */", []),
      ("//", []),
      ("", []),
    ]
  )
  func comments(source: String, expected: [String]) {
    #expect(Self.texts(source) == expected)
  }

  @Test(
    "A byte order mark, a shebang, NULs and no-break spaces are trivia",
    arguments: [
      ("\u{FEFF}a", ["a"]),
      ("#!/usr/bin/swift \"\na", ["a"]),
      ("\u{FEFF}#!/usr/bin/swift `\na", ["a"]),
      ("#!", []),
      ("a\u{0}b", ["a", "b"]),
      ("a\u{A0}b", ["a", "b"]),
      ("a\u{B}\u{C}b", ["a", "b"]),
      (" #!a", ["#", "!", "a"]),
    ]
  )
  func beginnings(source: String, expected: [String]) {
    #expect(Self.texts(source) == expected)
  }

  @Test("LF, CR LF and CR all end a line")
  func newlines() {
    for newline in ["\n", "\r\n", "\r"] {
      let source = Array("a\(newline)b c".utf8)
      source.withUnsafeBufferPointer { buffer in
        var lexer = Lexer(buffer, readsInstructions: false)
        let starts = (0..<3).map { _ in lexer.next().startsLine }
        #expect(starts == [true, true, false])
      }
    }
  }

  @Test("The lexer skips bytes that are not UTF-8, in code and in string literals")
  func invalidUTF8() {
    for bad: [UInt8] in [
      [0xFF], [0xC0], [0xE2, 0x82], [0xF0, 0x9F], [0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
    ] {
      let source = Array("struct A ".utf8) + bad + Array(" { }".utf8)
      let texts = Self.lex(source).map(\.text)
      #expect(texts == ["struct", "A", "{", "}"], "\(bad)")
      #expect(Self.lex(Array("\"".utf8) + bad + Array("\" a".utf8)).map(\.kind) == [.string, .identifier])
    }
  }

  // MARK: Strings

  @Test(
    "A string literal is one token, whatever it contains",
    arguments: [
      #""""#,
      #""a""#,
      #""a \" b""#,
      #""a \\""#,
      #""// a""#,
      #""/* a""#,
      #""{ ( [""#,
      #""\(a)""#,
      #""\(a) b""#,
      #""\("b")""#,
      #""\("\("c")")""#,
      #""\(f(")"))""#,
      #""\(f { "}" })""#,
      #""\(a /* ) " */)""#,
      #""\(/[)"]/)""#,
      ##""\(#")"#)""##,
      #""\u{41}""#,
      ##"#"a"#"##,
      ##"#"a " b"#"##,
      ##"#"a \" b"#"##,
      ##"#"a \(b) c"#"##,
      ##"#"a \#(b) c"#"##,
      ##"#"a \#("b" + #"c"#) d"#"##,
      ##"#"\"#"##,
      ##"#"\\"#"##,
      ##"#"""#"##,
      ##"#"""""#"##,
      ###"##"a"# b"##"###,
      ###"##"\#(a)"##"###,
      ###"##"\##("b")"##"###,
      "\"\"\"\na\n\"\"\"",
      "\"\"\"\na \" b \"\" c\n\"\"\"",
      "\"\"\"\na \\\"\"\" b\n\"\"\"",
      "\"\"\"\n\\(\na\n)\n\"\"\"",
      "\"\"\"\n\\(\"\"\"\nb\n\"\"\")\n\"\"\"",
      "\"\"\"\n// { ( [ /*\n\"\"\"",
      "\"\"\"\r\na\r\n\"\"\"",
      "#\"\"\"\na \"\"\" b\n\"\"\"#",
      "#\"\"\"\n\\(a \\#(\"b\")\n\"\"\"#",
    ]
  )
  func strings(literal: String) {
    let texts = Self.texts("a(\(literal), b) { c }")
    #expect(texts == ["a", "(", literal, ",", "b", ")", "{", "c", "}"])
  }

  @Test(
    "An unterminated string literal ends at the end of its line or of the file",
    arguments: [
      ("\"a\nb", ["\"a", "b"]),
      ("\"a\r\nb", ["\"a", "b"]),
      ("\"a\\\nb", ["\"a\\", "b"]),
      ("\"\\(\nb", ["\"\\(", "b"]),
      ("\"\\(\"\nb", ["\"\\(\"", "b"]),
      ("#\"a\"\nb", ["#\"a\"", "b"]),
      ("\"\"\"\na\nb", ["\"\"\"\na\nb"]),
      ("\"\"\"\n\\(a", ["\"\"\"\n\\(a"]),
      ("\"", ["\""]),
      ("\"\\", ["\"\\"]),
      ("\"\"\"", ["\"\"\""]),
      ("##\"", ["##\""]),
      ("#\"\\#", ["#\"\\#"]),
    ]
  )
  func unterminatedStrings(source: String, expected: [String]) {
    #expect(Self.texts(source) == expected)
  }

  @Test("Interpolations nested 10,000 deep do not overflow the stack")
  func deepInterpolation() {
    let depth = 10_000
    let literal = String(repeating: "\"\\(", count: depth) + "1" + String(repeating: ")\"", count: depth)
    #expect(Self.texts("a \(literal) b") == ["a", literal, "b"])
    let raw = String(repeating: "#\"\\#(", count: depth) + "1" + String(repeating: ")\"#", count: depth)
    #expect(Self.texts("a \(raw) b") == ["a", raw, "b"])
  }

  // MARK: Regular expressions

  @Test(
    "A regex literal is one token where an expression can start",
    arguments: [
      "/a/", #"/a\/b/"#, "/[\"]/", #"/(a|b)+/"#, "/\"/", "/`/", "/{/", "/}/", "/[(]/", #"/\(/"#,
      "#/a/#", "#/a/b/#", "#/\"/#", "##/a/#b/##", "#/\na\n/#", "#/ a /#",
    ]
  )
  func regexes(literal: String) {
    #expect(Self.kinds("x(\(literal)) { }").contains(.regex), "\(literal)")
    #expect(Self.texts("x = \(literal)\ny") == ["x", "=", literal, "y"])
    #expect(Self.texts("{ \(literal) }") == ["{", literal, "}"])
    #expect(Self.texts("return \(literal)\ny") == ["return", literal, "y"])
    #expect(Self.texts("try? \(literal)\ny") == ["try", "?", literal, "y"])
  }

  @Test(
    "A slash that divides or names an operator does not start a regex literal",
    arguments: [
      "a / b / c", "a/b/c", "(a) / b / c", "a[0] / b / c", "1 / 2 / 3",
      "a! / b / c", "self / b / c", "func / (a: Int, b: Int) { a / b }", "func /(a: Int) { b / c }",
      "operator /", "infix operator /^/", "x.y / z / w", "a /= b / c", "nil / b / c", "(/, /)", "reduce(1, /)",
      "f(a, /, b) / c", "[a / b, c / d]",
    ]
  )
  func divisions(source: String) {
    #expect(!Self.kinds(source).contains(.regex), "\(source)")
  }

  @Test("A regex literal can follow a prefix operator")
  func prefixedRegex() {
    #expect(Self.texts("f(&/\"/)\na") == ["f", "(", "&", "/\"/", ")", "a"])
    #expect(Self.texts("f(!/}/)\na") == ["f", "(", "!", "/}/", ")", "a"])
  }

  @Test(
    "Brackets and quotes in a regex literal do not affect nesting",
    arguments: [
      "struct A { let r = /}/ }", "struct A { let r = /{/ }", "struct A { let r = /\"/ }",
      "struct A { let r = #/}\"/# }",
      "struct A { let r = [/[{]/, /}/] }", "struct A { func f() { /{/ } }", "struct A { let r = (/\\)}/) }",
      "struct A { let r = f(/}/, /{/) }",
    ]
  )
  func regexBrackets(source: String) {
    let file = scan(source + "\nstruct B: Tribe { }")
    #expect(file.declarations.map(\.reference.components[0].text) == ["A", "B"])
    #expect(file.declarations.allSatisfy { $0.parent == nil && !$0.isLocal })
  }

  // MARK: Words and numbers

  @Test(
    "Identifiers in backticks, with Unicode characters or with arbitrary text are one token each",
    arguments: [
      "a", "_", "$0", "`class`", "`a b`", "`1.0.0`", "`{`", "`\"`", "été", "日本語", "🐪", "a\u{301}", "_é",
      "\u{1F1E8}\u{1F1ED}",
    ]
  )
  func names(name: String) {
    #expect(Self.texts("x \(name) y") == ["x", name, "y"])
    #expect(Self.texts("x.\(name){}") == ["x", ".", name, "{", "}"])
  }

  @Test("An unterminated backtick is a separate token")
  func unterminatedBacktick() {
    #expect(Self.texts("`a\nb") == ["`", "a", "b"])
    #expect(Self.texts("`") == ["`"])
  }

  @Test(
    "A number literal ends where the Swift grammar ends it",
    arguments: [
      ("1.0e-5 a", ["1.0e-5", "a"]),
      ("1e+5-a", ["1e+5", "-", "a"]),
      ("0x1p-3", ["0x1p-3"]),
      ("0xe-1", ["0xe", "-", "1"]),
      ("0x1.8p3", ["0x1.8p3"]),
      ("1...3", ["1", "...", "3"]),
      ("1..<3", ["1", "..<", "3"]),
      ("t.0.1", ["t", ".", "0", ".", "1"]),
      ("1.description", ["1", ".", "description"]),
      ("0b1010_1010", ["0b1010_1010"]),
      ("1_000.5", ["1_000.5"]),
      ("[1,2]", ["[", "1", ",", "2", "]"]),
    ]
  )
  func numbers(source: String, expected: [String]) {
    #expect(Self.texts(source) == expected)
  }

  @Test("The lexer distinguishes #if directives, macros and placeholders")
  func pounds() {
    #expect(Self.kinds("#if") == [.poundIf])
    #expect(Self.kinds("#elseif") == [.poundElseif])
    #expect(Self.kinds("#else") == [.poundElse])
    #expect(Self.kinds("#endif") == [.poundEndif])
    #expect(Self.kinds("#iffy") == [.pound])
    #expect(Self.kinds("#sourceLocation(file: \"a\", line: 1)").first == .pound)
    #expect(Self.kinds("<#name#>") == [.placeholder])
    #expect(Self.kinds("f(<#T##x: Int##Int#>)") == [.identifier, .leftParen, .placeholder, .rightParen])
    #expect(Self.kinds("<#name\n").first != .placeholder)
    #expect(Self.kinds("#") == [.pound])
  }

  @Test(
    "An operator takes its longest run of characters, and contains a dot only if it starts with one",
    arguments: [
      ("a->b", ["a", "->", "b"]),
      ("a>>b", ["a", ">>", "b"]),
      ("a...b", ["a", "...", "b"]),
      ("a.b", ["a", ".", "b"]),
      ("a?.b", ["a", "?", ".", "b"]),
      ("a!.b", ["a", "!", ".", "b"]),
      ("a ?? b", ["a", "??", "b"]),
      ("a = b", ["a", "=", "b"]),
      ("A::B", ["A", "::", "B"]),
      ("a ≠ b", ["a", "≠", "b"]),
      ("~Copyable", ["~", "Copyable"]),
      ("A&B", ["A", "&", "B"]),
    ]
  )
  func operators(source: String, expected: [String]) {
    #expect(Self.texts(source) == expected)
  }

  // MARK: Robustness

  @Test("The tokens of any input are ordered, nonempty and within its bounds")
  func tiling() {
    var generator = SeededGenerator(seed: 1)
    let alphabet = Array("\"\"\"#/\\(){}[]<>`@:;,.=!?&|*+- \n\rabé1_$if".utf8) + [0, 0xFF, 0xC2, 0xE2]
    for _ in 0..<2_000 {
      let source = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
        alphabet.randomElement(using: &generator) ?? 0
      }
      source.withUnsafeBufferPointer { buffer in
        var lexer = Lexer(buffer, readsInstructions: false)
        var end = 0
        while true {
          let token = lexer.next()
          guard token.start >= end, token.end <= source.count, token.end > token.start || token.kind == .end else {
            Issue.record("\(source): \(token)")
            return
          }
          if token.kind == .end { return }
          end = token.end
        }
      }
    }
  }
}
