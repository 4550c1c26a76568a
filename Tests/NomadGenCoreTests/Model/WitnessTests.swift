import Testing

@testable import NomadGenCore

/// The choice of the target's declaration, and the meaning of the names in it, if several declarations share a name.
@Suite struct WitnessTests {
  private static let step = """
    protocol Step: Tribe {}; extension Step { static var target: TribeTarget { .always } }

    """

  @Test(
    "Names in a tuple pattern shadow constants of enclosing scopes",
    arguments: [
      #"static let (v, w) = ("2.0.0", "1.0.0")"#, #"static let ((v), w) = ("2.0.0", "1.0.0")"#,
      #"static let a = 1, (v, w) = ("2.0.0", "1.0.0")"#, #"private static let (v, w) = ("2.0.0", "1.0.0")"#,
      #"static let (w: v, _) = (w: "2.0.0", "1.0.0")"#,
    ]
  )
  func tuples(pattern: String) {
    let outer = "let v = \"9.0.0\"\n"
    #expect(
      find(outer + "struct A: Tribe { \(pattern); static let target: TribeTarget = .literal(v) }").summary
        == ["A unreadable"],
      "\(pattern)"
    )
    #expect(
      find(outer + "enum O { \(pattern); struct A: Tribe { static let target: TribeTarget = .literal(v) } }").summary
        == ["O.A unreadable"],
      "\(pattern)"
    )
  }

  @Test("A value that a postfix #if continues is unreadable")
  func postfixConditions() {
    let member = "\n#if !NEVER\n#if X\n.bumped\n#endif\n#endif\n"
    #expect(
      find("struct A: Tribe { static let target: TribeTarget = .literal(\"1.0.0\")\(member)}").summary
        == ["A unreadable"]
    )
    let constant = "let v = \"1.0.0\"\(member)"
    #expect(
      find(constant + "struct A: Tribe { static let target: TribeTarget = .literal(v) }").summary == ["A unreadable"]
    )
    let other = "\n#if X\nfunc f() {}\n#endif\n"
    #expect(
      find("struct A: Tribe { static let target: TribeTarget = .literal(\"1.0.0\")\(other)}").summary
        == ["A .literal(\"1.0.0\")"]
    )
  }

  @Test("A target for types that the compiler makes BitwiseCopyable may count")
  func bitwiseCopyable() {
    let step = "protocol Step: Tribe {}; extension Step { static var target: TribeTarget { .literal(\"1.0.0\") } }\n"
    let own = "extension Step where Self: BitwiseCopyable { static var target: TribeTarget { .literal(\"2.0.0\") } }\n"
    #expect(find(step + own + "struct A: Step {}").summary == ["A unreadable"])
    #expect(find(step + own + "final class A: Step {}").summary == ["A .literal(\"1.0.0\")"])
  }

  @Test("A private target counts only in the same file as the conformance")
  func privateElsewhere() {
    for extension_ in ["extension A { fileprivate static", "private extension A { static"] {
      let member = "\(extension_) var target: TribeTarget { .first } }"
      #expect(find(Self.step + "struct A: Step {}", member).summary == ["A .always"])
      #expect(find("struct A {}", member + "\nextension A: Tribe {}").summary == ["A .first"])
      #expect(find("struct A: Tribe {}", member).summary == ["A missing"])
    }
    let refined = "fileprivate extension Step { static var target: TribeTarget { .first } }"
    #expect(find("protocol Step: Tribe {}", refined, "struct A: Step {}").summary == ["A missing"])
    #expect(find("protocol Step: Tribe {}", refined + "\nstruct A: Step {}").summary == ["A .first"])
    let level = "private extension A { internal static var target: TribeTarget { .first } }"
    #expect(find("struct A: Tribe {}", level).summary == ["A .first"])
  }

  @Test("An associated type with the name of a constant's type makes the target unreadable")
  func associatedType() {
    let release = "enum Release { static let v = \"2.0.0\" }\n"
    let step = "protocol Step: Tribe { associatedtype Release; func use(_: Release) }\n"
    let members = "func use(_: Beta) {}; static let target: TribeTarget = .literal(Release.v)"
    #expect(find(release + step + "struct A: Step { \(members) }").summary == ["A unreadable"])
    #expect(find(release + step + "struct A: Tribe { \(members) }").summary == ["A .literal(\"2.0.0\")"])
  }

  @Test(
    "A target is unreadable if a member added to TribeTarget could be meant instead of the case",
    arguments: [
      ("extension TribeTarget { static func literal(_ s: String) -> Self { .first } }", "A unreadable"),
      (
        "import Nomad\nextension Nomad.TribeTarget { static func literal<T>(_ s: T) -> Self { .first } }",
        "A unreadable"
      ),
      (
        "extension TribeTarget { static func literal(_ s: StaticString, _ i: Int = 0) -> Self { .first } }",
        "A unreadable"
      ),
      ("extension TribeTarget { static let literal = { (_: String) in TribeTarget.first } }", "A unreadable"),
      (
        "typealias Aim = TribeTarget\nextension Aim { static func literal(_ s: String) -> Aim { .first } }",
        "A unreadable"
      ),
      ("extension TribeTarget { static func literal(_ s: StaticString) -> Self { .first } }", "A .literal(\"2.0.0\")"),
      ("extension TribeTarget { func literal(_ s: String) -> Self { .first } }", "A .literal(\"2.0.0\")"),
      ("extension TribeTarget { static func once(_ s: String) -> Self { .first } }", "A .literal(\"2.0.0\")"),
      ("enum TribeTargets { static func literal(_ s: String) -> Int { 1 } }", "A .literal(\"2.0.0\")"),
    ]
  )
  func shadowedCases(other: String, tribe: String) {
    let text = "struct A: Tribe { static let target: TribeTarget = .literal(\"2.0.0\") }"
    #expect(find(text, other).summary == [tribe], "\(other)")
  }

  @Test("A member that an extension adds through an alias in a third file also hides a case")
  func shadowedThroughAlias() {
    let text = "struct A: Tribe { static let target: TribeTarget = .first }"
    let alias = "typealias Aim = TribeTarget"
    #expect(find(text, alias, "extension Aim { static var first: Aim { .always } }").summary == ["A unreadable"])
  }

  @Test("A deprecated migrate() or init() makes the tribe's registration deprecated, but not the tribe")
  func deprecated() throws {
    for member in ["func migrate() async throws {}", "init() {}"] {
      let output = find(
        "struct A: Tribe { static let target: TribeTarget = .first; @available(*, deprecated) \(member) }"
      )
      let registry = try #require(output.registry)
      #expect(registry.contains("@available(*, deprecated)"))
      #expect(output.tribes.map(\.availability) == [[]])
    }
    let other = find(
      "struct A: Tribe { static let target: TribeTarget = .first; @available(*, deprecated) init(x: Int) {}; init() {} }"
    )
    #expect(other.registry?.contains("@available(*, deprecated)") == false)
  }

  @Test("The registry qualifies a tribe named self, and a nested tribe named Type or Protocol is unreachable")
  func names() {
    let tribe = { (name: String) in "struct `\(name)`: Tribe { static let target: TribeTarget = .first }" }
    #expect(find(tribe("self")).registry?.contains("App.`self`().migrate()") == true)
    #expect(find(tribe("Type")).places == [])
    for name in ["Type", "Protocol"] {
      #expect(find("enum O {\n\(tribe(name))\n}").places == ["A.swift:2:8 unreachable-tribe"])
      #expect(find("enum O {}", "extension O {\n\(tribe(name))\n}").places == ["B.swift:2:8 unreachable-tribe"])
    }
  }
}
