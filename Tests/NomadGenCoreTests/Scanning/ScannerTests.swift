import Testing

@testable import NomadGenCore

@Suite struct ScannerTests {
  private static func names(_ source: String) -> [String] {
    scan(source).declarations.map { $0.reference.components.map(\.text).joined(separator: ".") }
  }

  @Test(
    "An actor is found wherever a declaration may start",
    arguments: [
      "enum A { actor B {} }", "func f() {}; struct A {}; actor B {}", "struct A {} actor B {}",
      "struct A {}\nactor\nB {}",
      "let a = { struct A {}; actor B {} }",
    ]
  )
  func actors(source: String) {
    #expect(Self.names(source) == ["A", "B"])
  }

  @Test(
    "`actor` is a name elsewhere",
    arguments: ["f(actor) { a }", "a.actor { b }", "actor.a { b }", "let actor: A { b }"]
  )
  func actorAsName(source: String) {
    #expect(Self.names(source) == [])
  }

  @Test(
    "An import's path may stand on lines of its own, and a directive behind it",
    arguments: [
      ("import\nA\nfoo()", ["import\nA"]), ("import A\n.B\nfoo()", ["import A\n.B"]),
      ("import // a\nstruct A.B\nfoo()", ["import // a\nstruct A.B"]),
      ("#if B\nimport A #else\nimport A #endif", ["import A", "import A"]),
    ]
  )
  func imports(source: String, expected: [String]) {
    let imports = scan(source).imports
    #expect(imports.map(\.text) == expected)
    #expect(imports.allSatisfy { $0.module == "A" })
  }

  @Test("A function with the name of a modifier can be called without changing what follows")
  func calls() {
    let file = scan("final(a)\n#if A\nclass B {}\n#endif\nopen(file)\n#if A\nclass C {}\n#endif")
    #expect(file.declarations.allSatisfy { !$0.isFinal && $0.access == nil })
    #expect(scan("public private(set) final class A {}").declarations.map(\.isFinal) == [true])
  }

  @Test("`where Self: ~Copyable` asks for nothing that a tribe might not have")
  func suppressedRequirements() {
    let file = scan("extension A where Self: ~Copyable {}\nextension A where Self: B & ~Copyable & (C) {}")
    #expect(file.declarations.allSatisfy { !$0.hasOtherRequirements })
    #expect(file.declarations[1].selfRequirements.map(\.components[0].text) == ["B", "C"])
  }

  @Test("The parts of a composition may stand in parentheses; a function or a tuple is none")
  func compositions() {
    let aliases = scan(
      "typealias A = B & (C & D)\ntypealias E = (any F) & G\ntypealias H = (I) -> J\ntypealias K = (L, M)\ntypealias N = O\n&p"
    ).aliases
    #expect(aliases.map { $0.references.map(\.components[0].text) } == [["B", "C", "D"], ["F", "G"], [], [], ["O"]])
  }

  @Test("A module selector in a path is no part of it (SE-0491)")
  func moduleSelectors() {
    #expect(Self.names("extension A.Module::B {}") == ["A.B"])
  }

  @Test("An inheritance clause may go on in the next line with Self, and an optional's mark end with its arguments")
  func clauses() {
    #expect(scan("enum A: B,\nSelf {}\nstruct C: ~\n  D, E {}").declarations.map(\.inherited.count) == [2, 1])
    #expect(Self.names("extension A<B>?: C {}") == ["Optional"])
  }

  @Test("White space before a condition's arguments changes nothing")
  func conditions() {
    #expect(scan("#if os (A)\n#else\nstruct B {}\n#endif").declarations[0].conditions.map(\.text) == ["!os (A)"])
  }
}
