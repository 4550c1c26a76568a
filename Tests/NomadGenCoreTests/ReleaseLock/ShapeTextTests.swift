import Testing

@testable import NomadCheck
@testable import NomadSyntax

@Suite struct ShapeTextTests {
  @Test(
    "A shape is written as it was read",
    arguments: [
      "{ }", "{ id: UUID, tags: [String], text: String }", #"{ id: UUID, text "body": String }"#,
      #"{ text "a \"b\" \\ é, }": String }"#, "{ @Clamped count: Int }", "{ @Box<Int, [String: Int]> count: Int }",
      "{ let version: Int }", "{ @Kit.Clamped let version: Int }", "{ date: _ }", "{ a: Int? }",
      #"{ tint: Color if "os(iOS)" }"#, #"{ tint: Color if "os(iOS)", tint: Int if "!os(iOS)" }"#,
      #"{ a: Int, init(from:) { #8c2d0f6a9be13d47 } }"#,
      #"{ init(from:) { #0000000000000000 }, encode(to:) { #ffffffffffffffff } }"#,
      "{ encode: Int, init: Int }", "{ `let`: Int, letter: Int }", "{ if: Int, été: Größe }",
      #"{ `2nd`: Int, `a b`: Int, `a, "b": {c}`: Int }"#,
      "{ pairs: [(key: String, value: [Int: Set<Result<Int, Never>>])] }",
      #"{ action: "@Sendable (Int, String) async throws -> [Int: () -> Void]" }"#,
      #"{ nested: Outer<Int>.`my type, {2}`.Inner?, value: "any P & Q" }"#, "{ optional: (Int, label: String)?? }",
      #"{ array: "[3 of Int]", lanes: "InlineArray<3, Int>" }"#,
      ": Base { a: Int }", ": Base<Int, [String: Int]> { }", "enum { }", "String { }", "struct Int { rawValue: Int }",
      #"String { dark = "dark", light = "light" }"#, #"String { a = "x, y = }", b = "\" \\ \u{a} é" }"#,
      "Int { a = -1, b = 0x10, c = 1_000 }", "Double { half = -0.5e-3 }", #"Character { a = "é" }"#,
      "enum { circle(radius: Double), point }", "enum { pair(_0: Int, _1: [String: Int]), point }",
      #"enum { circle "round"(radius: Double, "a \"b": (Int, Int)), point }"#,
      #"enum { call(_0: "(Int, String) -> Void") }"#, "enum { `a (b)`(x: Int), if, `let` }",
      #"enum { point if "DEBUG", square(side: Int) if "os(iOS) && !DEBUG" }"#, #"Int { a = 1 if "A", a = 2 if "!A" }"#,
      "{ a: Int, init(from:) { #8c2d0f6a9be13d47 }, #@Model 8c2d0f6a9be13d47, #Form, #Keys 8c2d0f6a9be13d47, #Kit.Form }",
      "enum { #Form }", #"{ a: Int, #"Outer.`my type`", #"`my type`.init" 8c2d0f6a9be13d47 }"#,
      "{ a: Int, #decode(@Kit.W) 8c2d0f6a9be13d47, !Decodable }", "enum { !Decodable }",
      "String { a, #rawValue 8c2d0f6a9be13d47 }", "Kit.Code { a = 1 }",
      "enum { a, init(from:) { #8c2d0f6a9be13d47 } }",
      "{ init(from:) { a: Int #8c2d0f6a9be13d47 | String, b: Circle | Square, case 8c2d0f6a9be13d47 }, encode(to:) { } }",
    ]
  )
  func roundTrip(text: String) throws {
    let shape = try #require(Shape(text))
    #expect(shape.text == text)
  }

  @Test("Each part of a shape is read as what it is")
  func parts() throws {
    let text = #": Base { @W<A, B> let text "body": "(Int) -> [K: V]?" if "A", init(from:) { #000000000000000a } }"#
    var property = Shape.Property(name: "text", key: "body", type: "(Int) -> [K: V]?", wrapper: "W<A, B>")
    (property.isWrittenOnly, property.condition) = (true, "A")
    #expect(Shape(text) == Shape(superclass: "Base", properties: [property], decoding: Shape.Code(statements: [10])))
    let figure = Shape.Case(
      name: "circle",
      key: "round",
      parameters: [
        Shape.Case.Parameter(key: "radius", type: "Double"),
        Shape.Case.Parameter(key: "a b", type: "Int"),
      ],
      condition: "A"
    )
    #expect(
      Shape(#"enum { circle "round"(radius: Double, "a b": Int) if "A" }"#)
        == Shape(cases: [figure], isEnum: true)
    )
    let theme = Shape.Case(name: "dark", key: "dark", rawValue: #""a \"b""#)
    #expect(Shape(#"String { dark = "a \"b" }"#) == Shape(rawType: "String", cases: [theme], isEnum: true))
  }

  @Test("White space and the order of properties and cases do not matter, and raw strings are written plainly")
  func canonical() {
    #expect(Shape("{b:Int,a  :\tString? if\t\"X\"}")?.text == #"{ a: String? if "X", b: Int }"#)
    #expect(Shape("Int{b=2,a=1}")?.text == "Int { a = 1, b = 2 }")
    #expect(Shape("enum { b , a ( x : Int ) }")?.text == "enum { a(x: Int), b }")
    let raw = Shape.Case(name: "a", key: "a", rawValue: ##"#"a"b\"#"##)
    #expect(Shape(rawType: "String", cases: [raw], isEnum: true).text == #"String { a = "a\"b\\" }"#)
  }

  @Test("A text that is no shape is a problem at its place")
  func problems() {
    let cases: [(String, String)] = [
      ("", "0 a type is missing"), ("String", "6 '{' is missing"), (": { }", "2 a type is missing"),
      ("{", "1 a name is missing"), ("{ a: Int", "8 '}' is missing"), ("{ a Int }", "4 ':' is missing"),
      ("{ a: }", "5 a type is missing"), ("{ a: Int = 1 }", "9 '}' is missing"),
      ("{ a: Int, }", "10 a name is missing"),
      ("{ a: [Int }", "5 a type is missing"), ("{ a: Int] }", "8 '}' is missing"),
      ("{ `a: Int }", "3 a backtick is not closed"), ("{ a: `Int }", "5 a type is missing"),
      ("{ : Int }", "2 a name is missing"), (#"{ a "b: Int }"#, "4 a quotation mark is not closed"),
      (#"{ a "\(b)": Int }"#, "4 this text is not a string literal"), (#"{ a "\"#, "4 a quotation mark is not closed"),
      ("{ a: Int if }", "12 'if' needs a text in quotation marks after it"),
      ("{ a: Int, a: String }", "10 'a' occurs twice"),
      ("{ init(from:) 12 }", "14 '{' is missing"),
      ("{ init(from:) { #12 } }", "17 this is not a checksum of 16 hexadecimal digits"),
      ("{ init(from:) { #0000000000000001 }, init(from:) { #0000000000000001 } }", "37 'init(from:)' occurs twice"),
      ("enum { a(Int) }", "12 ':' is missing"), ("enum { a(x: Int = 1) }", "16 ')' is missing"),
      ("enum { a(x: Int }", "16 ')' is missing"), ("Int { a = }", "10 a raw value is missing"),
      ("Int { a = 1 if x }", "15 'if' needs a text in quotation marks after it"),
      ("enum { a, a }", "10 'a' occurs twice"),
    ]
    for (text, problem) in cases {
      var reader = ShapeReader(bytes: Array(text.utf8))
      do throws(ReleaseLockLine.Problem) {
        _ = try reader.shape()
        Issue.record("\(text)")
      } catch {
        #expect("\(error.offset) \(error.reason)" == problem, "\(text)")
      }
    }
  }

  @Test("A shape that was cut off or changed anywhere is read or refused, and never stops the tool")
  func damaged() {
    let text =
      ##": Base<A, B> { @W<Int> let `a "b` "k\"": [(Int, x: String)] if "os(iOS)", init(from:) { #8c2d0f6a9be13d47 } }"##
    for length in 0..<text.utf8.count { #expect(Shape(String(text.prefix(length))) == nil) }
    let bytes = Array(text.utf8)
    for index in bytes.indices {
      for byte in Array(#"{}()[]<>,:"`\@= -"#.utf8) {
        var damaged = bytes
        damaged[index] = byte
        guard let shape = Shape(String(decoding: damaged, as: UTF8.self)) else { continue }
        #expect(Shape(shape.text) == shape, "\(shape.text)")
      }
    }
  }
}
