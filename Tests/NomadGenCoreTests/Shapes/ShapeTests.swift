import Testing

@testable import NomadCheck
@testable import NomadGenCore
@testable import NomadSyntax

@Suite struct ShapeTests {
  private func expect(_ body: String, _ shape: String, _ location: SourceLocation = #_sourceLocation) throws {
    let types = try storedTypes("struct A: Codable, Stored {\n\(body)\n}").filter { $0.name == "A" }
    #expect(types.map(\.summary) == ["A \(shape)"], "\(body)", sourceLocation: location)
  }

  @Test(
    "The properties that coding handles are in the shape, with their types in one spelling",
    arguments: [
      ("var a: Int", "{ a: Int }"), ("let a: Int", "{ a: Int }"), ("var b: Int, a: String", "{ a: String, b: Int }"),
      ("var a, b: Int", "{ a: Int, b: Int }"),
      ("private var a: Int; public internal(set) var b: Int", "{ a: Int, b: Int }"),
      ("var a: Int { 1 }", "{ }"), ("static var a: Int = 1", "{ }"), ("lazy var a: Int = 1", "{ }"),
      ("var a: Int { get { 1 } set {} }", "{ }"), ("var a: Int { didSet {} }", "{ a: Int }"),
      ("var a: Int = 1 { willSet {} }", "{ a: Int }"), ("func f() { var a: Int }", "{ }"), ("", "{ }"),
      ("var `default`: Int", "{ default: Int }"),
      ("let a: Int = 1", "{ let a: Int }"), ("let a = 1", "{ let a: Int }"), ("var a: Int = 1", "{ a: Int }"),
      ("var a: Int?", "{ a: Int? }"), ("var a: Int!", "{ a: Int? }"), ("var a: Optional<Int>", "{ a: Int? }"),
      ("var a: Swift.Optional<Swift.Int>", "{ a: Int? }"), ("var a: [Int?]?", "{ a: [Int?]? }"),
      ("var a: Array<Int>", "{ a: [Int] }"), ("var a: Dictionary<String, [Int]>", "{ a: [String: [Int]] }"),
      ("var a: [ String :Int ]", "{ a: [String: Int] }"), ("var a: Set<Int>", "{ a: Set<Int> }"),
      ("var a: Foundation.Date", "{ a: Date }"), ("var a: (Int)", "{ a: Int }"),
      ("var a: (x: Int, String)", "{ a: (x: Int, String) }"), ("var a: Range<Int>", "{ a: Range<Int> }"),
      ("var a: TimeInterval", "{ a: Double }"), ("var a: CoreGraphics.CGFloat", "{ a: CGFloat }"),
      ("var a: Int /* b */ ?", "{ a: Int? }"), ("weak var a: Int?", "{ a: Int? }"),
    ]
  )
  func properties(body: String, shape: String) throws {
    try expect(body, shape.replacing("{ }", with: "{  }"))
  }

  @Test(
    "Without a written type, a literal or a call tells it, and nothing else does",
    arguments: [
      ("var a = 1", "Int"), ("var a = -1", "Int"), ("var a = 1.5", "Double"), ("var a = 1e3", "Double"),
      ("var a = 0x1F", "Int"), ("var a = \"b\"", "String"), ("var a = true", "Bool"), ("var a = UUID()", "UUID"),
      ("var a = Date(timeIntervalSince1970: 0)", "Date"), ("var a = [Int]()", "[Int]"),
      ("var a = Set<Int>()", "Set<Int>"),
      ("var a = [String: Int]()", "[String: Int]"), ("var a = Set([1])", "_"), ("var a = [1, 2]", "[Int]"),
      ("var a = 1 + 2", "Int"), ("var a = make()", "_"), ("var a = Int(\"1\")", "_"),
      ("var a = URL(string: \"b\")", "_"),
      ("var a = UUID().uuidString", "_"), ("var a = Date.now", "Date"), ("var a = nil", "_"), ("var a = B()", "B"),
      ("var a = B(1)", "B"), ("var a = B.make()", "_"), ("var a = C(1)", "_"), ("var a = D(rawValue: 1)", "_"),
      ("var a = G(1)", "_"), ("var a = G<Int>(1)", "G<Int>"), ("var a = L()", "[Int]"), ("var a = { 1 }()", "_"),
      ("var a = 60 * 60", "Int"), ("var a = 60 * -0.5", "Double"), ("var a = 1 < 2", "_"), ("var a = 1 + b", "_"),
      ("var a = [1, 2.5]", "[Double]"), ("var a = [\"b\", \"c\",]", "[String]"), ("var a = [1, \"b\"]", "_"),
      ("var a = [true].count", "_"), ("var a = []", "_"), ("var a = [1: 2]", "_"), ("var a = [1] + [2]", "_"),
      ("var a = nil as Int?", "Int?"), ("var a = 3 as Double", "Double"), ("var a = B() as B?", "B?"),
      ("var a = 3 as? Int", "_"), ("var a = [] as [B]", "_"), ("var a = TimeInterval(60)", "Double"),
      ("var a = Int8(60)", "Int8"), ("var a = Double(b)", "_"), ("var a = Double(1, 2)", "_"),
      ("var a = Date.distantPast", "Date"), ("var a = Date.first", "_"), ("var a = C(60)", "_"),
    ]
  )
  func inferredTypes(body: String, type: String) throws {
    let others = """
      struct B: Codable { init(_ a: Int) {}; static func make() -> B { B(1) } }
      struct C: Codable { init?(_ a: Int) {} }
      enum D: Int, Codable { case d }
      struct G<T: Codable>: Codable { init(_ a: T) {} }
      typealias L = [Int]
      """
    let types = try storedTypes("struct A: Codable, Stored {\n\(body)\n}", others)
    let property = try #require(types.first { $0.name == "A" }?.shape.properties.first)
    #expect(property.type?.description ?? "_" == type)
  }

  @Test(
    "CodingKeys choose properties and their keys",
    arguments: [
      ("enum CodingKeys: CodingKey { case a, b }", "{ a: Int, b: Int }"),
      ("enum CodingKeys: CodingKey { case a }", "{ a: Int }"),
      ("enum CodingKeys: String, CodingKey { case a = \"x\", b }", "{ a \"x\": Int, b: Int }"),
      ("enum CodingKeys: Swift.String, CodingKey { case a = \"\\u{78}\" }", "{ a \"x\": Int }"),
      ("enum CodingKeys: Int, CodingKey { case a = 5, b }", "{ a: Int, b: Int }"),
      ("typealias CodingKeys = Keys", "{ b \"y\": Int }"), ("typealias CodingKeys = Other.Keys", "{ a \"z\": Int }"),
      ("struct CodingKeys {}", "{ a: Int, b: Int } ?? CodingKeys"),
      ("enum CodingKeys: CodingKey { case a, c }", "{ a: Int, CodingKeys() } ?? CodingKeys"),
      ("enum CodingKeys: String, CodingKey { case a; var stringValue: String { b } }", "{ a: Int, CodingKeys() }"),
      ("enum CodingKeys: String, CodingKey { case a; var intValue: Int? { nil } }", "{ a: Int }"),
      ("typealias CodingKeys = Foreign.Keys", "{ a: Int, b: Int } ?? CodingKeys"),
      (
        "#if os(iOS)\nenum CodingKeys: CodingKey { case a }\n#else\nenum CodingKeys: CodingKey { case a, b }\n#endif",
        "{ a: Int, b: Int if !os(iOS) }"
      ),
      (
        "enum CodingKeys: String, CodingKey {\ncase b\n#if DEBUG\ncase a = \"x\"\n#endif\n}",
        "{ a \"x\": Int if DEBUG, b: Int }"
      ),
    ]
  )
  func codingKeys(body: String, shape: String) throws {
    let others = """
      enum Keys: String, CodingKey { case b = "y" }
      enum Other { enum Keys: String, CodingKey { case a = "z" } }
      """
    for texts in [
      ["struct A: Codable, Stored { var a: Int; var b: Int\n\(body)\n}", others],
      ["struct A: Codable, Stored { var a: Int; var b: Int }", "extension A {\n\(body)\n}", others],
    ] {
      let types = try texts.count == 2 ? storedTypes(texts[0], texts[1]) : storedTypes(texts[0], texts[1], texts[2])
      #expect(types.map(\.summary) == ["A \(shape)"], "\(texts)")
    }
  }

  @Test("The keys of a type around it are not those of a type")
  func outerKeys() throws {
    let types = try storedTypes(
      "enum O { enum CodingKeys: String, CodingKey { case a = \"x\" }; struct A: Codable, Stored { var a: Int } }"
    )
    #expect(types.map(\.summary) == ["O.A { a: Int }"])
  }

  @Test(
    "Cases have their raw values, written or implied, or their associated values",
    arguments: [
      ("String", "case b, a = \"x\"", "String { a = \"x\", b = \"b\" }"), ("Int", "case a, b", "Int { a = 0, b = 1 }"),
      ("Int", "case a = 5, b, c = -2, d", "Int { a = 5, b = 6, c = -2, d = -1 }"),
      ("Int", "case a = 0x1_0\ncase b", "Int { a = 16, b = 17 }"),
      ("Double", "case a = 1, b", "Double { a = 1.0, b = 2.0 }"),
      ("Double", "case a = 1.5", "Double { a = 1.5 }"), ("Character", "case a = \"x\"", "{ a }"),
      ("Swift.Int", "case a", "Int { a = 0 }"), ("Text", "case a", "String { a = \"a\" }"),
      ("String", "case `default`", "String { default = \"default\" }"),
      ("Codable", "case a, b", "{ a, b }"), ("Codable", "case a(Int, x: String)", "{ a(_0: Int, x: String) }"),
      ("Codable", "case a(_ x: Int = 3)", "{ a(_0: Int) }"),
      ("Codable", "indirect case a(A?)", "{ a(_0: A?) }"),
      ("Codable", "case a; enum CodingKeys: String, CodingKey { case a = \"x\" }", "{ a \"x\" }"),
      ("Codable", "case a, b; enum CodingKeys: CodingKey { case b }", "{ b }"),
      (
        "Codable", "case a(x: Int, y: Int); enum ACodingKeys: String, CodingKey { case x = \"z\" }", "{ a(z: Int) }"
      ),
      ("Int", "#if DEBUG\ncase a\n#endif\ncase b", "Int { a = 0 if DEBUG, b } ?? raw value of 'b'"),
      ("String", "#if DEBUG\ncase a\n#endif\ncase b", "String { a = \"a\" if DEBUG, b = \"b\" }"),
      ("Foreign", "case a = 1", "Foreign { a = 1 } ?? Foreign"), ("Codable", "", "{  }"),
      ("Kit.Foreign, Codable", "case a, b", "{ a, b } ?? Kit.Foreign"),
      ("Foreign, Codable", "case a(Int)", "{ a(_0: Int) }"), ("Sendable, Codable", "case a", "{ a }"),
      ("Both", "case a", "{ a }"), ("BitwiseCopyable, Codable", "case a", "{ a }"),
      (
        "Foreign, Codable", "case a; init(from d: Decoder) throws {}; func encode(to e: Encoder) throws {}",
        "{ a, init(from:), encode(to:) }"
      ),
    ]
  )
  func enums(inherited: String, body: String, shape: String) throws {
    let aliases = "typealias Text = String; typealias Both = Codable & Sendable"
    let types = try storedTypes("enum A: \(inherited), Stored {\n\(body)\n}\n\(aliases)")
    #expect(types.map(\.summary) == ["A enum \(shape)"])
  }

  @Test(
    "A class codes its own properties unless it inherits the coding",
    arguments: [
      ("class A: Codable, Stored { var a = 1 }", ["A { a: Int }"]),
      ("class A: NSObject, Codable, Stored { var a = 1 }", ["A { a: Int }"]),
      ("class A: B, Codable, Stored { var a = 1 }; class B { var b = 1 }", ["A { a: Int }"]),
      ("class A: B, Stored { var a = 1 }; class B: Codable { var b = 1 }", ["A : B {  }", "B { b: Int }"]),
      ("class A: B { var a = 1 }; class B: Codable, Stored { var b = 1 }", ["A : B {  }", "B { b: Int }"]),
      (
        "class A: B, Stored { var a = 1; required init(from d: Decoder) throws {} }; class B: Codable { var b = 1 }",
        ["A : B { a: Int, init(from:) }", "B { b: Int }"]
      ),
      ("class A: Foreign, Codable, Stored { var a = 1 }", ["A { a: Int } ?? Foreign"]),
      ("actor A: Stored { var a = 1 }", ["A { a: Int }"]),
      ("class A: B<Int>, Stored {}; class B<T>: Codable {}", ["A : B { B() } ?? B", "B {  }"]),
    ]
  )
  func classes(text: String, shapes: [String]) throws {
    try #expect(storedTypes(text).map(\.summary) == shapes)
  }

  @Test("A raw-representable type is coded as its raw value")
  func rawRepresentable() throws {
    try #expect(
      storedTypes("struct A: OptionSet, Codable, Stored { let rawValue: Int; var other = 1 }").map(\.summary)
        == ["A Int { rawValue: Int }"]
    )
    try #expect(
      storedTypes("struct A: RawRepresentable, Codable, Stored { var rawValue: Int { 1 } }").map(\.summary)
        == ["A Int { rawValue: Int, rawValue() }"]
    )
    for (texts, shape) in [
      (
        [
          "enum A: Codable, Stored { case a }",
          "extension A: RawRepresentable { var rawValue: R { r }; typealias R = String }",
        ],
        "A enum String { a, rawValue() }"
      ),
      (
        ["enum A: String, Codable, Stored { case a; var rawValue: String { b } }", ""],
        "A enum String { a, rawValue() }"
      ),
      (
        ["enum A: RawRepresentable, Codable, Stored { case a; var rawValue: Date { b } }", ""],
        "A enum { a, rawValue() }"
      ),
      (
        ["struct A: Codable, Stored { var a: Int }", "extension A: RawRepresentable { var rawValue: String { b } }"],
        "A String { rawValue: String, rawValue() }"
      ),
      (
        ["struct A: RawRepresentable, Codable, Stored { }", "extension P { var rawValue: Int { 1 } }"],
        "A {  } ?? RawRepresentable"
      ),
    ] {
      #expect(try storedTypes(texts[0], texts[1]).map(\.summary) == [shape])
    }
  }

  @Test("Hand-written coding counts by its tokens, in any extension and file")
  func handWritten() throws {
    let decoder = "init(from decoder: any Decoder) throws { a = x(decoder, 1) }"
    let encoder = "func encode(to encoder: any Encoder) throws { a.x(encoder) }"
    let whole = try #require(
      try storedTypes("struct A: Codable, Stored { var a: Int; \(decoder); \(encoder) }").first?.shape
    )
    #expect(whole.summary == "{ a: Int, init(from:) { 1 statement }, encode(to:) { 1 statement } }")
    let apart = try storedTypes(
      "struct A: Stored { var a: Int }",
      "extension A: Decodable { // comment\n  init(from decoder: any Decoder) throws {\n    a = x(decoder, /* c */ 1)\n  }\n}",
      "extension A: Encodable { \(encoder) }"
    )
    #expect(apart.map(\.shape) == [whole])
    let changed = try storedTypes(
      "struct A: Codable, Stored { var a: Int; \(decoder.replacing("1", with: "2")); \(encoder) }"
    )
    #expect(changed.first?.shape.decoding != whole.decoding)
    #expect(changed.first?.shape.encoding == whole.encoding)
    let inherited = try storedTypes(
      "struct A: P, Stored { var a: Int }",
      "protocol P: Codable {}",
      "extension P { \(decoder) }"
    )
    #expect(inherited.map(\.summary) == ["A { a: Int, init(from:) { 1 statement } }"])
  }

  @Test("Members that no key names count if hand-written code has other keys")
  func membersOfOtherKeys() throws {
    let (decoder, encoder) = ("init(from d: Decoder) throws { i(d) }", "func encode(to e: Encoder) throws { j(e) }")
    func shape(_ head: String, _ keys: String, _ body: String) throws -> String? {
      let keys = "enum CodingKeys: String, CodingKey { case \(keys) }"
      return try storedTypes("\(head) A: Codable, Stored { \(body); \(keys); \(decoder); \(encoder) }", "struct B {}")
        .first { $0.name == "A" }?.summary
    }
    let code = "init(from:) { 1 statement }, encode(to:) { 1 statement }"
    #expect(try shape("struct", "a_v2", "var a: Int") == "A { a: Int, \(code), CodingKeys() }")
    #expect(try shape("struct", "b", "var a: Int; var b: B") == "A { b: B, \(code) }")
    #expect(
      try shape("enum", "_case, name", "case a, b(String)") == "A enum { a, b(_0: String), \(code), CodingKeys() }"
    )
    #expect(try shape("struct", "a", "var a: Foreign; var b = f()") == "A { a: Foreign, \(code) }")
  }

  @Test(
    "A type says whether it can be decoded, unless something that was not seen may decode it",
    arguments: [
      ("struct A: Codable, Stored { var a: Int }", true), ("struct A: Stored { var a: Int }", false),
      ("struct A: Encodable, Stored { var a: Int }", false),
      ("struct A: Stored { var a: Int }; extension A: Decodable {}", true),
      ("struct A: Stored, Foreign { var a: Int }", true), ("struct A: Stored, CloudStored { var a: Int }", true),
      ("@Foreign struct A: Stored { var a: Int }", true),
      ("struct A: P, Stored { var a: Int }; protocol P: Codable {}", true),
      ("struct A: Hashable, P, Stored { var a: Int }; protocol P: Nomad.Stored { var a: Int }", false),
      ("class A: B, Stored { var a: Int; init(from d: Decoder) throws {} }; class B: Codable {}", true),
      ("enum A: String, Stored { case a }", false), ("enum A: Stored {}", true),
    ]
  )
  func decoded(text: String, isDecoded: Bool) throws {
    let shape = try #require(try storedTypes(text).first { $0.name == "A" }?.shape)
    #expect(shape.isDecoded == isDecoded)
    #expect(shape.text.contains("!Decodable") != isDecoded)
  }

  @Test(
    "Methods that decode a wrapper in place of a container count",
    arguments: [
      ("func decode(_: W.Type, forKey k: Key) throws -> W { i() }", true),
      ("func decode<T: P>(_: T.Type, forKey k: Key) throws -> T { i() }", true),
      ("func decode(_: Int.Type, forKey k: Key) throws -> Int { i() }", false),
      ("func decoded(_: W.Type, forKey k: Key) throws -> W { i() }", false),
    ]
  )
  func overloads(method: String, isOverload: Bool) throws {
    let types = try storedTypes(
      "struct A: Codable, Stored { @W var a: Int }",
      "@propertyWrapper struct W: Codable, P { var wrappedValue: Int }; protocol P {}",
      "extension KeyedDecodingContainer { \(method) }"
    )
    #expect(types.first?.summary == "A { @W a: Int\(isOverload ? ", decode(@W)()" : "") }")
  }

  @Test("A method of another package that decodes its wrapper counts, too")
  func foreignOverload() throws {
    let package = try checkedPackage(
      [
        "App": ["A.swift": "import Nomad\nimport Kit\nstruct A: Codable, Stored { @Zero var a: Int }"],
        "Kit": [
          "W.swift":
            "import Nomad\n@propertyWrapper public struct OrDefault<T> {}\npublic typealias Zero = OrDefault<Int>",
          "D.swift":
            "extension KeyedDecodingContainer { public func decode<T>(_: OrDefault<T>.Type, forKey: Key) { i() } }",
        ],
      ],
      importing: ["Kit"]
    )
    #expect(
      package.storedTypes.map(\.summary) == ["A { @OrDefault<Int> a: Int, decode(@OrDefault)() } ?? @OrDefault"]
    )
  }

  @Test(
    "Wrappers count by their names",
    arguments: [
      ("@Clamped var a: Int", "{ @Clamped a: Int }"), ("@Clamped(0...1) var a: Int", "{ @Clamped a: Int }"),
      ("@Clamped<Int> var a: Int", "{ @Clamped<Int> a: Int }"),
      ("@Clamped @Clamped<Int> var a: Int", "{ @Clamped<Clamped<Int>> a: Int }"),
      ("@App.Clamped var a: Int", "{ @Clamped a: Int }"),
      ("@Foreign var a: Int", "{ @Foreign a: Int } ?? @Foreign"),
      ("@available(*, deprecated) var a: Int", "{ a: Int }"),
    ]
  )
  func wrappers(body: String, shape: String) throws {
    let wrapper = "@propertyWrapper struct Clamped<T: Codable>: Codable { var wrappedValue: T }"
    let types = try storedTypes("struct A: Codable, Stored {\n\(body)\n}", wrapper)
    #expect(types.filter { $0.name == "A" }.map(\.summary) == ["A \(shape)"])
    #expect(types.contains { $0.name == "Clamped" } == shape.contains("Clamped"))
  }

  @Test(
    "A type is spelled in one way, however the source writes it",
    arguments: [
      ("B", "B"), ("App.B", "B"), ("App::B", "B"), ("Alias", "B"), ("Deep", "B?"), ("List", "[B]"), ("O.N", "O.N"),
      ("Inner", "A.Inner"), ("Own", "Box<A>"), ("A.Inner", "A.Inner"), ("Self.Inner", "A.Inner"),
      ("App.A.Inner", "A.Inner"),
      ("Box<B>", "Box<B>"), ("Box<Alias>.Item", "Box<B>.Item"), ("Pair<Int>", "(Int, Int)"),
      ("Named<B>", "[String: B]"),
      ("O.Nested", "O.N"), ("[Alias: Deep]", "[B: B?]"), ("Nest", "O.N"), ("Date", "App.Date"),
      ("Foundation.UUID", "UUID"),
    ]
  )
  func spelling(written: String, spelled: String) throws {
    let types = try storedTypes(
      "struct A: Codable, Stored { var a: \(written); struct Inner: Codable {}; typealias Own = Box<Self> }",
      "typealias Alias = B; typealias Deep = Alias?; typealias Pair<T> = (T, T); typealias Nest = O.Nested",
      "struct B: Codable, Hashable {}; enum O { struct N: Codable {}; typealias Nested = N }; struct Date: Codable {}",
      "typealias List = Array<Alias>; struct Box<T: Codable>: Codable { struct Item: Codable {} }",
      "typealias Named<T> = Dictionary<String, T>"
    )
    let type = try #require(types.first { $0.name == "A" })
    #expect(type.shape.properties.map { $0.type?.description } == [spelled])
    #expect(type.unresolved.isEmpty)
  }

  @Test(
    "A type that is not certain is named",
    arguments: [
      ("Foreign", "Foreign", "Foreign"), ("[Foreign]", "[Foreign]", "Foreign"), ("Kit.Note?", "Kit.Note?", "Kit.Note"),
      ("Box<Foreign>", "Box<Foreign>", "Foreign"), ("() -> Void", "() -> Void", "() -> Void"),
      ("any P", "any P", "any P"), ("P", "P", "P"), ("Either", "Either", "Either"), ("Set", "Set", "Set"),
      ("Box<Int>.Missing", "Box<Int>.Missing", "Box.Missing"), ("Loop", "Loop", "Loop"),
    ]
  )
  func uncertain(written: String, spelled: String, unsure: String) throws {
    let types = try storedTypes(
      "struct A: Codable, Stored { var a: \(written) }",
      "protocol P {}; struct Box<T: Codable>: Codable { var value: T }\n#if DEBUG\ntypealias Either = Int\n#else\ntypealias Either = String\n#endif",
      "typealias Loop = Pool; typealias Pool = Loop"
    )
    let type = try #require(types.first { $0.name == "A" })
    #expect(type.shape.properties.map { $0.type?.description } == [spelled])
    #expect(type.unresolved.map(\.type) == [unsure])
    #expect(type.unresolved.first?.location == type.places["a"])
  }

  @Test("Aliases that make a small type large end the lookup")
  func largeAliases() throws {
    let chain = (1...40).map { "typealias A\($0) = (A\($0 - 1), A\($0 - 1))" }.joined(separator: "\n")
    let nested = String(repeating: "P<", count: 40) + "Int" + String(repeating: ">", count: 40)
    let types = try storedTypes(
      "struct A: Codable, Stored { var a: A40; var b: \(nested) }\ntypealias A0 = Int\ntypealias P<T> = (T, T)\n\(chain)"
    )
    #expect(types.first?.unresolved.isEmpty == false)
    #expect(types.first?.shape.properties.allSatisfy { ($0.type?.description.utf8.count ?? 0) < 50_000 } == true)
  }

  @Test("A type that is too long to be taken apart is not certain")
  func longTypes() throws {
    let types = try storedTypes("struct A: Codable, Stored { var a: Int\(String(repeating: "?", count: 60_000)) }")
    #expect(types.first?.unresolved.map(\.type) == ["a type of more than 2000 characters"])
  }

  @Test("An alias with one meaning in each branch is certain in that branch")
  func aliasInBranch() throws {
    let types = try storedTypes(
      "struct A: Codable, Stored {\n#if DEBUG\nvar a: Either\n#endif\n}",
      "#if DEBUG\ntypealias Either = Int\n#else\ntypealias Either = String\n#endif"
    )
    #expect(types.map(\.summary) == ["A { a: Int if DEBUG }"])
  }

  @Test("A generic parameter with the name of a type is a member of its own type")
  func namesOfParameters() throws {
    try #expect(
      storedTypes("struct A<Date, B, C>: Stored { var a: [Date]; var b: B; var c: C }", "struct B {}").map(\.summary)
        == ["A { a: [$0], b: $1, c: $2 }"]
    )
  }

  @Test("A hand-written method brings the types, helpers and keys that it names")
  func usedByCode() throws {
    let methods = """
      init(from d: any Decoder) throws {
        _ = try (F(from: d), O.G.self, [H].self, L.self, Helper.read(d), Other.make(), read(d), N.self)
        _ = try d.container(keyedBy: Keys.self)
      }
      func encode(to e: Encoder) throws {}
      static func read(_ d: any Decoder) { I() }
      static func unused(_ d: any Decoder) {}
      enum OwnKeys: CodingKey {}
      enum CodingKeys: CodingKey { case a, b }
      """
    let types = try storedTypes(
      "struct A: Codable, Stored { var a: Int; \(methods) }",
      "struct F: Codable { var f: Int }; enum O { struct G: Decodable {} }; struct H: Codable {}; typealias L = [J]",
      "struct I: Encodable {}; struct J: Codable {}; struct N {}; struct Z: Codable {}",
      "enum Helper { static func read(_ d: Decoder) {}; static func write(_ d: Encoder) {}; static func a() {} }",
      "enum Other { static func make() {} }; enum Keys: String, CodingKey { case a }"
    )
    #expect(
      types.first?.summary
        == "A { a: Int, init(from:) { self: F #, 1 statement, 1 other }, encode(to:), #H, #I, #J, #O.G, CodingKeys(), "
        + "Helper.read(), Keys(), OwnKeys(), read() }"
    )
    #expect(types.map(\.name) == ["A", "F", "H", "I", "J", "O.G"])
  }

  @Test("An extension of a protocol of the language counts for the types that meet its requirements")
  func foreignExtensions() throws {
    let decoder = "init(from d: any Decoder) throws {}"
    let types = try storedTypes(
      "struct A: Codable, P, Stored {}; struct B: Codable, Stored {}; struct C: Encodable, P, Stored {}; protocol P {}",
      "extension Decodable where Self: P { \(decoder) }"
    )
    #expect(types.map(\.summary) == ["A { init(from:) }", "B {  }", "C {  }"])
  }

  @Test(
    "The type of its parameter decides whether a method is one of coding",
    arguments: [
      ("Decoder", true), ("any Decoder", true), ("(any (Swift.Decoder))", true), ("borrowing any Decoder", true),
      ("Alias", true), ("any Alias", true), ("some Decoder", false), ("(any Decoder)?", false), ("[Decoder]", false),
      ("Other", false), ("B", false),
    ]
  )
  func parameters(type: String, isCoding: Bool) throws {
    let types = try storedTypes(
      "struct A: Codable, Stored { init(from d: \(type)) throws {} }",
      "typealias Alias = Swift.Decoder; typealias Other = B; struct B {}"
    )
    #expect(types.map(\.summary) == [isCoding ? "A { init(from:) }" : "A {  }"])
    #expect(
      try storedTypes("struct A: Codable, Stored { init(from d: Decoder) throws {} }; protocol Decoder {}").map(
        \.summary
      ) == ["A {  }"]
    )
  }

  @Test("Neither the name of the parameter nor the head of a method counts")
  func heads() throws {
    let shapes = try [
      "init(from d: Decoder) throws { d.a }", "public init(from a: any Swift.Decoder) throws(E) {\n  a.a\n}",
    ]
    .map { try storedTypes("struct A: Codable, Stored { \($0) }").map(\.shape) }
    #expect(shapes[0] == shapes[1])
    let other = try storedTypes("struct A: Codable, Stored { init(from d: Decoder) throws { d.b } }").map(\.shape)
    #expect(shapes[0] != other)
  }

  @Test("A type that can be a key of a dictionary has that in its shape")
  func keyTypes() throws {
    try #expect(
      storedTypes("enum A: String, Codable, CodingKeyRepresentable, Stored { case a }").map(\.summary)
        == ["A enum String { a = \"a\", key }"]
    )
  }

  @Test(
    "Raw values have up to 64 bits and a sign",
    arguments: [
      (
        "UInt64", "case a = 18446744073709551614, b, c",
        "{ a = 18446744073709551614, b = 18446744073709551615, c } ?? raw value of 'c'"
      ),
      ("Int64", "case a = -9_223_372_036_854_775_808, b", "{ a = -9223372036854775808, b = -9223372036854775807 }"),
      ("Int", "case a = -1, b, c", "{ a = -1, b = 0, c = 1 }"), ("Double", "case a = -1, b", "{ a = -1.0, b = 0.0 }"),
      ("UInt128", "case a = 340282366920938463463374607431768211455", "{ a } ?? raw value of 'a'"),
    ]
  )
  func largeRawValues(type: String, cases: String, shape: String) throws {
    let types = try storedTypes("enum A: \(type), Codable, Stored { \(cases) }")
    #expect(types.map(\.summary) == ["A enum \(type) \(shape)"])
  }

  @Test("Generic parameters are spelled as they are, and macros on a type are not certain")
  func genericsAndMacros() throws {
    try #expect(
      storedTypes("struct A<T: Codable, each U>: Stored { var a: [T]; typealias L = [T?]; var b: L }").map(\.summary)
        == ["A { a: [$0], b: [$0?] }"]
    )
    try #expect(
      storedTypes("@Observable class A: Stored { var a = 1 }").map(\.summary) == [
        "A { a: Int, @Observable() } ?? @Observable"
      ]
    )
    try #expect(
      storedTypes("@MainActor class A: Stored { var a = 1 }\n@globalActor actor G { }\n@G class B: Stored {}")
        .map(\.summary) == ["A { a: Int }", "B {  }"]
    )
    for attribute in ["", "@frozen ", "@nonexhaustive ", "#if hasAttribute(nonexhaustive)\n@nonexhaustive\n#endif\n"] {
      #expect(
        try storedTypes("\(attribute)public enum A: String, Codable, Stored { case a }").map(\.summary)
          == ["A enum String { a = \"a\" }"]
      )
    }
  }

  @Test("Branches of an #if have one type each, and members have their conditions")
  func branches() throws {
    let types = try storedTypes(
      """
      #if os(iOS)
      struct A: Codable, Stored { var a: Int }
      #else
      struct A: Codable, Stored {
        var a: String
        #if DEBUG
        var b: Int
        #endif
      }
      #endif
      """
    )
    #expect(types.map(\.summary) == ["A { a: Int } if os(iOS)", "A { a: String, b: Int if DEBUG } if !os(iOS)"])
  }
}
