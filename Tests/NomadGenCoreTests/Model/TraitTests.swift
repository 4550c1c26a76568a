import Foundation
import Testing

@testable import NomadGenCore
@testable import NomadSyntax

@Suite("Traits of tribes")
struct TraitTests {
  private func output(_ source: String) -> Pipeline.Output {
    Pipeline.run(sources: ["App.swift": source], module: "App", imported: [:])
  }

  private func tribe(_ member: String, before: String = "", _ kind: String = "Tribe") -> String {
    """
    import NomadPostgres
    \(before)
    struct A: \(kind) {
      static let target: TribeTarget = .literal("1.0.0")
      \(member)
      func migrate() async throws {}
    }
    """
  }

  @Test(
    "A contract tribe is found in every spelling of its phase, and its registry depends on its type alone",
    arguments: [
      "static let phase: TribePhase = .contract", "static let phase = TribePhase.contract",
      "static var phase: TribePhase { .contract }", "static var phase: TribePhase { return .contract }",
      "static let phase: NomadPostgres.TribePhase = NomadPostgres.TribePhase.contract",
    ],
    ["FleetTribe", "NomadPostgres.FleetTribe", "PostgresTribe", "PostgresBatchTribe", "Tribe, FleetTribe"]
  )
  func contract(phase: String, kind: String) throws {
    let output = output(tribe(phase, kind))
    #expect(output.findings.isEmpty)
    #expect(output.tribes.flatMap(\.traits).map(\.value) == [.contract])
    #expect(output.registry == self.output(tribe("", kind)).registry)
  }

  @Test(
    "A contract phase of a tribe that is not surely a FleetTribe is an error",
    arguments: ["static let phase: TribePhase = .contract", "static var phase: TribePhase { .contract }"]
  )
  func ineffective(phase: String) throws {
    for source in [
      tribe(phase), tribe("") + "\nextension A { \(phase) }", tribe(phase, "Sendable, Tribe"),
      "import Kit\n" + tribe(phase, "Tribe, KitTribe"),
    ] {
      let output = output(source)
      let finding = try #require(output.findings.first)
      #expect(finding.code == .unreadableMember && output.findings.count == 1)
      #expect(finding.message == "the tribe 'A' has no 'phase', because it is not surely a FleetTribe")
      #expect(finding.notes.map(\.message) == ["let 'A' conform to FleetTribe, of the module NomadPostgres"])
    }
    let sure = output("import Kit\n" + tribe(phase, "FleetTribe, KitTribe"))
    #expect(sure.findings.isEmpty)
    #expect(sure.tribes.flatMap(\.traits).map(\.value) == [.contract])
  }

  @Test(
    "A member that the compiler takes for none of the tribe's, so that the default counts, is an error",
    arguments: [
      ("let phase: TribePhase = .contract", "phase", "'phase' is not static", "make 'phase' static"),
      ("let phase = NomadPostgres.TribePhase.contract", "phase", "'phase' is not static", "make 'phase' static"),
      ("var urgency: TribeUrgency { .deferred }", "urgency", "'urgency' is not static", "make 'urgency' static"),
      (
        "let readableSince = \"2.3.0\"", "readableSince", "'readableSince' is not static",
        "make 'readableSince' static"
      ),
      (
        "let readableSince: TribeVersion? = \"2.3.0\"", "readableSince", "'readableSince' is not static",
        "make 'readableSince' static"
      ),
      ("let requires: [Any.Type] = []", "requires", "'requires' is not static", "make 'requires' static"),
      ("var requires: [any Tribe.Type] { [] }", "requires", "'requires' is not static", "make 'requires' static"),
      ("static let Phase = TribePhase.contract", "phase", "'Phase' has another name", "rename 'Phase' to 'phase'"),
      ("static let stage: TribePhase = .contract", "phase", "'stage' has another name", "rename 'stage' to 'phase'"),
      (
        "static let readablesince = \"2.3.0\"", "readableSince", "'readablesince' has another name",
        "rename 'readablesince' to 'readableSince'"
      ),
      (
        "static func urgency() -> TribeUrgency { .deferred }", "urgency", "'urgency' is a function",
        "make 'urgency' a property"
      ),
    ]
  )
  func lookalikes(member: String, meant: String, reason: String, remedy: String) throws {
    for source in [tribe(member), tribe("") + "\nextension A { \(member) }"] {
      let finding = try #require(output(source).findings.first, "\(member)")
      #expect(finding.code == .unreadableMember && output(source).findings.count == 1)
      #expect(finding.message == "the tribe 'A' has no '\(meant)', because \(reason)")
      #expect(finding.notes.map(\.message) == [remedy])
    }
  }

  @Test(
    "A list whose type is an alias for a list is an error, wherever the alias is",
    arguments: [
      ("typealias Types = [Any.Type]", "static let requires: Types = []"),
      ("typealias Types = [any Any.Type]", "static var requires: Types { [] }"),
      ("typealias Texts = [String]", "static let merges: Texts = [\"1.0.0\"]"),
      ("typealias Names = [String]; typealias Texts = Names", "static let merges: Texts = [\"1.0.0\"]"),
    ]
  )
  func aliasedList(alias: String, member: String) {
    #expect(find(tribe(member, before: alias)).findings.map(\.code) == [.unreadableMember])
    #expect(find(tribe(member), alias).findings.map(\.code) == [.unreadableMember])
  }

  @Test("A member whose type is something other than a list is not read as one")
  func otherList() {
    for type in ["typealias Types = Int", "struct Types {}"] {
      let output = find(tribe("static let requires: Types = make()", before: type))
      #expect(output.findings.isEmpty)
      #expect(output.tribes.flatMap(\.traits).isEmpty)
    }
  }

  @Test(
    "A member that cannot be read is an error, even in an extension in a file without a name of the library",
    arguments: ["extension A", "extension Other", "extension Base", "extension App.A"],
    ["urgency = Values.late", "requires = Values.before", "phase = Values.phase"]
  )
  func elsewhere(extended: String, member: String) {
    let tribe = """
      import NomadPostgres
      class Base {}
      typealias Other = A
      final class A: Base, FleetTribe { static let target: TribeTarget = .literal("1.0.0") }
      """
    let values = """
      enum Values {
        static let late: TribeUrgency = .deferred
        static let before: [Any.Type] = []
        static let phase: TribePhase = .contract
      }
      """
    let output = find(tribe, values, "\(extended) { static let \(member) }")
    #expect(output.findings.map(\.code) == [.unreadableMember])
  }

  @Test("The contract phase of a tribe can come from an extension or a protocol")
  func inherited() throws {
    let sources = [
      tribe("", "FleetTribe") + "\nextension A { static let phase: TribePhase = .contract }",
      tribe("", "Last") + """

        protocol Last: FleetTribe {}
        extension Last { static var phase: TribePhase { .contract } }
        """,
    ]
    for source in sources {
      #expect(output(source).findings.isEmpty)
      #expect(output(source).tribes.flatMap(\.traits).map(\.value) == [.contract], "\(source)")
    }
  }

  @Test(
    "A tribe without the contract phase is not a contract tribe",
    arguments: [
      "", "static let phase: TribePhase = .expand", "static let phase = \"contract\"",
      "static let phase: Moon = .contract", "let phase = Moon.full", "let phase: Moon = .contract",
      "static let limits = TribePhase.allCases.count", "static let last: TribePhase? = nil",
      "static let is = TribeUrgency.deferred == .immediate", "let requires: [any Error] = []",
      "let requires: [Any] = []",
      "static func requires() -> Bool { true }", "static func phase() -> Int { 1 }", "static let Phase: Moon = .full",
      "let requires: [String] = []", "static let needed: [Any.Type] = []", "static let moon: String = \"\"",
      "let current: TribePhase = .contract", "static func phase(of moon: Moon) {}", "func urgency() {}",
      "static let phase: TribePhase = .expand; let Phase: TribePhase = .contract",
    ]
  )
  func expand(phase: String) throws {
    let output = output(tribe(phase, before: "enum Moon { case contract }"))
    #expect(output.findings.isEmpty)
    #expect(output.registry != nil)
    #expect(output.tribes.flatMap(\.traits).isEmpty)
  }

  @Test("A phase in a branch of an #if has the condition of that branch")
  func conditional() throws {
    let output = output(
      tribe(
        """
        #if CLOUD
        static let phase: TribePhase = .contract
        #else
        static let phase: TribePhase = .expand
        #endif
        """,
        "FleetTribe"
      )
    )
    let traits = output.tribes.flatMap(\.traits)
    #expect(traits.map(\.value) == [.contract])
    #expect(traits.flatMap(\.conditions).map(\.text) == ["CLOUD"])
    #expect(output.registry != nil)
  }

  @Test(
    "A contract phase from a protocol that does not refine FleetTribe is an error, because the default may count",
    arguments: [
      ("FleetTribe", "extension Tribe { static var phase: TribePhase { .contract } }"),
      ("Step, FleetTribe", "protocol Step: Tribe {}\nextension Step { static var phase: TribePhase { .contract } }"),
    ]
  )
  func doubtful(kind: String, source: String) {
    #expect(output(tribe("", before: source, kind)).findings.map(\.code) == [.unreadableMember])
  }

  @Test("A phase that is not known without running code is an error")
  func unreadable() {
    let output = output(tribe("static let phase: TribePhase = isReady ? .contract : .expand"))
    #expect(output.findings.map(\.code) == [.unreadableMember])
    #expect(output.findings.map(\.location.line) == [5])
  }

  @Test(
    "The registry contains the values of urgency, readableSince and requires in every spelling",
    arguments: [
      ("static let urgency: TribeUrgency = .deferred", "deferred()"),
      ("static var urgency: Nomad.TribeUrgency { TribeUrgency.deferred }", "deferred()"),
      ("static let readableSince: TribeVersion? = \"2.3.0\"", "readable(since: \"2.3.0\")"),
      ("static let readableSince: Nomad.TribeVersion? = TribeVersion(\"2.3\")", "readable(since: \"2.3\")"),
      ("static let readableSince: TribeVersion? = Versions.old", "readable(since: \"1.9\")"),
      ("static var readableSince: TribeVersion? { return \"3\" }", "readable(since: \"3\")"),
      ("static let requires: [Any.Type] = [B.self]", "requires([\"App.B\"])"),
      ("static let requires: [Any.Type] = [B.self, Outer.C.self,]", "requires([\"App.B\", \"App.Outer.C\"])"),
      ("static let requires = [B.self, Outer.C.self] as [Any.Type]", "requires([\"App.B\", \"App.Outer.C\"])"),
      ("static var requires: [Any.Type] { [Inner.self] }", "requires([\"App.A.Inner\"])"),
      ("static var requires: [Any.Type] { [Alias.self] }", "requires([\"App.B\"])"),
    ]
  )
  func others(member: String, call: String) throws {
    let output = output(tribe(member, before: Self.others))
    #expect(output.findings.isEmpty)
    #expect(try #require(output.registry).contains("_tribes.\(call)"))
  }

  private static let others = """
    enum Versions { static let old: TribeVersion = "1.9" }
    typealias Alias = B
    struct B: Tribe {
      static let target: TribeTarget = .once("b")
      func migrate() async throws {}
    }
    enum Outer {}
    extension Outer { struct C: Tribe { static let target: TribeTarget = .once("c"); func migrate() async throws {} } }
    extension A {
      struct Inner: Tribe { static let target: TribeTarget = .once("inner"); func migrate() async throws {} }
    }
    """

  @Test(
    "Unrelated members with a trait's name, and default values, add nothing to the registry",
    arguments: [
      "static let urgency: Int = compute()", "static let urgency = \"high\"",
      "static let requires: [String] = names()",
      "static let requires: [Any.Type] = []", "static let urgency: TribeUrgency = .immediate",
      "static let readableSince: TribeVersion? = nil", "static var readableSince: TribeVersion? { nil }",
    ]
  )
  func none(member: String) throws {
    let output = output(tribe(member))
    #expect(output.findings.isEmpty)
    let registry = try #require(output.registry)
    for call in ["deferred()", "readable(", "requires("] { #expect(!registry.contains(call)) }
  }

  @Test(
    "An unreadable or invalid value of urgency, readableSince or requires is an error",
    arguments: [
      "static let urgency = isSlow ? TribeUrgency.deferred : .immediate", "static let urgency: TribeUrgency = slow()",
      "static let readableSince: TribeVersion? = \"two\"", "static let readableSince: TribeVersion? = \"2.\\(minor)\"",
      "static let readableSince: TribeVersion? = version", "static let readableSince: Double? = now()",
      "static let readableSince = \"2.3.0\"", "static let readableSince: String = \"2.3.0\"",
      "static let readableSince: TribeVersion = \"2.3.0\"", "static let readableSince = TribeVersion(\"2.3.0\")",
      "static let requires: [Any.Type] = others",
      "static let requires: [Any.Type] = [Nowhere.self]", "static let requires: [Any.Type] = [Plain.self]",
      "static let requires: [Any.Type] = [B.self] + [A.self]", "static let requires: Array<Any.Type> = [B.self]",
      "static let requires: [any Any.Type] = [B.self]", "static var requires: [any Tribe.Type] { [B.self] }",
      "static let requires = [B.self]", "static let requires: [B.Type] = [B.self]",
      "static let readableSince = \"2.3.0\" as String", "static let requires = [B.self] as [any Tribe.Type]",
      "static let requires: Plain = [B.self]", "static var requires: Outer.Levels { [B.self, Alias.self] }",
    ]
  )
  func unreadable(member: String) {
    let output = output(
      tribe(member, before: Self.others + "\nstruct Plain {}\nextension Outer { struct Levels {} }\n")
    )
    #expect(output.findings.map(\.code) == [.unreadableMember])
    #expect(output.registry == nil)
  }

  @Test(
    "A member of another type is an error about its type, also in a tribe that is kept out of the registry",
    arguments: [
      ("static let readableSince = \"2.3.0\"", "readableSince", "TribeVersion?"),
      ("static let readableSince: String? = \"2.3.0\"", "readableSince", "TribeVersion?"),
      ("static let readableSince: TribeVersion = \"2.3.0\"", "readableSince", "TribeVersion?"),
      ("static let requires = [B.self]", "requires", "[Any.Type]"),
      ("static let requires: [any Tribe.Type] = [B.self]", "requires", "[Any.Type]"),
      ("static let merges: [Substring] = [\"1.0.0\"]", "merges", "[String]"),
    ]
  )
  func otherType(member: String, name: String, type: String) throws {
    let source = tribe(member, before: Self.others)
    let ignored = source.replacing("struct A", with: "// nomad:ignore\nstruct A")
    for text in [source, ignored] {
      let output = output(text)
      let finding = try #require(output.findings.first)
      #expect(finding.code == .unreadableMember && output.findings.count == 1)
      #expect(finding.message == "'\(name)' of 'A' is not declared with the type \(type)")
    }
    let computed = "static var requires: [Any.Type] { compute() }"
    #expect(output(ignored.replacing(member, with: computed)).findings.isEmpty)
  }

  @Test("A trait is read from an extension in another file")
  func otherFile() throws {
    let extensions = [
      "extension A { static let phase: TribePhase = .contract }": "add(",
      "extension A { static let urgency = TribeUrgency.deferred }": "deferred()",
      "extension A { static let readableSince: TribeVersion? = \"2.3.0\" }": "readable(since:",
      "extension A { static let requires: [Any.Type] = [A2.self] }": "requires([\"App.A2\"])",
    ]
    for (source, call) in extensions {
      let other = tribe("").replacing("struct A", with: "struct A2").replacing("1.0.0", with: "0.9.0")
      let sources = ["A.swift": tribe("", "FleetTribe"), "B.swift": source, "C.swift": other]
      let output = Pipeline.run(sources: sources, module: "App", imported: [:])
      #expect(output.findings.isEmpty)
      #expect(output.tribes.flatMap(\.traits).count == 1)
      #expect(try #require(output.registry).contains("_tribes.\(call)"), "\(source)")
    }
  }

  @Test(
    "A trait is read from an extension of an alias, even if the alias is in a file without another name of interest",
    arguments: [
      ("typealias Other = A", "", "Other"), ("typealias Other = A", "typealias Another = Other", "Another"),
      ("enum Names { typealias Other = A }", "", "Names.Other"),
      ("enum Names {}", "extension Names { typealias Other = A }", "Names.Other"),
    ],
    [
      "urgency: TribeUrgency = .deferred", "urgency = Values.late", "requires = Values.before",
      "readableSince: TribeVersion? = \"2.3.0\"",
    ]
  )
  func extendedAlias(aliases: (first: String, second: String, name: String), member: String) {
    let values = "enum Values { static let late: TribeUrgency = .deferred; static let before: [Any.Type] = [] }"
    let output = find(
      tribe(""),
      values,
      aliases.first,
      aliases.second,
      "extension \(aliases.name) { static let \(member) }"
    )
    #expect(output.tribes.flatMap(\.traits).count == 1)
    #expect(output.findings.map(\.code) == (member.contains("Values") ? [.unreadableMember] : []))
  }

  @Test("A tribe can require a tribe of another module")
  func otherModule() throws {
    let kit = "import Nomad\npublic struct Fill: Tribe { public static let target: TribeTarget = .once(\"f\") }"
    let output = Pipeline.run(
      sources: ["App.swift": "import Kit\n" + tribe("static let requires: [Any.Type] = [Fill.self]")],
      module: "App",
      imported: ["Kit": ["Kit.swift": kit]]
    )
    #expect(output.findings.isEmpty)
    #expect(try #require(output.registry).contains("_tribes.requires([\"Kit.Fill\"])"))
  }

  @Test("A type of another module is required under the name of the module that makes it a tribe")
  func conformingElsewhere() throws {
    let app = """
      import Core
      extension Fill: Tribe {
        public static var target: TribeTarget { .once("f") }
        public func migrate() async throws {}
      }
      """
    let output = Pipeline.run(
      sources: ["App.swift": app + "\n" + tribe("static let requires: [Any.Type] = [Fill.self]")],
      module: "App",
      imported: ["Core": ["Core.swift": "public struct Fill { public init() {} }"]]
    )
    #expect(output.findings.isEmpty)
    #expect(try #require(output.registry).contains("_tribes.requires([\"App.Fill\"])"))
  }

  @Test("A module's own type named Type does not affect how required tribes are read")
  func namesake() throws {
    let output = output(tribe("static let requires: [Any.Type] = [B.self]", before: Self.others + "\nenum `Type` {}\n"))
    #expect(try #require(output.registry).contains("_tribes.requires([\"App.B\"])"))
  }

  @Test("A cycle of required tribes is one error, and so is a tribe that requires itself")
  func circle() {
    let other = tribe("static let requires: [Any.Type] = [A.self]").replacing("struct A", with: "struct A2")
      .replacing("1.0.0", with: "0.9.0")
    let output = output(tribe("static let requires: [Any.Type] = [A2.self]") + "\n" + other)
    #expect(output.findings.map(\.code) == [.requiredTribe])
    #expect(
      self.output(tribe("static let requires: [Any.Type] = [A.self]")).findings.map(\.code) == [.requiredTribe]
    )
  }

  /// Two tribes, of which A, at 1.0.0, requires the other one.
  private func pair(_ member: String, _ target: String, between: String = "") -> String {
    let last = "struct Last: Tribe { static let target: TribeTarget = \(target)\n func migrate() async throws {} }"
    let requires = "static let requires: [Any.Type] = [\(between.isEmpty ? "Last" : "Fill").self]\n"
    return tribe(requires + member, before: last + "\n" + between)
  }

  private static let between = """
    struct Fill: Tribe {
      static let target: TribeTarget = .once("fill")
      static let urgency: TribeUrgency = .deferred
      static let requires: [Any.Type] = [Last.self]
      func migrate() async throws {}
    }
    """

  @Test("A tribe cannot require one with a later version, directly or through others", arguments: ["", between])
  func laterVersion(between: String) throws {
    let output = output(pair("", ".literal(\"2.0.0\")", between: between))
    let finding = try #require(output.findings.first)
    #expect(finding.code == .requiredTribe && output.findings.count == 1)
    #expect(finding.message == "'Last', which 'A' requires directly or through others, has or merges a later version")
    #expect(finding.location.line == output.tribes.first { $0.name == "A" }.map { $0.location.line + 2 })
  }

  @Test("A tribe cannot require one that merges a later version")
  func laterMerge() throws {
    let merges = { (version: String) in ".once(\"z\")\n static let merges: [String] = [\"0.5.0\", \"\(version)\"]" }
    #expect(output(pair("", merges("2.0.0"))).findings.map(\.code) == [.requiredTribe])
    #expect(output(pair("", merges("0.9.0"))).findings.isEmpty)
  }

  @Test("A .first tribe can require .first tribes only")
  func first() throws {
    let source = { (target: String) in
      pair("", target).replacing("static let target: TribeTarget = .literal(\"1.0.0\")", with: firstTarget)
    }
    for target in [".literal(\"0.9.0\")", ".once(\"a\")", ".always"] {
      let finding = try #require(output(source(target)).findings.first)
      #expect(finding.code == .requiredTribe)
      let message = "'A' is a .first tribe, but 'Last', which it requires directly or through others, is not"
      #expect(finding.message == message)
    }
    #expect(output(source(".first")).findings.isEmpty)
  }

  private let firstTarget = "static let target: TribeTarget = .first"

  @Test("A tribe with a version can require an earlier version, or a tribe without one")
  func earlier() {
    for target in [".literal(\"0.9.0\")", ".once(\"z\")", ".always", ".first"] {
      #expect(output(pair("", target)).findings.isEmpty)
      #expect(output(pair("", target)).registry != nil)
    }
  }
}
