import Testing

@testable import NomadGenCore
@testable import NomadSyntax

@Suite struct ScannerTests {
  private static func names(_ source: String) -> [String] {
    scan(source).declarations.map { $0.reference.components.map(\.text).joined(separator: ".") }
  }

  @Test(
    "An actor is found wherever a declaration can start",
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
    "The word actor is a plain name where no declaration can start",
    arguments: ["f(actor) { a }", "a.actor { b }", "actor.a { b }", "let actor: A { b }"]
  )
  func actorAsName(source: String) {
    #expect(Self.names(source) == [])
  }

  @Test(
    "An import path can span lines, and a directive can follow it on the same line",
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

  @Test("A call of a function named like a modifier does not modify the next declaration")
  func calls() {
    let file = scan("final(a)\n#if A\nclass B {}\n#endif\nopen(file)\n#if A\nclass C {}\n#endif")
    #expect(file.declarations.allSatisfy { !$0.isFinal && $0.access == nil })
    #expect(scan("public private(set) final class A {}").declarations.map(\.isFinal) == [true])
  }

  @Test("`where Self: ~Copyable` is not counted as a requirement")
  func suppressedRequirements() {
    let file = scan("extension A where Self: ~Copyable {}\nextension A where Self: B & ~Copyable & (C) {}")
    #expect(file.declarations.allSatisfy { !$0.hasOtherRequirements })
    #expect(file.declarations[1].selfRequirements.map(\.components[0].text) == ["B", "C"])
  }

  @Test("A composition can have parts in parentheses, and a function or tuple type is not a composition")
  func compositions() {
    let aliases = scan(
      "typealias A = B & (C & D)\ntypealias E = (any F) & G\ntypealias H = (I) -> J\ntypealias K = (L, M)\ntypealias N = O\n&p"
    ).aliases
    #expect(aliases.map { $0.references.map(\.components[0].text) } == [["B", "C", "D"], ["F", "G"], [], [], ["O"]])
  }

  @Test("A module selector is not part of a type's name (SE-0491)")
  func moduleSelectors() {
    #expect(Self.names("extension A.Module::B {}") == ["A.B"])
  }

  @Test("An inheritance clause can continue with Self on the next line, and A<B>? is read as Optional")
  func clauses() {
    #expect(scan("enum A: B,\nSelf {}\nstruct C: ~\n  D, E {}").declarations.map(\.inherited.count) == [2, 1])
    #expect(Self.names("extension A<B>?: C {}") == ["Optional"])
  }

  @Test("An #else negates a condition that has white space before its arguments")
  func conditions() {
    #expect(scan("#if os (A)\n#else\nstruct B {}\n#endif").declarations[0].conditions.map(\.text) == ["!os (A)"])
  }
}
