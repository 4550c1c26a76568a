/// The texts that the mutator inserts into source.
enum Snippets {
  static let words =
    keywords
    + [
      "{", "}", "(", ")", "[", "]", "<", ">", "->", "=", ":", "::", ",", ";", ".", "@", "#", "&", "&&", "|", "||", "!",
      "?", "??", "...", "..<", "+", "-", "*", "/", "/=", "%", "==", "~", "^", "<<", ">>", "\"", "\"\"\"", "#\"", "\"#",
      "`", "'", "\\", "\\(", "/*", "*/", "//", "///", "#/", "/#", "$0", "_", "<#", "#>", "#if A\n", "\n#if A\n",
      "\n#else\n", "\n#elseif B\n", "\n#endif\n", "#available(iOS 1, *)", "#selector(a)", "#file", "#\"a\"#", "\n",
      ";\n",
    ]

  static let keywords = [
    "Any", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
    "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
    "repeat", "rethrows", "return", "self", "Self", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "typealias", "var", "where", "while", "actor", "any", "async", "await", "borrowing",
    "consuming", "convenience", "distributed", "dynamic", "final", "get", "indirect", "infix", "isolated", "lazy",
    "macro", "mutating", "nonisolated", "nonmutating", "open", "optional", "override", "package", "postfix", "prefix",
    "reasync", "required", "sending", "set", "some", "unowned", "weak", "each", "then", "discard", "copy", "consume",
    "willSet", "didSet", "yield", "_modify", "_read", "__consuming", "_const", "_local", "module", "available",
    "nonisolated(unsafe)", "private(set)", "unowned(safe)", "Type", "Protocol", "of", "left", "higherThan",
  ]

  /// Names, some of which are keywords in other places.
  static let names = [
    "a", "_", "A", "T", "`class`", "`a b`", "`struct A: Tribe {`", "`/`", "été", "日本語", "🐪", "$0", "open", "actor",
    "macro", "final", "prefix", "async", "get", "some", "any", "each", "package", "x.y", "A.B", "module", "Type",
    "target", "migrate", "Tribe", "required", "optional", "lazy", "weak", "isolated", "`self`", "e\u{301}", "of",
  ]

  static let types = [
    "Tribe", "Nomad.Tribe", "Nomad::Tribe", "A<B>", "A<B<C>>.D", "A & B", "(A & B)", "(A) & B", "A & (B & C)",
    "any A & B", "any P", "some P", "~Copyable", "A, ~Copyable", "@unchecked Sendable", "@retroactive A.B",
    "@preconcurrency P, Q", "@MainActor P", "nonisolated P", "[A]", "[A: B]", "A?", "A!", "(A) -> B",
    "(A) async throws -> B", "A.Type", "any A.Type", "AnyObject", "class", "`class`", "Self", "Self.A", "A<[B]>",
    "A<(B) -> C>", "A<B?>", "A<B?>?", "A<repeat each T>", "A<3>", "[3 of A]", "Outer<A>.Inner<B>", "(a: A, b: B)",
    "()", "Void", "/* A */ B", "A /* { */", "sending A", "inout A", "Tribe where Self: A", "A<B> & C<D>", "(any A) & B",
    "@Sendable () -> Void", "borrowing A", "A<B,\n C>", "A\n.B", "A\n  & B", "A\n  , B", "@escaping (A) -> B",
    "isolated A", "A<-1>", "Sendable & ~Escapable", "~Copyable & ~Escapable", "any ~Copyable", "A.Protocol",
  ]

  static let expressions = [
    "1", "0x1p-3", "1_0.5e+7", "0b10", "-1", "nil", "a / b", "a/b/c", "/a/", "/[\")]/", "/\\//", "/(a)/", "#/ } /#",
    "#/\n } \" /# \n/#", "a.b?.c!.d", "a! / b / c", "a ? /b/ : c", "a ?? /b/", "try? /a/", "try! /a/", "(/a/, /b/)",
    "[/a/, /}/]", "f(/)", "f(/, /)", "reduce(1, /)", "x as? [A<B>]", "x is A<B>.C", "{ $0 / $1 }", "{ /}/ }",
    "{ struct L: Tribe {} }", "{ (a: A) -> B in a }", "{ [weak self] in self?.f() }", "\"\"", "\"a\"", "\"{\"",
    "\"\\(a)\"", "\"\\(\"}\")\"", "\"\\(f { \"}\" })\"", "\"\\(a /* ) */)\"", "#\"\"\"#", "#\"a\\#(\"}\")\"#",
    "##\"\"#\"##", "\"\"\"\n  {\n  \"\"\"", "\"\"\"\n  \\(\"\"\"\n    }\n    \"\"\")\n  \"\"\"",
    "#\"\"\"\n  \"\"\" }\n  \"\"\"#",
    "\"\\(/[)\"]/)\"", "\"\\(a ? \"b\" : \"c\")\"", "#file", "#selector(A.b)", "#keyPath(a.b)", "\\.a.b", "\\A.b?.c",
    "\\.self", "if a { b } else { c }", "switch a { case .b: c; default: d }", "try await f()", "await a",
    "a < b, c > d",
    "f(a < b, c > (d))", "A<B>(c)", "A<B>.c", "a<b>c", "!a", "~a", "&a", "a...b", "...a", "a...", "a..<b", "{}",
    "f { } label: { }", "super.init()", "self.init(a)", "[:]", "[a: b]", "(a: 1, b: 2)", "_", "a = b", "a += /b/",
    "f()/g()/h()", "a[0]/b[1]/c", "a { /b/ }", "<#a#>", "<#T##a: B##C#>", "0.a", "t.0.1", "1.a/2", ".a", ".a(b)",
    "unsafe a", "copy a", "consume a", "borrow a", "A::b", "`a`", "@A { }", "a;b", "a\n/b/c", "a\n/ b", "a\n  /b",
    "#if",
    "{ #if A\n a\n #else\n b\n #endif\n }", "a\n#if A\n.b\n#else\n.c\n#endif\n", "actor", "actor.a", "open(a)", "macro",
  ]

  static let attributes = [
    "@A", "@A()", "@A.B", "@A<B>", "@A(b: \"}\")", "@MainActor", "@objc", "@objc(a:b:)", "@available(*, deprecated)",
    "@available(iOS 17, macOS 14, *)", "@available(*, unavailable, message: \"{\")", "@_spi(A)", "@inlinable",
    "@Test(\"{\")",
    "@attached(member, names: named(a))", "@freestanding(expression)", "@_specialize(where T == Int)",
    "@differentiable(reverse, wrt: self)", "@resultBuilder", "@A(/}/)", "@A { }", "@A({ struct B {} })", "@A\n",
    "public",
    "private(set)", "final", "open", "static", "class", "nonisolated", "nonisolated(unsafe)", "nonisolated(nonsending)",
    "indirect", "distributed", "dynamic", "lazy", "weak", "unowned(safe)", "override", "required", "convenience",
    "mutating", "consuming", "prefix", "postfix", "infix", "package", "internal", "fileprivate", "public private(set)",
    "async", "#if A\n@A\n#endif\n", "@unchecked", "@convention(c)", "@_documentation(visibility: private)", "/* a */",
    "// a\n", "isolated", "sending", "borrowing", "optional", "@A @B(1) public final",
    "@storageRestrictions(initializes: a)",
  ]

  static let statements = [
    "struct A {}", "struct A<T>: P where T: Q {}", "class A: B<C>, D {}", "enum E: Int { case a = 1, b, `c` }",
    "enum E { case a(Int = 3, b: [A]), open, actor, struct_ }", "indirect enum E { indirect case a(E) }", "actor A {}",
    "actor A<T> where T: P {}", "extension A {}", "extension [A] {}", "extension [A: B]: P {}", "extension A? {}",
    "extension A<B> {}", "extension A.B where C == D {}", "protocol P: Q where A == B {}", "protocol P<A> {}",
    "protocol P: AnyObject { associatedtype A: B where A.C == D; var a: A { get set }; init?(); func f() }",
    "func f() {}", "func f<T>(a: T) throws(E) -> some P where T: P { }", "func / (a: A, b: A) -> A { a }",
    "func /(a: A, b: A) {}", "static func < (a: A, b: A) -> Bool { a < b }", "func open() {}",
    "func actor(actor: A) {}",
    "infix operator /^/", "infix operator /", "prefix operator /", "infix operator <> : P", "operator +",
    "precedencegroup P { higherThan: A associativity: left }", "typealias A = B & C", "typealias A<T> = B<T>.C",
    "typealias A = (B) -> C", "typealias A = any B & C", "typealias `class` = A where T: P", "associatedtype A: B = C",
    "import A", "import struct A.B", "@testable import A", "public import A", "import actor",
    "import class A.B; import C",
    "@_exported import class A.`class`", "#if A\nimport B\n#elseif C\nimport D\n#endif", "let a = 1, b = 2",
    "let actor = a", "let (a, b): (A, B) = c", "var a: A { didSet { } }", "var a: A { get { b } set { } }",
    "static let a = 1, target: T = .a", "class var a: Int { 1 }", "class func f() {}", "class final var a = 1",
    "class override func f() {}", "final class A {}", "final actor A {}", "class public func f() {}",
    "lazy var a = { b }()",
    "init() {}", "init?<T>(a: T) where T: P {}", "deinit {}", "subscript(a: A) -> B { c }", "case a", "case a, b",
    "macro a() = #externalMacro(module: \"}\", type: \"{\")", "#a", "#a(b) { }", "#warning(\"{\")", "#error(\"}\")",
    "#sourceLocation(file: \"a\", line: 1)", "#sourceLocation()", "if a { struct L {} }", "for a in b where c {}",
    "while let a = b {}", "repeat {} while a", "guard let a else { return }",
    "switch a { case .b where c: d; default: e }",
    "switch a {\n#if A\ncase b: c\n#endif\ndefault: d\n}", "do { } catch let a as B { }", "defer { }",
    "a: for b in c {}",
    "return /a/", "return\n/a/", "throw a", "if #available(iOS 1, *) {}", "_ = a", "a.open(b)", "actor.a()", "actor\nA",
    "open\nclass A {}", "final\nclass A {}", "macro\n", "a.struct", "a.class.b", "x.actor { }", "x.protocol { }",
    "A.extension { }", "actor(a)", "actor { }", "let a: actor", "package.a()", "open.a {}", "(struct: 1)",
    "f(class: a, enum: b)",
    "struct A { struct B: Tribe { enum C {} } }", "struct A {\n#if B\nlet c = 1\n#else\nstruct D {}\n#endif\n}",
    "yield a",
    "#if A && (B || !C(D))\nstruct E {}\n#elseif swift(>=6) // F\nstruct G {}\n#else\nstruct H {}\n#endif",
    "#if /* A */ B && // C\nD\n#endif", "#if A\n#if B\n#endif\n#else\n#endif",
    "#if os(A) || (\nB)\nstruct C {}\n#endif",
    "discard self", "then a", "nonisolated struct A {}", "borrowing func f() {}", "a/b/c", "/a/", "a = /b/",
    "a\n/ b /\nc",
  ]

  /// Members of types that store values, and others that look like them.
  static let members = [
    "var a, b: A", "let a: A<B, C>, d = E<F, G>()", "var a = 1, b: A? = nil, c, d: [A: B]", "let (a, b) = c, d: A",
    "let (_, a): (A, B)", "let (a: b, c: d) = e", "var a = 1 { didSet { } }", "var a: A { willSet(b) { } }",
    "var a: A = .b { @A didSet { } }", "var a: A { a }", "var a: A { get { b } set { } }", "var a: A { _read { } }",
    "var a: A { mutating get { b } }", "lazy var a: A = { b }()", "lazy private(set) var a = A()", "@A var a: B!",
    "@A.B(c: 1) @D public private(set) var a: [B]", "@A<B>(c) var a", "weak var a: A?", "unowned(safe) let a: A",
    "nonisolated(unsafe) var a: A", "var a: (A, b: B?) -> C", "var a: @Sendable (A) async throws -> B = { _ in }",
    "let a = -1", "let a = 0x1p-3, b = 0xE", "let a = 1.5e+3", "let a = \"b\"\n  + c", "let a = true", "let a = [B]()",
    "let a = [B: C](d)", "let a = B.C<D>.init(e)", "let a = B(c).d", "let a = B(c) { d }", "let a = B { c }",
    "let a = B(c)!", "let a = b as C", "let a = try B()", "let a = b < c", "let a = b\n  ? c : d", "let a =\n  1",
    "let a = if let b = c { b } else { d }", "let a = switch b { case let c: c }",
    "let a = if case let b? = c,\nlet d\n= e { f } else { g }",
    "var a: A &\n  B", "var a:\n  A\n  .B", "var a: any A & B = c", "var a: some A", "var a: A.B<C>.D", "var a: A.Type",
    "var a: [3 of A]", "static var a = 1, b: A", "class var a: A { b }",
    "#if A\nlet a: A\n#elseif B\nlet a: B, c = 1\n#endif",
    "@A\n#if B\n@C\n#endif\nvar a: D", "let `a`: `B`", "let a: A; var b: B; let c = 1;",
    "let a: A // b\nlet c: /* d */ D",
    "case a(A, b: B, _ c: C, d: [A: B] = [:], e: (A, B) -> C = { _, _ in },)",
    "case a(A<B, C>), b(c: D<E, F> = G<H, I>())",
    "case a(@escaping () -> A, any B, A.B?, C!)", "indirect case a(A), `b`", "case a = -1, b, c = 2", "case a = \"b\"",
    "case a = 1.5", "@A case a\n@B case b(C)", "case a(\n  @A () -> B,\n  c: (\n D, E)\n)", "case a()", "case a, b,\nc",
    "init(from decoder: Decoder) throws { }", "@A public required init(from d: any Decoder) throws { { }() }",
    "init(from d: Swift.Decoder) throws(A) { }", "init?(from d: Decoder) { }", "init(from d: A) { }",
    "init<A>(from d: Decoder) { }", "init(from d: Decoder, a: A) { }", "init!(from: (any Decoder)) { }",
    "func encode(to encoder: Encoder) throws { }",
    "public func encode(to e: any Swift.Encoder) throws -> Void where A: B { }",
    "static func encode(to e: Encoder) { }", "func encode(to e: Encoder) -> A { }", "func encode(to e: A) throws { }",
    "func encode(to e: Encoder) async throws { }", "func encode<A>(to e: Encoder) { }",
    "func a<let b: C,\n  let d: E>() { }",
    "subscript<A, b: B>(c: A) -> B { d }",
  ]

  static let wrappers: [(String, String)] = [
    ("struct S {\n", "\n}"), ("final class S<T>: P where T: Q {\n", "\n}"), ("enum S: Int {\n", "\n}"),
    ("actor S {\n", "\n}"),
    ("extension S where Self: P {\n", "\n}"), ("protocol S {\n", "\n}"), ("func f() {\n", "\n}"),
    ("let a = {\n", "\n}"),
    ("let a = f(b) { c in\n", "\n}"), ("var a: A {\n", "\n}"), ("var a: A { get {\n", "\n} set {} }"),
    ("if a {\n", "\n}"),
    ("#if A\n", "\n#endif"), ("#if A\n", "\n#else\nstruct Z {}\n#endif"),
    ("#if A\nstruct Y {}\n#elseif B(C) && D\n", "\n#endif"),
    ("/* ", " */"), ("\"\"\"\n", "\n\"\"\""), ("\"\\(", ")\""), ("(", ")"), ("[", "]"), ("@A(", ") struct S {}"),
    ("init() {\n", "\n}"), ("do {\n", "\n} catch {}"), ("switch a {\ncase b:\n", "\n}"), ("#!/a\n", ""),
    ("\u{FEFF}", ""),
    ("struct S { func f() { let a = [{ struct L {\n", "\n} }] } }"), ("f(a: { ", " })"),
    ("@A func f(a: B = {\n", "\n}()) {}"),
  ]

  static let lineWrappers: [(String, String)] = [
    ("#if A", "#endif"), ("#if A\n#else", "#endif"), ("#if A", "#else\n#endif"), ("#if !A\n#elseif B", "#endif"),
    ("#if A\nstruct X {}\n#elseif B || C\nstruct Y {}\n#else", "#endif"), ("struct W {", "}"), ("func w() {", "}"),
    ("if a {", "}"), ("/*", "*/"), ("do {", "}"), ("enum W: A { case b", "}"), ("extension W: A {", "}"),
    ("_ = {", "}"),
    ("var w: A {", "}"), ("class W<T>: A where T: B {", "}"), ("#if A // a", "#endif // b"),
    ("#if A /* a */ && B", "#endif"),
  ]

  static let trivia = [
    " ", "\n", "\r\n", "\r", "\t", "\u{B}", "\u{C}", "\u{A0}", ";", "/* } */", "/* \" */", "/**/", "/* /* { */ */",
    "// {\n", "// a\r",
    "// `\r\n", "/*\n*/", "\n\n", "  \n  ", "///\n", "\u{200B}", "\u{2028}", "\0",
  ]
}
