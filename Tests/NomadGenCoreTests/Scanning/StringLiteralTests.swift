import Foundation
import Testing

@testable import NomadGenCore
@testable import NomadSyntax

/// The generator evaluates a string literal as the compiler does.
///
/// The compiler compiles each literal below. The generator evaluates its source text, which is read from this file.
@Suite struct StringLiteralTests {
  // Each literal is between two markers, so that its source text can be cut out of this file.
  // swift-format-ignore
  private static let compiled: [String] = [
    /*<*/""/*>*/,
    /*<*/"2.0.0"/*>*/,
    /*<*/"\0\t\n\r\"\'\\"/*>*/,
    /*<*/"\u{41}\u{0}\u{1F42A}\u{10FFFF}\u{00000041}\u{e9}"/*>*/,
    /*<*/"été 🐪 日本語 a\u{301}"/*>*/,
    /*<*/"// no /* comment"/*>*/,
    /*<*/#"raw \n \u{41} " \\"#/*>*/,
    /*<*/#"\#n\#t\#\\#u{41}\#""#/*>*/,
    /*<*/##"a"# \#n \##n"##/*>*/,
    /*<*/#"""#/*>*/,
    /*<*/##"""##/*>*/,
    /*<*/#""a""#/*>*/,
    /*<*/#"\"#/*>*/,
    /*<*/"""
      """/*>*/,
    /*<*/"""

      """/*>*/,
    /*<*/"""
      2.0.0
      """/*>*/,
    /*<*/"""
      a
        b
       c

      d
      """/*>*/,
    /*<*/"""
      a\
      b \
        c \
      d
      """/*>*/,
    /*<*/"""
      "a" ""b"" \""" \"""
      """/*>*/,
    /*<*/"""
      \u{41}\n\t\\ \
      \0
      """/*>*/,
    /*<*/#"""
      a\
      b\#
      c """ \#n \n
      """#/*>*/,
    /*<*/"""
   a
    b


   c
   """/*>*/,
    /*<*/"""
	x
		y
	"""/*>*/,
  ]

  /// The source text of each literal in `compiled`.
  private static let sources: [String] = {
    let text = (try? String(contentsOfFile: #filePath, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "/*" + "<*/").dropFirst().map { piece in
      piece.components(separatedBy: "/*" + ">*/")[0]
    }
  }()

  private static func evaluate(_ bytes: [UInt8]) -> String? {
    bytes.withUnsafeBufferPointer { StringLiteral.value(of: $0) }
  }

  private static func evaluate(_ literal: String) -> String? { evaluate(Array(literal.utf8)) }

  @Test("A literal has the value that the compiler gives it")
  func compiler() {
    #expect(Self.sources.count == Self.compiled.count)
    for (source, value) in zip(Self.sources, Self.compiled) {
      let ours = Self.evaluate(source)
      #expect(ours.map { Array($0.utf8) } == Array(value.utf8), "\(source)")
    }
  }

  @Test("CR LF and CR in a multiline literal count as LF (SE-0168)", arguments: ["\r\n", "\r"])
  func newlines(newline: String) {
    for (source, value) in zip(Self.sources, Self.compiled) where source.contains("\n") {
      #expect(
        Self.evaluate(source.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: newline))
          == value
      )
    }
  }

  @Test(
    "A literal with an interpolation has no readable value",
    arguments: [#""\(a)""#, #""a\("b")c""#, ##"#"\#(a)"#"##, "\"\"\"\n\\(a)\n\"\"\"", #""\(1)""#]
  )
  func interpolations(literal: String) {
    #expect(Self.evaluate(literal) == nil)
  }

  @Test(
    "A literal that does not compile has no value",
    arguments: [
      #""\x""#, #""\u41""#, #""\u{}""#, #""\u{110000}""#, #""\u{D800}""#, #""\u{000000041}""#, #""\u{+41}""#, "\"a",
      "\"",
      "#\"a\"", "'a'", "\"\"\"\n  a\n b\n  \"\"\"", "\"\"\"\na", "\"\"\" \na\n\"\"\"", "\"\"\"\na\"\"\"", "",
      "\"\"\"\na\\\n\"\"\"",
    ]
  )
  func illegal(literal: String) {
    #expect(Self.evaluate(literal) == nil)
  }
}
