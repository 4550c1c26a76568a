import Testing

@testable import NomadGenCore
@testable import NomadSyntax

/// A type is a tribe in the builds that contain all declarations between the type and the protocol.
@Suite struct BranchTests {
  private static let target = "static let target: TribeTarget ="

  private func conditions(_ text: String) -> [String] {
    find(text).tribes.map { "\($0.name): \($0.conditions.map(\.text).joined(separator: ", "))" }
  }

  @Test("The condition of a conformance, refinement or alias applies to every tribe that depends on it")
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

  @Test("A type that conforms in several ways is a tribe in every build that has one of them")
  func several() {
    let type = "struct A: P, Q { \(Self.target) .first }"
    let (p, q) = ("protocol P: Tribe {}", "protocol Q: Tribe {}")
    #expect(conditions("#if X\n\(p)\n#endif\n\(q)\n\(type)") == ["A: "])
    #expect(conditions("#if X\n\(p)\n#else\n\(q)\n#endif\n\(type)") == ["A: "])
    #expect(conditions("#if X\n\(p)\n#endif\n#if X && Y\n\(q)\n#endif\n\(type)") == ["A: ((X)) || ((X && Y))"])
    #expect(conditions("#if X\n\(p)\n#endif\n#if X\n\(q)\n#endif\n#if X\n\(type)\n#endif") == ["A: X"])
    #expect(conditions("#if X\n\(p)\n#if Y\n\(q)\n#endif\n#endif\n\(type)") == ["A: X"])
  }

  @Test("A type with a different conformance in each branch is a tribe in both, each with its condition")
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

  @Test("A type is a tribe in every branch although the protocols of the branches refine each other in a circle")
  func circle() {
    let text = """
      #if X
      protocol P: Q {}
      protocol Q: Tribe {}
      #else
      protocol P: Tribe {}
      protocol Q: P {}
      #endif
      struct A: P { \(Self.target) .first }
      struct B: Q { \(Self.target) .first }
      """
    #expect(conditions(text) == ["A: ", "B: "])
  }

  @Test("A type is a tribe although another branch declares a protocol of that name")
  func namesake() {
    let body = "{ \(Self.target) .first }"
    for type in ["struct A: Tribe \(body)", "struct A \(body)\nextension A: Tribe {}"] {
      #expect(conditions("#if X\nprotocol A: Tribe {}\n#else\n\(type)\n#endif") == ["A: !X"])
      #expect(conditions("#if X\n\(type)\n#else\nprotocol A: Tribe {}\n#endif") == ["A: X"])
    }
    #expect(
      conditions("#if X\nprotocol A: Tribe {}\n#else\nclass A: Tribe \(body)\n#endif\nclass B: A \(body)").count == 2
    )
  }

  @Test("If an #if chooses the superclass, each build has the target of its own superclass")
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

  @Test("A nested type sees the names that its enclosing type inherits, even from other files")
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

  @Test("A local type can conform through local names, which are not visible elsewhere")
  func local() {
    let text = "func f() { protocol P: Tribe {}\nstruct A: P { \(Self.target) .first } }"
    #expect(find(text).places == ["A.swift:2:8 unreachable-tribe"])
    #expect(find(text + "\nprotocol P {}\nstruct B: P {}").names == ["A"])
    #expect(find("func f() { protocol Tribe {}\nstruct A: Tribe {} }").names == [])
  }

  @Test("Any number of independent conditions can declare a type, its conformance or its target")
  func independent() {
    let brands = (1...20).map { "#if BRAND\($0)" }
    let members = "{ \(Self.target) .literal(\"1.0.0\") }"
    let texts = [
      brands.map { "\($0)\nstruct A: Tribe \(members)\n#endif\n" }.joined(),
      "struct A \(members)\n" + brands.map { "\($0)\nextension A: Tribe {}\n#endif\n" }.joined(),
      "struct A: Tribe {\n" + brands.map { "\($0)\n\(members.dropFirst().dropLast())\n#endif\n" }.joined() + "}",
    ]
    for text in texts {
      let output = find(text)
      #expect(output.tribes.count >= 20)
      #expect(output.findings.allSatisfy { $0.code == .missingTarget })
    }
  }

  @Test("A dot in a raw identifier does not separate names")
  func rawIdentifiers() {
    let output = find(
      "struct `a.b`: Tribe { \(Self.target) .first }",
      "enum a { struct b: Tribe { \(Self.target) .always } }"
    )
    #expect(output.names == ["a.b", "a.b"])
    #expect(output.findings.isEmpty)
    let registry = output.registry ?? ""
    #expect(registry.contains("`a.b`()") && registry.contains("a.b()"))
    #expect(find("enum `x.y` {}", "extension `x.y` { struct T: Tribe { \(Self.target) .first } }").names == ["x.y.T"])
  }
}
