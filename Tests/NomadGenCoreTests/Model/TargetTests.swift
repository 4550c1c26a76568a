import Testing

@testable import NomadGenCore
@testable import NomadSyntax

@Suite struct TargetTests {
  private static let aliases = """
    typealias Goal = TribeTarget; enum Aims { typealias Goal = Nomad.TribeTarget }; typealias Several = TribeTarget & P
    enum Aim { case first }

    """

  private static func target(_ members: String, around: String = "", elsewhere: String = "") -> [String] {
    find("\(around)\nstruct A: Tribe {\n\(members)\n}", elsewhere).tribes.map(\.target.text)
  }

  @Test(
    "A target is read in every form whose value is known without running code",
    arguments: [
      "static let target: TribeTarget = .literal(\"1.0.0\")", "static let target = TribeTarget.literal(\"1.0.0\")",
      "static let target: Nomad.TribeTarget = .literal(\"1.0.0\")",
      "static let target = Nomad.TribeTarget.literal(\"1.0.0\")",
      "static let target = Nomad::TribeTarget.literal(\"1.0.0\")",
      "public static let target: TribeTarget = .literal(\"1.0.0\")",
      "static var target: TribeTarget = .literal(\"1.0.0\")", "static var target: TribeTarget { .literal(\"1.0.0\") }",
      "static var target: TribeTarget { return .literal(\"1.0.0\") }",
      "static var target: TribeTarget { get { .literal(\"1.0.0\") } }",
      "static var target: TribeTarget { get { return .literal(\"1.0.0\") } }",
      "static var target: TribeTarget\n{\n.literal(\"1.0.0\")\n}",
      "class var target: TribeTarget { .literal(\"1.0.0\") }",
      "override class var target: TribeTarget { .literal(\"1.0.0\") }",
      "class override var target: TribeTarget { .literal(\"1.0.0\") }",
      "final class var target: TribeTarget { .literal(\"1.0.0\") }",
      "static var target: TribeTarget { TribeTarget.literal(\"1.0.0\") }",
      "static let target = (TribeTarget.literal(\"1.0.0\"))",
      "static let target = .literal(\"1.0.0\") as TribeTarget",
      "static let target: TribeTarget = .literal((\"1.0.0\"))",
      "static let target: TribeTarget = .literal(\"1.0.0\",)", "static let target: TribeTarget = .literal( \"1.0.0\" )",
      "static let target: TribeTarget = .`literal`(\"1.0.0\")",
      "static let `target`: TribeTarget = .literal(\"1.0.0\")",
      "static let target: TribeTarget = .literal(#\"1.0.0\"#)",
      "static let target: TribeTarget = .literal(\"\"\"\n  1.0.0\n  \"\"\")",
      "static let target: TribeTarget = .literal(\"1\\u{2e}0.0\")",
      "static let target: TribeTarget = /* a */ .literal(\"1.0.0\") // b",
      "static let other = 1, target: TribeTarget = .literal(\"1.0.0\")",
      "static let target: TribeTarget = .literal(\"1.0.0\"), other = 1",
      "nonisolated static let target: TribeTarget = .literal(\"1.0.0\")",
      "nonisolated(unsafe) static var target: TribeTarget = .literal(\"1.0.0\")",
      "@MainActor static let target: TribeTarget = .literal(\"1.0.0\")",
      "static let target: TribeTarget = .literal(\"1.0.0\");",
      "static let target: TribeTarget =\n  .literal(\n    \"1.0.0\"\n  )",
      "let target = 1; static let target: TribeTarget = .literal(\"1.0.0\")",
      "static nonisolated public var target: TribeTarget { @inlinable get { .literal(\"1.0.0\") } }",
      "static var target: TribeTarget { /* a */ return /* b */ .literal(\"1.0.0\") /* c */ }",
      "static func target() {}; static let target: TribeTarget = .literal(\"1.0.0\")\nfunc migrate() async throws {}",
      "static let target: Nomad.TribeTarget = .literal(\"1.0.0\")",
      "static let target: (TribeTarget) = .literal(\"1.0.0\")", "static let target: Goal = .literal(\"1.0.0\")",
      "static let target: Aims.Goal = .literal(\"1.0.0\")",
      "static var target: TribeTarget { @available(*, deprecated) get { .literal(\"1.0.0\") } }",
      "@inlinable static var target: TribeTarget { .literal(\"1.0.0\") }",
    ]
  )
  func readable(member: String) {
    #expect(Self.target(member, elsewhere: Self.aliases) == [".literal(\"1.0.0\")"], "\(member)")
  }

  @Test(
    "Every case of TribeTarget is read",
    arguments: [".first", ".always", ".literal(\"1.0.0\")", ".dotted(\"1.1-1\")", ".once(\"id\")"]
  )
  func cases(value: String) {
    #expect(Self.target("static let target: TribeTarget = \(value)") == [value])
    #expect(Self.target("static var target: TribeTarget { \(value) }") == [value])
  }

  @Test(
    "A target whose value is not certain without running code is unreadable",
    arguments: [
      "static let target: TribeTarget = f()", "static let target: TribeTarget = .literal(\"1.\\(a).0\")",
      "static let target: TribeTarget = .literal(\"1\" + \".0.0\")",
      "static let target: TribeTarget = a ? .first : .always",
      "static var target: TribeTarget { if a { .first } else { .always } }",
      "static var target: TribeTarget { print(1); return .first }",
      "static var target: TribeTarget { let a = 1; return .literal(\"1.0.0\") }",
      "static let target: TribeTarget = .literal(f())",
      "static let target: TribeTarget = .literal(a[0])", "static let target: TribeTarget = .literal(a!)",
      "static let target: TribeTarget",
      "static let target: TribeTarget = .first.next", "static let target: TribeTarget = .init(\"1.0.0\")",
      "static let (target, b) = f()",
      "static let target = Other.literal(\"1.0.0\")", "static let target: TribeTarget = { .first }()",
      "static let target: TribeTarget = .other",
      "static let target: TribeTarget = .literal(unknown)", "static let target: TribeTarget = .first ?? .always",
      "static let target: TribeTarget = first", "static var target: TribeTarget { get throws { .first } }",
      "static var target: TribeTarget { _read { yield .first } }", "static let target: TribeTarget = .literal(1)",
      "static let target: TribeTarget = .literal(\"a\", \"b\")",
      "static var target: TribeTarget { switch a { default: .first } }",
      "static let target: TribeTarget = .literal(\"1.0.0\"", "static var target: TribeTarget { return }",
      "static var target: TribeTarget { }", "static let target: Optional<TribeTarget>.Wrapped = .first",
      "static let target: Aim = .first", "static let target: [TribeTarget] = .first",
      "static let target: TribeTarget? = .first", "static let target: Other.TribeTarget = .first",
      "static let target: Several = .first", "static let target: any TribeTarget = .first",
      "@Later static var target: TribeTarget = .first", "@A.Later(1) static var target: TribeTarget { .first }",
    ]
  )
  func unreadable(member: String) {
    #expect(Self.target(member, elsewhere: Self.aliases) == ["unreadable"], "\(member)")
  }

  @Test(
    "Only a static property 'target' of the type itself is its target",
    arguments: [
      "let target: TribeTarget = .first", "var target: TribeTarget { .first }",
      "static let targets: TribeTarget = .first",
      "static func target() -> TribeTarget { .first }",
      "func f() { struct B { static let target: TribeTarget = .first } }",
      "struct B { static let target: TribeTarget = .first }", "// static let target: TribeTarget = .first",
      "let a = \"static let target: TribeTarget = .first\"", "func f(target: Int) { }", "enum target {}",
      "static let a = f(1, target: 2)",
      "static let a = { (b, target) in 1 }", "static let a = [1, target, 2]", "typealias target = Int", "case target",
    ]
  )
  func missing(member: String) {
    #expect(Self.target(member) == ["missing"], "\(member)")
  }

  @Test(
    "A constant with a literal value is read from any scope or file that the target can see",
    arguments: [
      ("static let v = \"1.0.0\"\nstatic let target: TribeTarget = .literal(v)", "", ""),
      ("static let v = \"1.0.0\"\nstatic let target: TribeTarget = .literal(Self.v)", "", ""),
      ("static let v = \"1.0.0\"\nstatic let target: TribeTarget = .literal(A.v)", "", ""),
      ("static let target: TribeTarget = .literal(v)", "let v = \"1.0.0\"", ""),
      ("static let target: TribeTarget = .literal(v)", "private let v: String = \"1.0.0\"", ""),
      ("static let target: TribeTarget = .literal(V.v)", "enum V { static let v = \"1.0.0\" }", ""),
      ("static let target: TribeTarget = .literal(v)", "", "let v = \"1.0.0\""),
      (
        "static let target: TribeTarget = .literal(V.W.v)", "",
        "enum V { enum W { static let u = \"\", v = #\"1.0.0\"# } }"
      ),
      ("static let target: TribeTarget = .literal(V.v)", "enum V {}", "extension V { static let v = \"1.0.0\" }"),
      ("static let target: TribeTarget = .literal(v)", "let v = \"1.0.0\"", "private let v = \"2.0.0\""),
      ("static let target: TribeTarget = .literal(v)", "private let v = \"1.0.0\"", "fileprivate let v = \"2.0.0\""),
      ("static let v = \"1.0.0\"\nstatic let target: TribeTarget = .literal(v)", "let v = \"2.0.0\"", ""),
      ("static let target: TribeTarget = .literal(App.v)", "", "let v = \"1.0.0\""),
      ("static let target: TribeTarget = .literal(v)", "let v = \"1.0.0\" as String", ""),
      ("static let target: TribeTarget = .literal(v)", "let (v) = \"1.0.0\"", ""),
      ("static let target: TribeTarget = .literal(v)\nstatic let (v): String = \"1.0.0\"", "let v = \"2.0.0\"", ""),
      // Constants with the names of members that the build reads.
      (
        "static let phase = \"1.0.0\"\nstatic let target: TribeTarget = .literal(phase)", "let phase = \"2.0.0\"", ""
      ),
      (
        "static let (phase) = \"1.0.0\"\nstatic let target: TribeTarget = .literal(phase)", "let phase = \"2.0.0\"", ""
      ),
      ("static let urgency = \"1.0.0\"\nstatic let target: TribeTarget = .literal(urgency)", "", ""),
      ("static let target: TribeTarget = .literal(V.target)", "", "enum V { static let target = \"1.0.0\" }"),
    ]
  )
  func constants(members: String, around: String, elsewhere: String) {
    #expect(Self.target(members, around: around, elsewhere: elsewhere) == [".literal(\"1.0.0\")"])
  }

  @Test(
    "A target is unreadable if its argument is not a visible constant with a plain literal value",
    arguments: [
      "var v = \"1.0.0\"", "let v = \"1.\\(0).0\"", "let v = f(\"1.0.0\")", "let v = \"1.0.0\" + \"\"",
      "func f() { let v = \"1.0.0\" }", "let (v, w) = (\"1.0.0\", \"2.0.0\")", "let v = \"1.0.0\" as Text",
    ]
  )
  func variables(around: String) {
    #expect(Self.target("static let target: TribeTarget = .literal(v)", around: around) == ["unreadable"])
  }

  @Test("A constant that is private to another file is not read")
  func privateConstant() {
    let target = "static let target: TribeTarget = .literal(v)"
    #expect(Self.target(target, elsewhere: "private let v = \"1.0.0\"") == ["unreadable"])
  }

  @Test("A target is read from an extension in a file that never names the protocol")
  func inExtension() {
    let member = "extension A { static let target: TribeTarget = .first }"
    #expect(find("struct A: Tribe {}", member).summary == ["A .first"])
    let own = "extension A { static var target: TribeTarget { .always } }"
    let defaulted = "protocol P: Tribe {}\nextension P { static var target: TribeTarget { .first } }"
    #expect(find(defaulted, "struct A: P {}", own).summary == ["A .always"])
  }

  @Test("A class inherits its superclass's target unless it overrides it")
  func inherited() {
    let base = "class B: Tribe { class var target: TribeTarget { .first } }"
    #expect(find(base, "class A: B {}").summary == ["A .first", "B .first"])
    #expect(
      find(base, "class A: B { override class var target: TribeTarget { .always } }").summary == [
        "B .first", "A .always",
      ]
    )
    #expect(
      find("class B { class var target: TribeTarget { .first } }", "class A: B, Tribe {}").summary == ["A .first"]
    )
  }

  @Test("A class that overrides its target in one #if branch inherits the target in other builds")
  func inheritedInOneBranch() {
    let text = """
      class B: Tribe { class var target: TribeTarget { .first } }
      class A: B {
      #if X
        override class var target: TribeTarget { .always }
      #endif
      }
      """
    #expect(find(text).summary == ["A .first", "B .first", "A .always"])
    #expect(find(text).tribes.map { $0.conditions.map(\.text) } == [["!((X))"], [], ["X"]])
  }

  @Test("A type without its own target has the protocol default that the compiler would choose")
  func defaults() {
    let protocols = """
      protocol P: Tribe {}
      protocol Early {}
      protocol Late {}
      class Base {}
      extension P { static var target: TribeTarget { .literal("3.0.0") } }
      """
    let extensions = """
      extension P where Self: Early { static var target: TribeTarget { .literal("1.0.0") } }
      extension P where Self: Late { static var target: TribeTarget { .literal("2.0.0") } }
      extension P where Self: Base { static var target: TribeTarget { .literal("6.0.0") } }
      """
    let others = """
      protocol Marker {}
      extension Marker where Self: Tribe { static var target: TribeTarget { .literal("4.0.0") } }
      protocol Plain {}
      """
    let plain = "extension Plain { static var target: TribeTarget { .literal(\"5.0.0\") } }"
    let types = """
      struct A: P, Early {}
      struct B: Late, P {}
      struct C: P {}
      struct D: Marker, Tribe {}
      struct E: Plain, Tribe {}
      final class F: Base, P {}
      """
    // With the targets as numbers, the compiled program prints [1, 2, 3, 4, 5, 6] for this text.
    #expect(
      find(types, protocols, extensions, others, plain).summary == [
        "A .literal(\"1.0.0\")", "B .literal(\"2.0.0\")", "C .literal(\"3.0.0\")", "D .literal(\"4.0.0\")",
        "E .literal(\"5.0.0\")", "F .literal(\"6.0.0\")",
      ]
    )
  }

  @Test("The default of the most refined protocol applies before a default in an extension of Tribe")
  func refinedDefaults() {
    let text = """
      extension Tribe { static var target: TribeTarget { .literal("1.0.0") } }
      protocol P: Tribe {}
      extension P { static var target: TribeTarget { .literal("2.0.0") } }
      protocol Q: P {}
      extension Q { static var target: TribeTarget { .literal("3.0.0") } }
      struct A: Tribe {}
      struct B: P {}
      struct C: P, Q {}
      """
    #expect(find(text).summary == ["A .literal(\"1.0.0\")", "B .literal(\"2.0.0\")", "C .literal(\"3.0.0\")"])
  }
}
