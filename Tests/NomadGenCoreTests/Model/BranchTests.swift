import Testing

@testable import NomadGenCore

/// A type is a tribe in the builds that contain all declarations which lead from it to the protocol.
@Suite struct BranchTests {
  private static let target = "static let target: TribeTarget ="

  private func conditions(_ text: String) -> [String] {
    find(text).tribes.map { "\($0.name): \($0.conditions.map(\.text).joined(separator: ", "))" }
  }

  @Test("A conformance, a refinement or an alias in an #if puts its condition on those who have it from there")
  func inherited() {
    let type = "struct A: P { \(Self.target) .first }"
    #expect(conditions("#if X\nprotocol P: Tribe {}\n#else\nprotocol P {}\n#endif\n\(type)") == ["A: X"])
    #expect(conditions("#if X\ntypealias P = Tribe\n#else\ntypealias P = Sendable\n#endif\n\(type)") == ["A: X"])
    #expect(
      conditions("#if X\ntypealias Q = Tribe\n#endif\n#if Y\nprotocol P: Q {}\n#endif\n\(type)") == ["A: Y, X"]
    )
    #expect(
      conditions(
        "class B { required init() {}; class var target: TribeTarget { .first } }\n"
          + "#if X\nextension B: Tribe {}\n#endif\nclass C: B {}"
      ) == ["B: X", "C: X"]
    )
  }

  @Test("Of several ways any is enough; those that every build has together need no condition")
  func several() {
    let type = "struct A: P, Q { \(Self.target) .first }"
    let (p, q) = ("protocol P: Tribe {}", "protocol Q: Tribe {}")
    #expect(conditions("#if X\n\(p)\n#endif\n\(q)\n\(type)") == ["A: "])
    #expect(conditions("#if X\n\(p)\n#else\n\(q)\n#endif\n\(type)") == ["A: "])
    #expect(conditions("#if X\n\(p)\n#endif\n#if X && Y\n\(q)\n#endif\n\(type)") == ["A: ((X)) || ((X && Y))"])
    #expect(conditions("#if X\n\(p)\n#endif\n#if X\n\(q)\n#endif\n#if X\n\(type)\n#endif") == ["A: X"])
    #expect(conditions("#if X\n\(p)\n#if Y\n\(q)\n#endif\n#endif\n\(type)") == ["A: X"])
  }

  @Test("Where one conformance ends with a branch and another begins, the type has both, each in its builds")
  func complementary() {
    let text = """
      #if X
      protocol P: Tribe {}
      #else
      protocol P {}
      #endif
      struct A: P { \(Self.target) .first }
      #if !X
      extension A: Tribe {}
      #endif
      """
    #expect(conditions(text) == ["A: X", "A: !X"])
  }

  @Test("Where an #if decides which class another inherits from, each build has the target of its own base")
  func superclasses() {
    let bases = """
      class X: Tribe { class var target: TribeTarget { .literal("1.0.0") } }
      class Y: Tribe { class var target: TribeTarget { .literal("2.0.0") } }
      """
    let classes = "#if A\nclass B: X {}\n#else\nclass B: Y {}\n#endif"
    let aliased = "#if A\ntypealias Z = X\n#else\ntypealias Z = Y\n#endif\nclass B: Z {}"
    for text in [classes, aliased] {
      let tribes = find("\(bases)\n\(text)").tribes.filter { $0.name == "B" }
      #expect(
        tribes.map { "\($0.target.text) \($0.conditions.map(\.text))" } == [
          #".literal("1.0.0") ["A"]"#, #".literal("2.0.0") ["!A"]"#,
        ]
      )
    }
    let either = "#if A\nclass B: X {}\n#else\nclass B: P {}\n#endif"
    let protocols = "protocol P: Tribe {}\nextension P { static var target: TribeTarget { .first } }"
    #expect(find("\(bases)\n\(protocols)\n\(either)").summary.contains("B .first"))
  }

  @Test("A name is seen in a body through what the type around it inherits, from whatever file")
  func inheritedScope() {
    let tribe = "struct T: Step { \(Self.target) .first }"
    #expect(find("class O { typealias Step = Tribe }", "class S: O { \(tribe) }").names == ["S.T"])
    #expect(find("protocol O { typealias Step = Tribe }", "enum S: O { \(tribe) }").names == ["S.T"])
    #expect(
      find("class O { typealias Step = Tribe }", "class M: O {}", "class S: M {}", "extension S { \(tribe) }").names
        == ["S.T"]
    )
    #expect(find("class O { protocol Step {} }", "class S: O { \(tribe) }", "protocol Step: Tribe {}").names == [])
    #expect(find("class O { class Tribe {} }", "class S: O { class T: Tribe { \(Self.target) .first } }").names == [])
  }

  @Test("What is local leads to the protocol by local names, and never from elsewhere")
  func local() {
    let text = "func f() { protocol P: Tribe {}\nstruct A: P { \(Self.target) .first } }"
    #expect(find(text).places == ["A.swift:2:8 unreachable-tribe"])
    #expect(find(text + "\nprotocol P {}\nstruct B: P {}").names == ["A"])
    #expect(find("func f() { protocol Tribe {}\nstruct A: Tribe {} }").names == [])
  }

  @Test("A raw identifier keeps its dots to itself")
  func rawIdentifiers() {
    let output = find(
      "struct `a.b`: Tribe { \(Self.target) .first }",
      "enum a { struct b: Tribe { \(Self.target) .always } }"
    )
    #expect(output.names == ["a.b", "a.b"])
    #expect(output.findings.isEmpty)
    let registry = output.registry() ?? ""
    #expect(registry.contains("`a.b`()") && registry.contains("a.b()"))
    #expect(find("enum `x.y` {}", "extension `x.y` { struct T: Tribe { \(Self.target) .first } }").names == ["x.y.T"])
  }
}
