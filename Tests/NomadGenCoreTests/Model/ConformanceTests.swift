import Testing

@testable import NomadGenCore

@Suite struct ConformanceTests {
  private static let body = "{ static let target: TribeTarget = .first; func migrate() async throws {} }"

  @Test(
    "A tribe is found in every spelling of its declaration and inheritance clause",
    arguments: [
      "struct A: Tribe", "enum A: Tribe", "class A: Tribe", "final class A: Tribe", "actor A: Tribe",
      "public struct A: Tribe",
      "struct A: Nomad.Tribe", "struct A: Nomad::Tribe", "struct A: `Tribe`", "struct A: Nomad . Tribe",
      "struct A:Tribe",
      "struct A\n  :\n  Tribe\n", "struct A: Sendable, Tribe", "struct A: Sendable & Tribe", "struct A: (Tribe)",
      "struct A: (Sendable & Tribe), Codable", "struct A: @MainActor Tribe", "struct A: @preconcurrency Tribe",
      "struct A: @unchecked Sendable, @retroactive Tribe", "struct A: nonisolated Tribe",
      "struct A: @MainActor\n  Tribe",
      "struct A: @preconcurrency @MainActor Nomad.Tribe", "struct A: ~Copyable, Tribe",
      "struct A: B<[Int: (Int) -> C]>, Tribe",
      "struct A: /* Tribe */ Tribe // Tribe\n", "struct A: Tribe, B where C == D",
      "@available(macOS 13, *) struct A: Tribe",
      "@MainActor\n#if DEBUG\n@objc(a)\n#endif\nfinal class A: NSObject, Tribe", "indirect enum A: Tribe",
      "nonisolated struct A: Tribe",
      "distributed actor A: Tribe", "class A: B.C<D>.E, Tribe", "struct A: @isolated(any) Tribe", "struct A: any Tribe",
      "@freestanding(x)\nstruct A: Tribe", "private(set) public struct A: Tribe", "struct A: Tribe,",
      "package struct A: Tribe",
    ]
  )
  func direct(head: String) {
    #expect(find("\(head) \(Self.body)").names == ["A"], "\(head)")
  }

  @Test(
    "A composition needs no space after generic arguments",
    arguments: ["Foo<Int>&Tribe", "Foo<Bar<Int>>&Tribe", "(Foo<Int>)&Tribe", "Foo<Int>&~Copyable&Tribe"]
  )
  func tightComposition(type: String) {
    let foo = "class Foo<X> { required init() {} }\n"
    #expect(find(foo + "typealias Z = \(type)\nclass A: Z \(Self.body)").names == ["A"])
    #expect(find(foo + "protocol Z where Self: \(type) {}\nclass A: Z \(Self.body)").names == ["A"])
    #expect(find(foo + "class A: \(type) \(Self.body)").names == ["A"])
  }

  @Test("An alias for an optional is not the type in it", arguments: ["A?", "A!", "(A)?", "B<Int>?"])
  func optionalAlias(type: String) {
    let types = "struct A: P {}\nstruct B<X>: P {}\ntypealias Z = \(type)\n"
    let other = "protocol P: Tribe {}\nextension P { static var target: TribeTarget { .first } }\n"
    let extended = "extension Z { static var target: TribeTarget { .always } }"
    #expect(find(other + types + extended).summary.filter { $0.hasPrefix("A ") } == ["A .first"])
    let conforming = "struct A {}\nstruct B<X> {}\ntypealias Z = \(type)\nextension Z: Tribe \(Self.body)"
    #expect(!find(conforming).names.contains("A"))
  }

  @Test(
    "Code that only mentions the protocol's name declares no tribe",
    arguments: [
      "// struct A: Tribe {}", "/* struct A: Tribe {} */", "let a = \"struct A: Tribe {}\"",
      "let a = \"\"\"\nstruct A: Tribe {}\n\"\"\"",
      "let a = /struct A: Tribe {}/", "let a = #/struct A: Tribe {}/#", "struct A { var t: Tribe }",
      "struct A { var t: any Tribe {} }",
      "func f() -> some Tribe { A() }", "struct A<T: Tribe> {}", "struct A<T>: B where T: Tribe {}",
      "extension A where T: Tribe {}",
      "func f<T: Tribe>(_ t: T) {}", "typealias A = Tribe", "let a = Tribe.self", "struct A: TribeLike {}",
      "struct A: MyTribe {}",
      "struct A: Tribe.B {}", "struct A: B<Tribe> {}", "struct A: B<any Tribe>, C {}", "struct Tribe {}",
      "enum E { case struct_, Tribe }",
      "enum E: Tribes { case a }", "protocol P { associatedtype A: Tribe }", "protocol P: Tribe {}", "actor.Tribe = 1",
      "struct A: ~Tribe {}", "let a = b ? c : Tribe", "switch a { case .struct: Tribe() }", "struct A: Other.Tribe {}",
      "struct A: Nomad.Tribe.B {}", "let x: [String: Tribe] = [:]",
      "@attached(extension, conformances: Tribe) macro m()", "import Tribe",
      "precedencegroup Tribe { higherThan: A }", "operator Tribe", "class var a: Tribe { b }", "f(struct: Tribe) { }",
      "a.extension.b: Tribe {}",
      "let actor: Tribe = A()", "actor : Tribe", "x = actor\ny: Tribe", "func f(actor: Tribe) {}",
      "subscript(a: Tribe) -> Int { 0 }",
      "typealias Tribe = Int\nstruct A: Tribe {}", "protocol Tribe {}\nstruct A: Tribe {}", "struct A: É.Tribe {}",
      "struct A: Tribeé {}",
    ]
  )
  func falsePositives(text: String) {
    #expect(find(text).names == [], "\(text)")
  }

  @Test("An extension makes a type a tribe, in any file and under any name of the type")
  func extensions() {
    let conforming = "extension A: Tribe \(Self.body)"
    #expect(find("struct A {}", conforming).names == ["A"])
    #expect(find("struct A {}\n\(conforming)").names == ["A"])
    #expect(find("enum O { struct A {} }", "extension O.A: Tribe \(Self.body)").names == ["O.A"])
    #expect(find("enum O {}", "extension O { struct A {} }", "extension O.A: Tribe \(Self.body)").names == ["O.A"])
    #expect(find("struct A {}", "typealias B = A", "extension B: Tribe \(Self.body)").names == ["A"])
    #expect(find("struct A {}", "extension App.A: Tribe \(Self.body)").names == ["A"])
    #expect(find("struct A {}", "extension App::A: Tribe \(Self.body)").names == ["A"])
    #expect(find("extension Foreign: Tribe \(Self.body)").names == ["Foreign"])
    #expect(find("extension Foreign { struct A: Tribe \(Self.body) }").names == ["Foreign.A"])
  }

  @Test("Members of a type do not shadow names in its inheritance clauses")
  func extensionLookup() {
    #expect(find("struct A { struct Tribe {} }", "extension A: Tribe \(Self.body)").names == ["A"])
    #expect(find("struct A: Tribe { typealias Tribe = Int; static let target: TribeTarget = .first }").names == ["A"])
  }

  @Test("A type that conforms to a refinement of Tribe is a tribe, at any depth and in any file")
  func refinement() {
    let files = (1...6).reduce(into: ["P0.swift": "protocol P0: Tribe {}"]) { files, level in
      files["P\(level).swift"] = "protocol P\(level): Equatable, P\(level - 1) {}"
    }
    var all = files
    all["A.swift"] = "struct A: P6 \(Self.body)"
    #expect(find(all).names == ["A"])
    #expect(find("protocol P where Self: Tribe {}\nstruct A: P \(Self.body)").names == ["A"])
    #expect(find("protocol P<X>: Tribe { associatedtype X }\nstruct A: P<Int> \(Self.body)").names == ["A"])
    #expect(find("enum O { protocol P: Tribe {} }", "struct A: O.P \(Self.body)").names == ["A"])
    #expect(find("protocol P: Q {}\nprotocol Q: P {}\nstruct A: P \(Self.body)").names == [])
  }

  @Test("A subclass of a tribe is a tribe, even in another file")
  func inheritance() {
    let base = "class Base: Tribe { class var target: TribeTarget { .first }; required init() {} }"
    #expect(find(base, "final class A: Base {}", "class B: A {}").names.sorted() == ["A", "B", "Base"])
    #expect(find("class Base {}", "class A: Base {}", "extension Base: Tribe \(Self.body)").names == ["A", "Base"])
    #expect(find(base, "typealias X = Base", "class A: X {}").names == ["A", "Base"])
    #expect(find("class Base<T>: Tribe {}", "class A: Base<Int> \(Self.body)").names == ["A", "Base"])
  }

  @Test("Aliases and compositions are resolved in the scope that declares them")
  func aliases() {
    #expect(find("typealias Step = Tribe", "struct A: Step \(Self.body)").names == ["A"])
    #expect(find("typealias Step = Tribe & Sendable", "struct A: Step \(Self.body)").names == ["A"])
    #expect(find("typealias Step = (Sendable & Nomad.Tribe)", "struct A: Step \(Self.body)").names == ["A"])
    #expect(
      find("typealias Step = Tribe", "typealias S = Step", "typealias T = S", "struct A: T \(Self.body)").names == ["A"]
    )
    #expect(find("enum N { typealias Step = Tribe }", "struct A: N.Step \(Self.body)").names == ["A"])
    #expect(find("enum N { protocol P: Tribe {}; typealias Step = P }", "struct A: N.Step \(Self.body)").names == ["A"])
    #expect(find("enum N { protocol P: Tribe {} }", "typealias M = N", "struct A: M.P \(Self.body)").names == ["A"])
    #expect(find("typealias A = B\ntypealias B = A\nstruct C: A {}\n// Tribe").names == [])
    #expect(find("typealias A = A.B\nstruct C: A {}\n// Tribe").names == [])
    #expect(find("private typealias Tribe = Sendable", "struct A: Tribe \(Self.body)").names == ["A"])
  }

  @Test("Name lookup includes the members that enclosing types inherit")
  func inheritedScopes() {
    let inner = "struct A: Step \(Self.body)"
    #expect(find("class O { typealias Step = Tribe }", "class S: O { \(inner) }").names == ["S.A"])
    let further = "class O { typealias Step = Tribe }\nclass P: O {}\nclass S: P {}"
    #expect(find("\(further)\nextension S { \(inner) }").names == ["S.A"])
    #expect(find("protocol O {}\nextension O { typealias Step = Tribe }\nenum S: O { \(inner) }").names == ["S.A"])
    #expect(find("class O { typealias Step = Tribe }", "class S: O {}", "struct A: S.Step \(Self.body)").names == ["A"])
    #expect(
      find("class O { typealias Step = Tribe }", "class P: O {}", "class S: P {}", "extension S { \(inner) }").names
        == ["S.A"]
    )
    #expect(find("class O { protocol Tribe {} }\nclass S: O { struct A: Tribe {} }").names == [])
    #expect(find("class O { protocol Step {} }\nprotocol Step: Tribe {}\nclass S: O { \(inner) }").names == [])
    #expect(find("class O: S {}\nclass S: O { \(inner) }\n// Tribe").names == [])
  }

  @Test("A nearer declaration named Tribe shadows the protocol only where it is visible")
  func shadowing() {
    #expect(find("protocol Tribe {}", "struct A: Tribe {}", "struct B: Nomad.Tribe \(Self.body)").names == ["B"])
    #expect(find("protocol Tribe: Nomad.Tribe {}", "struct A: Tribe \(Self.body)").names == ["A"])
    #expect(find("enum O { protocol Tribe {}; struct A: Tribe {} }\nstruct B: Tribe \(Self.body)").names == ["B"])
    #expect(find("enum O { protocol Tribe {} }", "extension O { struct A: Tribe {} }").names == [])
    #expect(find("private protocol Tribe {}\nstruct A: Tribe {}", "struct B: Tribe \(Self.body)").names == ["B"])
    #expect(find("fileprivate struct Tribe {}", "struct B: Tribe \(Self.body)").names == ["B"])
    #expect(find("struct A: App.Tribe \(Self.body)", "protocol Tribe {}").names == [])
  }

  @Test("A search for another protocol finds its types, even if the module declares that protocol")
  func otherProtocol() {
    let text = "struct A: Migration \(Self.body)\nstruct B: Tribe {}\nstruct C: Other.Migration \(Self.body)"
    #expect(find(["A.swift": text], protocolName: "Migration").names == ["A", "C"])
    let own = ["A.swift": "protocol Migration: Tribe {}", "B.swift": "struct A: Migration \(Self.body)"]
    #expect(find(own, protocolName: "Migration").names == ["A"])
  }

  @Test("A nomad:ignore comment excludes the type below it and the types inside")
  func ignored() {
    #expect(find("// nomad:ignore\nstruct A: Tribe {}").names == [])
    #expect(find("/// nomad:ignore\n@MainActor\nstruct A: Tribe {}").names == [])
    #expect(find("/* nomad:ignore */\npublic struct A: Tribe {}").names == [])
    #expect(find("@MainActor\n// nomad:ignore: because\nstruct A: Tribe {}").names == [])
    #expect(find("// nomad:ignore\nenum O { struct A: Tribe {} }").names == [])
    #expect(find("// nomad:ignore\nextension A: Tribe {}", "struct A {}").names == [])
    #expect(find("// nomad:ignore\nlet a = 1\nstruct A: Tribe \(Self.body)").names == ["A"])
    #expect(find("let a = 1 // nomad:ignore\nstruct A: Tribe \(Self.body)").names == ["A"])
    #expect(find("// see nomad:ignore\nstruct A: Tribe \(Self.body)").names == ["A"])
  }

  @Test("A tribe declared in executable code is found and reported as unreachable")
  func local() {
    for code in [
      "func f() { %  }", "var a: Int { % }", "let a = { % }()", "init() { % }", "struct O { func f() { if a { % } } }",
      "struct O { subscript(a: Int) -> Int { get { % } } }", "if a { % }", "let a = f({ % })",
      "struct O { deinit { % } }",
    ] {
      let output = find(
        code.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "struct A: Tribe \(Self.body)")
      )
      #expect(output.names == ["A"], "\(code)")
      #expect(output.places.map { $0.split(separator: " ")[1] } == ["unreachable-tribe"], "\(code)")
    }
  }

  @Test("Code before a type does not hide it")
  func surroundings() {
    for before in [
      "enum E { case open, final, `class`, private_; indirect case a(Int), b = 1 }", "let a = b < c, d = (e > f)",
      "infix operator /", "func / (a: A, b: A) -> A { a }", "prefix func -(a: A) -> A { a }",
      "let actor = 1; actor.run()",
      "var a: Int { get { 1 } set { } }", "@attached(member) macro m() = #externalMacro(module: \"a\", type: \"b\")",
      "#sourceLocation(file: \"x.swift\", line: 1)", "let a = #\"}\"#", "let r = /}/",
      "struct O { let a = 1, b = 2; class func f() {} }",
      "class O { class var a: Int { 1 }; class final func f() {}; class override func g() {} }",
      "struct O<each T, let N: Int> {}",
      "let a = x as? [String: (Int) -> (A<B>, C)]", "subscript<T>(a: T) -> Int where T: P { 0 }",
      "func f() async throws(E) -> A<B> {}",
      "let a = if b { 1 } else { 2 }", "#warning(\"}\")", "let a = <#code#>", "open(file)\nfinal.x()",
      "import struct A.B; import func C.d",
      "protocol P { static var a: Int { get }; func class_() }", "extension [Int] { }", "let a = \"\\(b { \"}\" })\"",
      "}", ")", "]", "(",
      "@A(b: { $0 }) var c: Int", "func f(a: Int = { 1 }()) {}", "deinit {}", "let class_ = `class`.self",
      "x.class.init { }", "init?() {}",
    ] {
      #expect(find("\(before)\nstruct A: Tribe \(Self.body)").names == ["A"], "\(before)")
    }
  }
}
