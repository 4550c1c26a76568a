import Testing

@testable import NomadCheck
@testable import NomadSyntax

@Suite struct ShapeComparisonTests {
  /// Returns what old data has, what happens to it and whether it reads; other types have an old and a new shape.
  @Test(
    "A type that is too long to be taken apart is compared as a whole",
    arguments: [("", "?"), ("[", "]"), ("A<", ">")]
  )
  func longTypes(opening: String, closing: String) throws {
    let (start, end) = (String(repeating: opening, count: 60_000), String(repeating: closing, count: 60_000))
    let closed = start + "Int" + end
    func shape(_ type: String) -> Shape {
      var shape = Shape()
      shape.properties = [Shape.Property(name: "a", key: "a", type: SwiftType(type))]
      return shape
    }
    let comparison = ShapeComparison(from: { _ in [] }, to: { _ in [] })
    #expect(comparison.differences(from: shape(closed), to: shape("Int")).map(\.isReadable) == [false])
    #expect(comparison.differences(from: shape(closed), to: shape(closed)).isEmpty)
  }

  private func differences(
    _ old: String,
    _ new: String,
    with others: [String: (String?, String?)] = [:]
  ) throws -> [String] {
    let comparison = ShapeComparison { name in
      [others[name]?.0].compactMap { $0 }.compactMap { Shape($0) }
    } to: { name in
      [others[name]?.1].compactMap { $0 }.compactMap { Shape($0) }
    }
    return comparison.differences(from: try #require(Shape(old)), to: try #require(Shape(new))).map { difference in
      "\(difference.isReadable ? "reads" : "fails") \(difference.change.member ?? "-"): \(difference.values); \(difference.effect.text)"
    }
  }

  @Test(
    "Properties",
    arguments: [
      ("{ a: Int }", "{ a: Int }", []),
      ("{ }", "{ a: Double }", ["fails a: without 'a'; decoding throws keyNotFound"]),
      ("{ }", "{ a: Double? }", ["reads a: without 'a'; 'a' is nil there"]),
      ("{ }", "{ a: _ }", ["fails a: without 'a'; decoding throws keyNotFound unless it is optional"]),
      ("{ }", "{ @W a: Int? }", ["fails a: without 'a'; decoding throws keyNotFound unless its wrapper gives a value"]),
      ("{ }", "{ let a: Int }", []), ("{ let a: Int }", "{ }", []),
      (
        "{ let a: Int }", "{ a: Int }",
        ["reads a: with 'a' as a constant instead of a variable; older apps ignore what is written now"]
      ),
      ("{ a: Int }", "{ let a: Int }", ["reads a: with 'a'; 'a' is no longer read"]),
      ("{ a: Int }", "{ }", ["reads a: with 'a'; 'a' is lost"]),
      ("{ a: Int }", "{ b: Int }", ["fails b: with 'a' instead of 'b'; decoding throws keyNotFound"]),
      ("{ a: Int? }", "{ b: Int? }", ["reads b: with 'a' instead of 'b'; 'a' is lost"]),
      ("{ a: Int }", "{ b: Int? }", ["reads b: with 'a' instead of 'b'; 'a' is lost"]),
      ("{ a: Int? }", "{ b: Int }", ["fails b: with 'a' instead of 'b'; decoding throws keyNotFound"]),
      (
        "{ a: Int }", "{ b: String }",
        ["fails b: without 'b'; decoding throws keyNotFound", "reads a: with 'a'; 'a' is lost"]
      ),
      ("{ a: Int }", #"{ b "a": Int }"#, []),
      ("{ a: Int }", #"{ a "b": Int }"#, ["fails a: with 'a' under the key 'a'; decoding throws keyNotFound"]),
      (#"{ a "b": Int? }"#, "{ a: Int? }", ["reads a: with 'a' under the key 'b'; 'a' is lost"]),
      (
        #"{ a "x": Int, b "y": Int }"#, #"{ a "y": Int, b "x": Int }"#,
        [
          "fails a: with 'b' under the key 'y'; 'a' gets the values of 'b'",
          "fails b: with 'a' under the key 'x'; 'b' gets the values of 'a'",
        ]
      ),
      (
        "{ a: Int? }", #"{ a "k": Int?, c "a": String? }"#,
        [
          "reads a: with 'a' under the key 'a'; 'a' is lost",
          "fails c: with 'a' under the key 'a'; decoding can throw typeMismatch",
        ]
      ),
      (
        "{ a: Int? }", #"{ a "k": Int?, c "a": Int? if "A" }"#,
        [
          "reads a: with 'a' under the key 'a'; 'a' is lost",
          "fails c: with 'a' under the key 'a'; 'c' gets the values of 'a'",
        ]
      ),
      (#"{ a: Int? if "A" }"#, #"{ b "a": Int?, c: Int? }"#, ["reads c: without 'c'; 'c' is nil there"]),
      (
        #"{ a: Int? if "A" }"#, #"{ a "k": Int? if "A", c "a": Int? if "!A" }"#,
        ["reads a: with 'a' under the key 'a'; 'a' is lost", "reads c: without 'c'; 'c' is nil there"]
      ),
      (
        "{ @W a: Int }", "{ a: Int }",
        ["fails a: with 'a' as @W Int instead of Int; decoding can throw typeMismatch"]
      ),
      (
        "{ @W a: Int }", "{ @W a: Int8 }", ["fails a: with 'a' as Int instead of Int8; decoding can throw typeMismatch"]
      ),
      ("{ a: _ }", "{ a: _ }", []), ("{ a: Int }", "{ a: _ }", []),
      (
        "{ a: _ }", "{ a: Int }",
        ["reads a: with 'a' as an unknown type instead of Int; they may differ"]
      ),
      ("{ a: Int }", #"{ a: Int if "A" }"#, ["reads a: with 'a' in builds that lack it now; 'a' is lost"]),
      (
        #"{ a: Int if "A" }"#, "{ a: Int }",
        ["fails a: without 'a' in builds that lacked it; decoding throws keyNotFound"]
      ),
      (
        #"{ a: Int if "A" }"#, #"{ a: Int if "A", a: String if "!A" }"#,
        ["fails a: without 'a' in builds that lacked it; decoding throws keyNotFound"]
      ),
      (
        "{ a: Int, b: Int, init(from:) { a: Int, b: Int }, encode(to:) { a: Int, b: Int } }",
        "{ a: Int, b: Int, init(from:) { b = a: Int, a = b: Int }, encode(to:) { a: Int, b: Int } }",
        [
          "fails a: with 'b' under the key 'b'; 'a' gets the values of 'b'",
          "fails b: with 'a' under the key 'a'; 'b' gets the values of 'a'",
        ]
      ),
      (
        "{ n: Int, init(from:) { n: Int }, encode(to:) { n: Int } }",
        "{ n: Int, init(from:) { n = old: Int?, n: Int }, encode(to:) { n: Int } }", []
      ),
      (
        "{ n: Int, init(from:) { n = old: Int?, n: Int }, encode(to:) { n = old: Int } }",
        "{ n: Int, init(from:) { n: Int }, encode(to:) { n: Int } }",
        ["fails n: with 'n' under the key 'old'; decoding throws keyNotFound"]
      ),
      (
        "{ a: Int, init(from:) { a: Int, do 0000000000000001 } }",
        "{ a: Int, init(from:) { a: Int, do 0000000000000002 } }",
        ["fails -: from before init(from:) changed; they may be unreadable"]
      ),
      (
        #"{ a: Int if "A", a: String if "!A" }"#, #"{ a: Int if "A", a: String if "!A", b: Int? }"#,
        [
          "reads b: without 'b'; 'b' is nil there"
        ]
      ),
    ] as [(String, String, [String])]
  )
  func properties(old: String, new: String, expected: [String]) throws {
    #expect(try differences(old, new) == expected)
  }

  /// The effect of another type on old data; nil if there is none.
  @Test(
    "Types",
    arguments: [
      ("Int", "Int?", "reads older apps cannot read values without it"),
      ("Int?", "Int", "fails decoding throws keyNotFound"), ("Int?", "String", "fails decoding throws typeMismatch"),
      ("Int?", "String?", "fails decoding throws typeMismatch"),
      ("[Int?]", "[Int]", "fails decoding throws valueNotFound"),
      ("[Int]", "[Int?]", "reads older apps cannot read values without it"),
      ("Int8", "Int", "reads older apps cannot read every new value"),
      ("Int", "Int64", nil),
      ("UInt8", "Int16", "reads older apps cannot read every new value"),
      ("UInt32", "UInt", "reads older apps cannot read every new value"),
      ("Int", "Int8", "fails decoding throws dataCorrupted for numbers out of range"),
      ("Int", "UInt", "fails decoding throws dataCorrupted for numbers out of range"),
      ("UInt", "Int", "fails decoding throws dataCorrupted for numbers out of range"),
      ("Float", "Double", "reads older apps cannot read every new value"),
      ("Double", "Float", "fails decoding can throw dataCorrupted"),
      ("Int", "Double", "reads large numbers lose digits"),
      ("Int32", "Double", "reads older apps cannot read every new value"),
      ("Int", "Float16", "fails decoding throws dataCorrupted for large numbers"),
      ("Int16", "Float16", "reads large numbers lose digits"),
      ("Double", "Int", "fails decoding throws dataCorrupted for fractions"), ("TimeInterval", "Double", nil),
      ("Int", "String", "fails decoding throws typeMismatch"), ("Int", "Bool", "fails decoding throws typeMismatch"),
      ("[Int]", "[String]", "fails decoding throws typeMismatch"),
      ("[Int]", "Int", "fails decoding throws typeMismatch"),
      ("Set<Int>", "[Int]", "reads older apps lose their order and repeated elements"),
      ("[Int]", "Set<Int>", "reads their order and repeated elements are lost"),
      ("Set<Int8>", "Set<Int>", "reads older apps cannot read every new value"),
      ("Box<Int>", "Box<String>", "fails decoding can throw typeMismatch"),
      ("[Int: String]", "[String: String]", "reads older apps cannot read keys that are not integers"),
      ("[String: Int]", "[Int: Int]", "fails decoding throws typeMismatch"),
      ("[Int: Int]", "[Int8: Int]", "fails decoding throws typeMismatch"),
      ("[UUID: Int]", "[String: Int]", "fails decoding throws typeMismatch"),
      ("[String: Int8]", "[String: Int]", "reads older apps cannot read every new value"),
      ("[String: Int]", "[String: [Int]]", "fails decoding throws typeMismatch"),
      ("UUID", "String", "reads older apps can read only UUIDs"),
      ("String", "UUID", "fails decoding throws dataCorrupted"),
      ("Date", "Double", "fails decoding throws typeMismatch"),
      ("URL", "String", "fails decoding throws typeMismatch in property lists"),
      ("String", "URL", "fails decoding throws typeMismatch in property lists"),
      ("Data", "String", "fails decoding throws typeMismatch"),
      ("Coded<Theme>", "Coded<Color>", "fails decoding can throw typeMismatch"),
      ("Plain<Theme>", "Plain<Color>", nil), ("Deep<Theme>", "Deep<Color>", nil),
      ("[Plain<UUID>: Int]", "[Plain<String>: Int]", "fails decoding can throw typeMismatch"),
      ("Theme", "String", "reads older apps can read only the cases of 'Theme'"),
      ("String", "Theme", "fails decoding throws dataCorrupted for other values"),
      ("Theme", "Int", "fails decoding throws typeMismatch"), ("Theme", "Color", nil),
      ("Theme", "Wider", "reads some of it is lost or new"), ("Wider", "Theme", "fails decoding throws dataCorrupted"),
      ("[Tree]", "[Node]", nil), ("Tree", "Theme", "fails decoding throws typeMismatch"),
      ("Author", "Person", "fails decoding throws keyNotFound"),
      ("Person", "Author", "reads some of it is lost or new"),
      ("Author", "Author", nil), ("Date", "Coded", "fails decoding can throw typeMismatch"),
      ("Date", "Author", "fails decoding throws typeMismatch"),
      ("Date", "Unseen", "fails decoding can throw typeMismatch"),
      ("Set<Int>", "Set<String>", "fails decoding throws typeMismatch"),
      (#""(Int) -> Int""#, #""(Int) -> String""#, "fails decoding throws typeMismatch"),
    ] as [(String, String, String?)]
  )
  func types(old: String, new: String, expected: String?) throws {
    let others = [
      "Theme": #"String { dark = "d", light = "l" }"#, "Color": #"String { black = "d", white = "l" }"#,
      "Wider": #"String { dark = "d", light = "l", neon = "n" }"#, "Tree": "{ children: [Tree], parent: Node? }",
      "Node": "{ children: [Node], parent: Tree? }", "Author": "{ name: String }",
      "Data": #"String { none = "" }"#, "Coded": "{ a: Int, init(from:) { #0000000000000001 } }", "Plain": "{ a: Int }",
      "Deep": "{ a: [Coded<Int>] }", "Person": "{ age: Int, name: String }",
    ]
    let found = try differences("{ a: \(old) }", "{ a: \(new) }", with: others.mapValues { ($0, $0) })
    let effects = found.map { "\($0.prefix(5)) \($0.split(separator: "; ").last ?? "")" }
    #expect(effects == [expected].compactMap { $0 })
    #expect(found.allSatisfy { $0.contains(" a: with 'a' as ") })
  }

  @Test(
    "Enums with a raw type",
    arguments: [
      (
        "String { a = \"a\" }", "String { a = \"a\", b = \"b\" }",
        ["reads b: without the case 'b'; older apps cannot read it"]
      ),
      ("Int { a = 0, b = 1 }", "Int { a = 0 }", ["fails b: with the case 'b'; decoding throws dataCorrupted"]),
      ("Int { a = 0 }", "Int { a = 1 }", ["fails a: with 'a' as 0 instead of 1; decoding throws dataCorrupted"]),
      ("Int { a = 16 }", "Int { a = 0x1_0 }", []), ("String { a = \"A\" }", #"String { a = "\u{41}" }"#, []),
      ("String { a = \"a\" }", "String { b = \"a\" }", []),
      (
        "String { a = \"a\" }", "String { b = \"b\" }",
        ["fails b: with the case 'a' instead of 'b'; decoding throws dataCorrupted"]
      ),
      (
        "Int { low = 0, high = 1 }", "Int { urgent = 0, low = 1, high = 2 }",
        [
          "fails high: with 'high' as 1 instead of 2; decoding gives 'low'",
          "fails low: with 'low' as 0 instead of 1; decoding gives 'urgent'",
        ]
      ),
      (
        "Int { a = 0, n = 1, b = 2 }", "Int { a = 0, b = 1, c = 2 }",
        ["fails b: with 'b' as 2 instead of 1; decoding gives 'c'", "fails n: with the case 'n'; decoding gives 'b'"]
      ),
      ("Int8 { a = 0 }", "Int { a = 0 }", []), ("Int { a = 0 }", "UInt8 { a = 0 }", []),
      (
        "Int { a = 0 }", "String { a = \"a\" }",
        ["fails -: as an enum of Int instead of an enum of String; decoding throws typeMismatch"]
      ),
      ("Int { a = 0 }", "enum { a }", ["fails -: as an enum of Int instead of an enum; decoding throws typeMismatch"]),
      ("struct Int { rawValue: Int }", "struct Int { rawValue: Int }", []),
      (
        "struct Int { rawValue: Int }", "struct String { rawValue: String }",
        ["fails rawValue: with 'rawValue' as Int instead of String; decoding throws typeMismatch"]
      ),
      (
        "Int { a = 0 }", "struct Int { rawValue: Int }",
        ["reads -: as an enum instead of a struct; older apps can read only its cases"]
      ),
      (
        "struct Int { rawValue: Int }", "Int { a = 0 }",
        ["fails -: as a raw Int instead of an enum of Int; decoding throws dataCorrupted"]
      ),
    ] as [(String, String, [String])]
  )
  func rawEnums(old: String, new: String, expected: [String]) throws {
    #expect(try differences(old, new) == expected)
  }

  @Test(
    "Enums with associated values",
    arguments: [
      ("enum { a }", "enum { a, b }", ["reads b: without the case 'b'; older apps cannot read it"]),
      ("enum { a, b }", "enum { a }", ["fails b: with the case 'b'; decoding throws typeMismatch"]),
      ("enum { a }", "enum { b }", ["fails b: with the case 'a' instead of 'b'; decoding throws typeMismatch"]),
      ("enum { a }", #"enum { b "a" }"#, []),
      (
        "enum { a }", #"enum { a "b" }"#, ["fails a: with the case 'a' under the key 'a'; decoding throws typeMismatch"]
      ),
      (
        "enum { a(x: Int) }", "enum { a(x: Int, y: Int) }", ["fails a: without 'y' of 'a'; decoding throws keyNotFound"]
      ),
      ("enum { a(x: Int) }", "enum { a(x: Int, y: Int?) }", ["reads a: without 'y' of 'a'; it is nil there"]),
      ("enum { a(x: Int) }", "enum { a }", ["reads a: with 'x' of 'a'; it is lost"]),
      ("enum { a(x: Int) }", "enum { a(_0: Int) }", ["fails a: without '_0' of 'a'; decoding throws keyNotFound"]),
      (
        "enum { a(x: Int) }", "enum { a(x: String) }",
        ["fails a: with 'x' of 'a' as Int instead of String; decoding throws typeMismatch"]
      ),
      (
        "enum { a(x: Int?) }", "enum { a(x: Int) }",
        ["fails a: with 'x' of 'a' as Int? instead of Int; decoding throws keyNotFound"]
      ),
      ("enum { a }", "{ a: Int }", ["fails -: as an enum instead of properties; decoding throws typeMismatch"]),
    ] as [(String, String, [String])]
  )
  func enums(old: String, new: String, expected: [String]) throws {
    #expect(try differences(old, new) == expected)
  }

  @Test("A hand-written method of coding that changed is one difference, and one that did not change decides")
  func code() throws {
    let decode = "init(from:) { #0000000000000001 }"
    let recoded = "fails -: from before init(from:) changed; they may be unreadable"
    #expect(
      try differences("{ a: Int }", "{ a: Int, b: Int, \(decode) }")
        == ["fails -: from before it had init(from:); they may be unreadable"]
    )
    // What synthesized coding wrote is known, whatever else the old code read.
    #expect(try differences("{ a: Int, \(decode) }", "{ a: Int }") == [])
    let unknown = "encode(to:) { #0000000000000001 }"
    #expect(
      try differences("{ a: Int, \(decode), \(unknown) }", "{ a: Int }")
        == ["fails -: from when it had init(from:); they may be unreadable"]
    )
    #expect(try differences("{ \(decode) }", "{ init(from:) { #0000000000000002 } }") == [recoded])
    #expect(
      try differences("{ a: Int }", "{ a: Int, encode(to:) { #0000000000000001 } }")
        == ["reads -: from before encode(to:) changed; older apps may not read what is written now"]
    )
    #expect(try differences("{ a: Int, \(decode) }", "{ a: Int, b: Int, \(decode) }") == [])
    let both = "\(decode), encode(to:) { #0000000000000001 }"
    #expect(try differences("{ a: Int, \(both) }", "{ a: Int, b: Int, \(both) }") == [])
    #expect(
      try differences("{ a: Int, \(decode) }", "{ a: String, \(decode) }")
        == ["fails a: with 'a' as Int instead of String; decoding can throw typeMismatch"]
    )
  }

  @Test(
    "What hand-written methods read is compared with what is written, whoever writes it",
    arguments: [
      // Synthesized coding and code that does the same.
      ("{ a: Int }", "{ a: Int, init(from:) { a: Int } }", []),
      ("{ a: Int, init(from:) { a: Int } }", "{ a: Int }", []),
      (
        "{ a: Int }", "{ a: Int, b: Int, init(from:) { a: Int, b: Int? } }",
        ["reads b: without 'b'; init(from:) decides what they get"]
      ),
      (
        "{ a: Int }", "{ a: Int, b: Int, init(from:) { a: Int, b: Int } }",
        ["fails b: without 'b'; decoding can throw keyNotFound"]
      ),
      (
        "{ a: Int }", "{ a: Int, b: Int, init(from:) { a: Int, try? b: Int? } }",
        ["reads b: without 'b'; init(from:) decides what they get"]
      ),
      ("{ a: Int }", "{ a: String, init(from:) { a: Int | String } }", []),
      (
        "{ a: Int }", "{ a: String, init(from:) { a: String } }",
        ["fails a: with 'a' as Int instead of String; decoding throws typeMismatch"]
      ),
      (
        "{ a: Int }", "{ a: String, init(from:) { try? a: String? } }",
        ["reads a: with 'a' as Int instead of String; 'a' is lost"]
      ),
      ("{ a: Int, b: Int }", "{ a: Int, b: Int, init(from:) { a: Int } }", ["reads b: with 'b'; 'b' is lost"]),
      (
        "{ a: Int, init(from:) { a: Int } }", "{ a: Int, b: Int, init(from:) { a: Int } }",
        ["reads b: without 'b'; init(from:) does not read it"]
      ),
      (
        "{ a: Int, init(from:) { a: Int } }", "{ a: Int, init(from:) { a: Int #0000000000000001 } }",
        ["fails a: with 'a' from before init(from:) changed; it may be read in another way"]
      ),
      (
        "{ a: Int, encode(to:) { a: Int #0000000000000001 } }", "{ a: Int, encode(to:) { a: Int #0000000000000002 } }",
        ["reads -: from before encode(to:) changed; older apps may not read what is written now"]
      ),
      ("{ a: Int, encode(to:) { a: Int #0000000000000001 } }", "{ a: Int }", []),
      // A name in the sources means nothing.
      (#"{ a "x": Int, init(from:) { x: Int } }"#, #"{ b "x": Int, init(from:) { x: Int } }"#, []),
      // A type with a key of its own instead of one value, and the other way.
      (
        "{ a: Int }", "{ a: Int, init(from:) { self: Int } }",
        ["fails self: without 'self'; decoding can throw typeMismatch", "reads a: with 'a'; 'a' is lost"]
      ),
      (
        "{ a: Int, init(from:) { self: Int }, encode(to:) { self: Int } }",
        "{ a: Int, init(from:) { a: Int | String, try? self: Int? }, encode(to:) { a: Int } }",
        ["fails a: without 'a'; decoding can throw keyNotFound"]
      ),
      // What old code wrote decides, and what it read tells the types.
      (
        "{ a: Int, init(from:) { a: Int }, encode(to:) { a: _, #0000000000000001 } }",
        "{ a: Int64, init(from:) { a: Int64 }, encode(to:) { a: _, #0000000000000001 } }", []
      ),
      (
        "{ init(from:) { a: Int }, encode(to:) { a: _ } }", "{ init(from:) { a: String }, encode(to:) { a: _ } }",
        ["fails a: with 'a' as Int instead of String; decoding throws typeMismatch"]
      ),
      (
        "{ a: Int, init(from:) { a: Int? }, encode(to:) { } }", "{ a: Int, init(from:) { a: Int }, encode(to:) { } }",
        ["fails a: without 'a'; decoding can throw keyNotFound"]
      ),
      // Nested containers have longer ways.
      (
        "{ init(from:) { place.x: Int }, encode(to:) { place.x: Int } }",
        "{ init(from:) { place.x: Int, place.y: Int }, encode(to:) { place.x: Int, place.y: Int } }",
        ["fails place.y: without 'place.y'; decoding can throw keyNotFound"]
      ),
      (
        "{ init(from:) { place.\"0\": Int }, encode(to:) { place.\"0\": Int } }",
        "{ init(from:) { place.\"0\": Double }, encode(to:) { place.\"0\": Double } }",
        ["reads place.0: with 'place.0' as Int instead of Double; large numbers lose digits"]
      ),
      // Labels that old values met are gone; new ones are no matter.
      (
        "enum { init(from:) { self: String, case 0000000000000001 }, encode(to:) { self: String } }",
        "enum { init(from:) { self: String, case 0000000000000001, case 0000000000000002 }, encode(to:) { self: String } }",
        []
      ),
      (
        "enum { init(from:) { self: String, case 0000000000000001 }, encode(to:) { self: String } }",
        "enum { init(from:) { self: String, case 0000000000000002 }, encode(to:) { self: String } }",
        ["fails -: from before init(from:) changed; they may be unreadable"]
      ),
      // Older apps need what is no longer written.
      (
        "{ init(from:) { a: Int }, encode(to:) { a: Int } }", "{ init(from:) { a: Int }, encode(to:) { } }",
        ["reads -: from before encode(to:) changed; older apps need 'a', which is no longer written"]
      ),
    ] as [(String, String, [String])]
  )
  func readByHand(old: String, new: String, expected: [String]) throws {
    #expect(try differences(old, new) == expected)
  }

  @Test("Other code is compared by its names and checksums, and the types that code names are not")
  func otherCode() throws {
    let (one, two) = ("#Keys 0000000000000001", "#Keys 0000000000000002")
    #expect(
      try differences("{ a: Int, \(one) }", "{ a: Int, \(two) }")
        == ["fails -: from before Keys changed; they may be unreadable"]
    )
    #expect(
      try differences("{ a: Int }", "{ b: Int, #@Model 0000000000000001 }")
        == ["fails -: from before it had @Model; they may be unreadable"]
    )
    #expect(try differences("{ a: Int }", "{ a: Int, #@Other 0000000000000001 }") == [])
    #expect(
      try differences("enum { a, \(one) }", "enum { a }")
        == ["fails -: from when it had Keys; they may be unreadable"]
    )
    #expect(try differences("{ a: Int, #Form }", "{ a: Int, #Other }") == [])
  }

  @Test("Nothing decodes a type that is no longer Decodable, and other code decodes one that never was")
  func undecoded() throws {
    #expect(
      try differences("{ a: Int, init(from:) { #0000000000000001 } }", "{ b: Int, !Decodable }")
        == ["reads -: from when it had the conformance to Decodable; it no longer decodes them"]
    )
    #expect(
      try differences("{ a: Int, !Decodable }", "{ a: String, b: Int, !Decodable }")
        == ["a: with 'a' as Int instead of String", "b: without 'b'"]
        .map { "reads \($0); what decodes them has to read both forms" }
    )
    #expect(
      try differences(
        "{ encode(to:) { #0000000000000001 }, !Decodable }",
        "{ encode(to:) { #0000000000000002 }, !Decodable }"
      )
        == ["reads -: from before encode(to:) changed; what decodes them has to read both forms"]
    )
    #expect(try differences("{ a: Int, !Decodable }", "{ a: Int }") == [])
  }

  @Test("Code that decodes a wrapper in place of a container decides what a missing key gives")
  func overloads() throws {
    let (one, two) = ("#decode(@W) 0000000000000001", "#decode(@W) 0000000000000002")
    #expect(
      try differences("{ }", "{ @W<Int> a: Int, \(one) }")
        == ["reads a: without 'a'; decode(@W) decides what they get"]
    )
    #expect(
      try differences("{ }", "{ @V a: Int, \(one) }", with: ["V": (nil, "{ wrappedValue: Int }")])
        == ["fails a: without 'a'; decoding throws keyNotFound"]
    )
    #expect(try differences("{ @W a: Int, \(one) }", "{ }") == ["reads a: with 'a'; 'a' is lost"])
    #expect(try differences("{ @W a: Int }", "{ @W a: Int, \(one) }") == [])
    #expect(
      try differences("{ @W a: Int, \(one) }", "{ @W a: Int, \(two) }")
        == ["fails -: from before decode(@W) changed; they may be unreadable"]
    )
    #expect(
      try differences("{ @W a: Int, \(one) }", "{ @W a: Int }")
        == ["fails -: from when it had decode(@W); they may be unreadable"]
    )
  }

  @Test("Wrappers are compared with their arguments, unless one of them leaves these out")
  func wrapperArguments() throws {
    let others: [String: (String?, String?)] = [
      "W": ("{ wrappedValue: Int }", "{ wrappedValue: Int }"),
      "C": ("{ init(from:) { #0000000000000001 } }", "{ init(from:) { #0000000000000001 } }"),
      "A": ("enum { }", "enum { }"), "B": ("enum { }", "enum { }"),
    ]
    #expect(try differences("{ @W a: Int }", "{ @W<Int> a: Int }", with: others) == [])
    #expect(try differences("{ @W<A> a: Int }", "{ @W<B> a: Int }", with: others) == [])
    #expect(
      try differences("{ @C<A> a: Int }", "{ @C<B> a: Int }", with: others)
        == ["fails a: with 'a' as @C<A> Int instead of @C<B> Int; decoding can throw typeMismatch"]
    )
  }

  @Test("A superclass codes its properties in the same container")
  func superclass() throws {
    let others: [String: (String?, String?)] = [
      "Base": ("{ a: Int }", "{ a: Int }"), "Other": ("{ a: Int, b: Int? }", "{ a: Int, b: Int? }"),
      "Deep": (": Other { }", ": Other { }"),
    ]
    #expect(try differences(": Base { }", ": Other { }", with: others) == ["reads b: without 'b'; 'b' is nil there"])
    #expect(try differences(": Other { }", ": Base { }", with: others) == ["reads b: with 'b'; 'b' is lost"])
    #expect(try differences("{ a: Int }", ": Base { }", with: others) == [])
    #expect(try differences(": Base { }", ": Deep { }", with: others) == ["reads b: without 'b'; 'b' is nil there"])
    #expect(
      try differences("{ a: Int }", ": Unknown { }", with: others)
        == [
          "fails -: as a type without a superclass instead of a subclass of 'Unknown'; decoding can throw keyNotFound"
        ]
    )
  }

  @Test("Names of types are found and replaced as wholes")
  func names() throws {
    let type = SwiftType("[Outer.Note: Result<(note: Note?, other: Kit.Note), Box<Note, MyNote>>]")
    #expect(type.names == ["Outer.Note", "Result", "Note", "Kit.Note", "Box", "MyNote"])
    #expect(
      type.renamed { $0 == "Note" ? "Entry" : nil }.description
        == "[Outer.Note: Result<(note: Entry?, other: Kit.Note), Box<Entry, MyNote>>]"
    )
    let shape = try #require(Shape("{ @Note a: [Note] }")).renaming { $0 == "Note" ? "Entry" : nil }
    #expect(shape.text == "{ @Entry a: [Entry] }")
    #expect(
      try #require(Shape("enum { a(x: Note?) }")).renaming { $0 == "Note" ? "E.N" : nil }.text == "enum { a(x: E.N?) }"
    )
    #expect(try #require(Shape(": Note { }")).typeNames == ["Note"])
  }
}
