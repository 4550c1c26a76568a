import Testing

@testable import NomadCheck
@testable import NomadGenCore
@testable import NomadSyntax

/// The scanner's record of what a type stores.
@Suite struct StoredMemberTests {
  private static func file(_ source: String) -> SourceFile {
    Array(source.utf8).withUnsafeBufferPointer { Scanner.scan($0, path: "A.swift", for: .shapes) }
  }

  /// The first declaration in a body of members.
  private static func declaration(_ members: String, in opening: String = "class A {") -> Declaration? {
    file("\(opening)\n\(members)\n}").declarations.first
  }

  /// Each property in one line, such as `@A lazy var a: [B] = literal Int if C`.
  private static func properties(_ members: String) -> [String] { declaration(members)?.properties.map(\.line) ?? [] }

  @Test(
    "A stored property has its name, type and value",
    arguments: [
      ("let a: A", ["let a: A"]),
      ("var a, b: Int", ["var a: Int", "var b: Int"]),
      ("let a: Int, b = 2", ["let a: Int", "let b = literal Int"]),
      (
        "var a = 1, b: A? = nil, c, d: [A: B]",
        ["var a = literal Int", "var b: A? = other", "var c: [A: B]", "var d: [A: B]"]
      ),
      ("let a: A<B, C>, b = D<E, F>()", ["let a: A<B, C>", "let b = D<E, F>()"]),
      ("let a = b(c, d), e = [f, g], h: I", ["let a = b(…)", "let e = other", "let h: I"]),
      ("var a: A!", ["var a: A?"]),
      ("var `class`: `A`.B", ["var class: `A`.B"]),
      ("var a: (A, b: any B) -> C?", ["var a: (A, b: any B) -> C?"]),
      ("var a: [\n  A:\n    B\n]", ["var a: [ A: B ]"]),
      ("let a: A // b\nlet c: /* d */ D", ["let a: A", "let c: D"]),
      ("let (a, b): (A, B), c: C", ["let a", "let b", "let c: C"]),
      ("let (a: b, _) = c", ["let b = other"]),
      ("let a: A; var b: B", ["let a: A", "var b: B"]),
    ]
  )
  func names(members: String, expected: [String]) { #expect(Self.properties(members) == expected) }

  @Test(
    "An observed property is stored, and a computed one is not",
    arguments: [
      ("var a: A { a }\nvar b: B", ["var b: B"]),
      ("var a: A { get { a } set { } }", []),
      ("var a: A { mutating get { a } }", []),
      ("var a: A { _read { yield a } }", []),
      ("var a: A { willSet(b) { } }", ["var a: A"]),
      ("var a: A\n{\n  @B didSet { }\n}", ["var a: A"]),
      ("var a = 1 { didSet { } }, b: B", ["var a = literal Int", "var b: B"]),
      ("var a = { 1 }()", ["var a = other"]),
      ("static var a: A\nclass var b = 1\nstatic let c = 1, d: D\nclass final var e: E", []),
      ("func f() { let a: A }\ninit(a: A) { var b: B }\nsubscript<C, d: D>(e: E) -> F { g }", []),
      ("let a = if let b = c { b } else { d }", ["let a = other"]),
      ("func f<\n  let a: Int,\n  let b: Int\n>() { }", []),
    ]
  )
  func kinds(members: String, expected: [String]) { #expect(Self.properties(members) == expected) }

  @Test(
    "Modifiers do not matter, except for lazy, and attributes of the language are no wrappers",
    arguments: [
      ("lazy private(set) var a = A()", ["lazy var a = A()"]),
      ("public private(set) weak var a: A?", ["var a: A?"]),
      ("nonisolated(unsafe) unowned(safe) let a: A", ["let a: A"]),
      ("@A var a: B", ["@A var a: B"]),
      ("@A.B<C>(d: 1)\n@E public var a = 1", ["@A.B<C> @E var a = literal Int"]),
      ("@A<[B: C?], D<E>> var a", ["@A<[B: C?], D<E>> var a"]),
      ("@objc @available(iOS 17, *) @MainActor var a: A", ["var a: A"]),
      ("@A(b) var a", ["@A var a"]),
    ]
  )
  func attributes(members: String, expected: [String]) { #expect(Self.properties(members) == expected) }

  @Test(
    "The form of a value tells its type, or that it does not",
    arguments: [
      ("1", "literal Int"), ("-0x1E", "literal Int"), ("1_0", "literal Int"), ("1.5", "literal Double"),
      ("-1e3", "literal Double"),
      ("0x1p-3", "literal Double"), ("\"a\"", "literal String"), ("\"\\(b)\"", "literal String"),
      ("#\"a\"#", "literal String"),
      ("\"\"\"\n  a\n  \"\"\"", "literal String"), ("true", "literal Bool"), ("A()", "A()"),
      ("A.B<C>(d: 1)", "A.B<C>(…)"),
      ("A.b", "A.b"), ("A<B>.c", "A<B>.c"),
      ("[A]()", "[A]()"), ("[A: B](c)", "[A: B](…)"), ("a.b()", "a.b()"), ("\n  1", "literal Int"),
      ("nil", "other"), ("1 + 2", "literal Int"), ("1\n  + 2", "literal Int"), ("a", "other"), (".a", "other"),
      ("A().b", "other"),
      ("A() { }", "other"), ("A { }", "other"), ("A()!", "other"), ("try A()", "other"), ("1 as A", "typed A"),
      ("\"a\" + b", "other"), ("[1, 2]", "literal [Int]"), ("[a, 1]", "other"), ("1 + a", "other"),
      ("1 as? A", "other"), ("A(1)", "A()"), ("A(-1)", "A(…)"),
      ("nil as [A: B?]", "typed [A: B?]"), ("[[1]]", "other"), ("a + 1 as A", "other"), ("+1", "other"),
      ("a ? 1 : 2", "other"), ("/a/", "other"),
      ("super.a()", "other"), ("a < b", "other"), ("#a()", "other"), ("a(b:)", "other"), ("a.b(_:c:)", "other"),
      ("t.0.a()", "other"), ("a(b: c)", "a(…)"), ("A\n  .b()", "A.b()"),
    ]
  )
  func values(value: String, expected: String) {
    #expect(Self.properties("let a = \(value)\nlet b: B") == ["let a = \(expected)", "let b: B"])
  }

  @Test("The conditions of a property and of a case start with the outermost one of the file")
  func conditions() {
    let file = Self.file(
      "#if A\nstruct S {\n#if B\nlet a: A\n#else\nlet a: B\n#endif\n}\n#endif\nenum E {\n#if C\ncase c\n#endif\ncase d\n}"
    )
    #expect(file.declarations.first?.properties.map(\.line) == ["let a: A if A, B", "let a: B if A, !B"])
    #expect(file.declarations.last?.cases.map { $0.conditions.map(\.text) } == [["C"], []])
  }

  @Test("Properties belong to the innermost type, also to one in a function or in a value")
  func nesting() {
    let file = Self.file(
      "struct A { let a: A; enum B { case b; struct C { let c: C } }; let d = { struct L { let l = 1 } }() }\nfunc f() { class M { var m: M } }"
    )
    let found = Dictionary(
      uniqueKeysWithValues: file.declarations.map { ($0.reference.components[0].text, $0.properties.map(\.name)) }
    )
    #expect(found == ["A": ["a", "d"], "B": [], "C": ["c"], "L": ["l"], "M": ["m"]])
  }

  @Test("The place of a property is that of its name")
  func places() {
    let property = Self.declaration("  @A var\n  a: A")?.properties.first
    #expect(property.map { [$0.location.line, $0.location.column] } == [3, 3])
  }

  @Test("A protocol stores nothing")
  func protocols() {
    let declaration = Self.declaration(
      "var a: A { get }\nvar b: B\ninit(from d: Decoder) throws { }",
      in: "protocol P {"
    )
    #expect(declaration?.properties.isEmpty == true && declaration?.coders.isEmpty == true)
  }

  // MARK: Cases

  @Test(
    "A case has its name, associated values and raw value",
    arguments: [
      ("case a", ["a"]),
      ("case a, b,\n  c", ["a", "b", "c"]),
      ("indirect case a(E), `default`", ["a(E)", "default"]),
      ("@A case a\n@available(*, deprecated) case b(B)", ["a", "b(B)"]),
      ("case a(A, b: B, _ c: C, `d`: D)", ["a(A, b: B, C, d: D)"]),
      ("case a(b: [C: D] = [:], e: (F, G) -> H = { _, _ in i },)", ["a(b: [C: D], e: (F, G) -> H)"]),
      ("case a(A<B, C>, d: E<F> = G<H, I>(), J)", ["a(A<B, C>, d: E<F>, J)"]),
      ("case a(\n  @A () -> B,\n  c: any C\n)", ["a(@A () -> B, c: any C)"]),
      ("case a()", ["a"]),
      ("case a = 1, b, c = -2", ["a = 1", "b", "c = -2"]),
      ("case a = \"b\\n\", c = #\"d\"#, e = 1.5, f = 0x1F", ["a = \"b\\n\"", "c = #\"d\"#", "e = 1.5", "f = 0x1F"]),
      ("func f() { switch self { case .a: b } }\ncase c", ["c"]),
    ]
  )
  func cases(members: String, expected: [String]) {
    #expect(Self.declaration(members, in: "enum E: R {")?.cases.map(\.line) == expected)
  }

  @Test("The keys of a type are the cases of an enum in it")
  func keys() {
    let file = Self.file("struct A { let a: Int\nprivate enum CodingKeys: String, CodingKey { case a = \"b\" } }")
    #expect(file.declarations.last?.cases.map(\.line) == ["a = \"b\""])
    #expect(file.declarations.last?.parent == 0)
  }

  // MARK: Coding

  /// Each coder in one line, such as `decoder init d: any Decoder`.
  private static func coders(_ members: String) -> [String] {
    declaration(members)?.coders.map { coder in
      let parameter = coder.kind == .helper ? "" : " \(coder.parameter): \(coder.type.text)"
      return "\(coder.kind) \(coder.name)\(parameter)"
    } ?? []
  }

  @Test(
    "A method with the label of a coding method is recorded with its parameter",
    arguments: [
      ("init(from decoder: Decoder) throws { a = 1 }", "decoder init decoder: Decoder"),
      ("@A public required init(from d: any Decoder) throws { { }() }", "decoder init d: any Decoder"),
      ("init(from: Swift.Decoder) { if a { } else { } }", "decoder init from: Swift.Decoder"),
      ("init!(from `d`: (any Decoder),) throws(A) { }", "decoder init d: (any Decoder)"),
      ("init(from d: A) { }", "decoder init d: A"), ("init(from d: borrowing B) { }", "decoder init d: borrowing B"),
      ("func encode(to encoder: Encoder) throws { }", "encoder encode encoder: Encoder"),
      (
        "public\nfunc encode(to e: any Swift.Encoder) throws -> Void where A: B { }",
        "encoder encode e: any Swift.Encoder"
      ),
    ]
  )
  func coders(method: String, expected: String) {
    let source = "struct A {\n  \(method) // }\n  func f() { }\n}"
    let coders = Self.file(source).declarations.first?.coders ?? []
    #expect(coders.count == 1)
    #expect(Self.coders(method) == [expected])
    let bodies = coders.map { String(decoding: Array(source.utf8)[$0.body], as: UTF8.self) }
    #expect(bodies.allSatisfy { $0.hasPrefix("{") && method.hasSuffix($0) })
  }

  @Test(
    "A method that decodes or encodes in another way is a helper",
    arguments: [
      ("init?(from d: Decoder) { }", "init"), ("init(a: Decoder) { }", "init"),
      ("init(from d: Decoder, a: A) { }", "init"), ("init<A: Decoder>(from d: A) { }", nil),
      ("init<A>(from d: Decoder) { }", "init"), ("init(from d: Decoder) async { }", "init"),
      ("static func encode(to e: Encoder) { }", "encode"), ("func encode(to e: Encoder) -> A { }", "encode"),
      ("func a(_ b: KeyedDecodingContainer<A>) throws -> [B] { }", "a"), ("func decodeA() -> A { }", "decodeA"),
      ("class func a(_ b: inout UnkeyedEncodingContainer) -> (A) -> B { }", "a"),
      ("func a(decoder: A) { }", nil), ("func encode(to e: Encoder) throws\nfunc f() { }", nil),
      ("init(a: A) { }", nil),
    ] as [(String, String?)]
  )
  func helpers(method: String, name: String?) {
    #expect(Self.coders(method) == name.map { ["helper \($0)"] } ?? [])
  }

  @Test("The paths in a coder's body are those that may be types")
  func paths() {
    let body = "let a = try B.C(d).e; f.g(H<I>.self); a.j; Self.K.l; _ = [M?]() as N.O"
    let paths = Self.declaration("init(from d: Decoder) { \(body) }")?.coders.first?.paths ?? []
    let names = paths.map { $0.components.map(\.text).joined(separator: ".") }
    #expect(Set(names).isSuperset(of: ["B.C", "H", "I", "K.l", "M", "N.O"]))
    #expect(Set(names).isDisjoint(with: ["e", "g", "j"]))
  }

  @Test("A computed property is recorded apart from stored ones")
  func computed() {
    let declaration = Self.declaration("var a: A { b }\nvar c: C { didSet { } }\nstatic var d: D { e }")
    #expect(declaration?.computed.map(\.line) == ["var a: A"])
    #expect(declaration?.properties.map(\.line) == ["var c: C"])
  }

  @Test("A build records no stored members")
  func builds() {
    let file = scan("struct A { let a: Int; init(from d: Decoder) { } }\nenum E { case a }")
    #expect(file.declarations.allSatisfy { $0.properties.isEmpty && $0.cases.isEmpty && $0.coders.isEmpty })
  }
}

extension StoredProperty {
  /// The property in one line, such as `@A lazy var a: [B] = literal Int if C`.
  fileprivate var line: String {
    var text = wrappers.map { "@\($0.text) " }.joined()
    text += (isLazy ? "lazy " : "") + (isConstant ? "let " : "var ") + name
    if let type { text += ": \(type.text)" }
    switch value {
    case .call(let called, let hasArguments): text += " = \(called.text)(\(hasArguments ? "…" : ""))"
    case .member(let path): text += " = \(path.text)"
    case .literal(let type): text += " = literal \(type)"
    case .typed(let type): text += " = typed \(type.text)"
    case let value?: text += " = \(value)"
    case nil: break
    }
    return text + (conditions.isEmpty ? "" : " if " + conditions.map(\.text).joined(separator: ", "))
  }
}

extension EnumCase {
  /// The case in one line, such as `a(b: B) = 1`.
  fileprivate var line: String {
    let values = parameters.map { ($0.label.map { $0 + ": " } ?? "") + $0.type.text }
    return name + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))") + (rawValue.map { " = " + $0 } ?? "")
  }
}

extension TypeText {
  fileprivate var text: String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .path(let path): path.components.map(\.spelling).joined(separator: ".")
      }
    }
    .joined()
  }
}
