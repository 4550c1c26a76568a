#if Nomadctl
  import Foundation
  import Nomad
  import NomadCheck
  import NomadGenCore
  import Testing

  @testable import nomadctl

  @Suite struct VerificationTests {
    private static let literal =
      #"{"name": "literal", "arguments": [{"label": "", "valueKind": "RawLiteral", "value": "1.0.0"}]}"#

    /// Returns the compiler's description of a type, with the target as the value of its case.
    private static func type(
      _ name: String,
      line: Int? = 1,
      file: String? = "A.swift",
      target: String? = literal,
      conformances: String = #"{"protocolName": "Nomad.Tribe", "conformanceDefiningModule": "App"}"#
    ) -> String {
      let place = [file.map { "\"file\": \"\($0)\"" }, line.map { "\"line\": \($0)" }].compactMap(\.self)
      let property = target.map {
        #"{"label": "target", "type": "x", "isStatic": "true", "isComputed": "false", "file": "A.swift", "line": 9, "#
          + "\"valueKind\": \"\($0.hasPrefix("{") ? "Enum" : "Runtime")\""
          + ($0.hasPrefix("{") ? ", \"value\": \($0)}" : "}")
      }
      return "{"
        + (place + [
          "\"typeName\": \"\(name)\"", "\"mangledTypeName\": \"\(name) \(line ?? 0)\"", "\"kind\": \"struct\"",
          "\"allConformances\": [\(conformances)]",
          "\"properties\": [\(property ?? "")]",
        ]).joined(separator: ", ") + "}"
    }

    private static func compiled(_ types: String...) throws -> [CompilerTribe] {
      let types = try JSONDecoder().decode([ConformingType].self, from: Data("[\(types.joined(separator: ","))]".utf8))
      return CompilerTribe.all(in: types, of: "App") { $0 == "A.swift" }
    }

    private static func verify(_ source: String, _ compiled: [CompilerTribe]) throws -> Verification {
      let module = try Check.check(module: "App", sources: ["A.swift": source])
      return Verification(
        of: "App",
        registered: module.tribes.map(TribeSummary.init),
        ignoring: module.ignoredNames,
        compiled: compiled
      )
    }

    private static func findings(_ source: String, _ types: String...) throws -> [String] {
      let all = try JSONDecoder().decode([ConformingType].self, from: Data("[\(types.joined(separator: ","))]".utf8))
      let compiled = CompilerTribe.all(in: all, of: "App") { $0 == "A.swift" }
      return try verify(source, compiled).findings.map { "\($0.line ?? 0) \($0.name) \($0.code.rawValue)" }
    }

    private static let a = #"struct A: Tribe { static let target: TribeTarget = .literal("1.0.0") }"#

    @Test("A tribe that the registry and the compiler describe alike causes no finding")
    func agreement() throws {
      let verification = try Self.verify(Self.a, Self.compiled(Self.type("App.A")))
      #expect(verification.findings.isEmpty && verification.agreed == 1 && verification.untold.isEmpty)
    }

    @Test("A type that the compiler lists several times counts as one tribe, with the only target listed")
    func parts() throws {
      let parts = try Self.compiled(
        Self.type("App.A", target: nil),
        Self.type("App.A"),
        Self.type("App.A", target: nil)
      )
      #expect(parts.count == 1 && parts[0].target == .literal("1.0.0"))
      let verification = try Self.verify(Self.a, parts)
      #expect(verification.findings.isEmpty && verification.agreed == 1 && verification.untold.isEmpty)
    }

    @Test("A tribe that only the compiler sees is a finding at its type, with a note about its other conformances")
    func unseen() throws {
      let way =
        #"{"protocolName": "Steps.Step", "conformanceDefiningModule": "App"}, "#
        + #"{"protocolName": "Swift.Sendable", "conformanceDefiningModule": "App"}, "#
        + #"{"protocolName": "Nomad.Tribe", "conformanceDefiningModule": "App"}"#
      let verification = try Self.verify(
        Self.a,
        try Self.compiled(Self.type("App.A"), Self.type("App.B", line: 7, conformances: way))
      )
      let finding = try #require(verification.findings.first)
      #expect(verification.findings.count == 1 && finding.code == .unseenTribe)
      #expect(
        finding.text == """
          A.swift:7: error: 'B' is a tribe to the compiler, but the registry does not have it, so it never runs \
          [unseen-tribe]
          A.swift:7: note: it also conforms to Steps.Step
          A.swift:7: note: write 'Tribe' and a target where the type is declared, or '// nomad:ignore' above it

          """
      )
    }

    @Test("A tribe that only the registry has is a finding at its name")
    func imagined() throws {
      let other = #"{"protocolName": "Other.Tribe", "conformanceDefiningModule": "App"}"#
      let verification = try Self.verify(Self.a, Self.compiled(Self.type("App.A", conformances: other)))
      #expect(verification.findings.map(\.code) == [.imaginedTribe])
      #expect(verification.findings.first?.text.hasPrefix("A.swift:1:8: error: the registry has 'A'") == true)
    }

    @Test(
      "A different target is a finding; a target unknown to the compiler is only listed as not compared",
      arguments: [
        (
          #"{"name": "dotted", "arguments": [{"valueKind": "RawLiteral", "value": "1.0.0"}]}"#,
          ["1 A different-target"], 0
        ),
        (
          #"{"name": "literal", "arguments": [{"valueKind": "RawLiteral", "value": "1.0.1"}]}"#,
          ["1 A different-target"], 0
        ),
        (#"{"name": "always"}"#, ["1 A different-target"], 0),
        (
          #"{"name": "literal", "arguments": [{"valueKind": "MemberReference", "value": {"memberLabel": "x"}}]}"#, [], 1
        ),
        (#"{"name": "of", "arguments": [{"valueKind": "RawLiteral", "value": "1.0.0"}]}"#, [], 1), ("runtime", [], 1),
      ]
    )
    func target(value: String, findings: [String], untold: Int) throws {
      let verification = try Self.verify(Self.a, Self.compiled(Self.type("App.A", target: value)))
      #expect(verification.findings.map { "\($0.line ?? 0) \($0.name) \($0.code.rawValue)" } == findings)
      #expect(verification.untold.count == untold && verification.agreed == 1)
      #expect(try Self.verify(Self.a, Self.compiled(Self.type("App.A", target: nil))).untold == ["A"])
    }

    @Test("A tribe in an inactive #if branch is listed as absent and causes no finding")
    func branches() throws {
      let source = """
        #if X
          \(Self.a)
        #else
          \(Self.a.replacingOccurrences(of: "1.0.0", with: "2.0.0"))
          struct B: Tribe { static let target: TribeTarget = .always }
        #endif
        """
      let verification = try Self.verify(source, Self.compiled(Self.type("App.A", line: 2)))
      #expect(verification.findings.isEmpty && verification.agreed == 1)
      #expect(verification.absent.map(\.name).sorted() == ["A", "B"])
      // The target of this branch counts.
      #expect(try Self.findings(source, Self.type("App.A", line: 4)).first == "4 A different-target")
    }

    @Test("A tribe with a target in each #if branch agrees with the compiler if one of the targets matches")
    func targetBranches() throws {
      let source = """
        struct A: Tribe {
          #if X
            static let target: TribeTarget = .literal("1.0.0")
          #else
            static let target: TribeTarget = .literal("2.0.0")
          #endif
        }
        """
      let verification = try Self.verify(source, Self.compiled(Self.type("App.A")))
      #expect(verification.findings.isEmpty && verification.agreed == 1 && verification.absent.count == 1)
    }

    @Test("Tribes that nomad:ignore excludes, directly or with their enclosing type, are listed without a finding")
    func ignored() throws {
      let source = """
        // nomad:ignore
        enum Drafts {
          \(Self.a)
        }
        // nomad:ignore
        extension B: Tribe {}
        """
      let verification = try Self.verify(
        source,
        try Self.compiled(Self.type("App.Drafts.A", line: 3), Self.type("App.B", line: 20))
      )
      #expect(verification.findings.isEmpty && verification.ignored == ["Drafts.A", "B"])
    }

    @Test("A type of another module counts only if this module declares its conformance to Tribe")
    func foreign() throws {
      let source = "extension Elsewhere: Tribe { public static var target: TribeTarget { .always } }"
      let own = Self.type("Kit.Elsewhere", line: nil, file: nil, target: #"{"name": "always"}"#)
      let other = Self.type(
        "Kit.Step",
        line: nil,
        file: nil,
        conformances: #"{"protocolName": "Nomad.Tribe", "conformanceDefiningModule": "Kit"}"#
      )
      #expect(try Self.findings(source, own, other) == [])
      // A type without a place of its own is reported at its target.
      #expect(try Self.findings("", own) == ["9 Elsewhere unseen-tribe"])
    }

    @Test("Local types are matched by place, types on one line by name, and a different place is a finding")
    func places() throws {
      #expect(try Self.findings("func f() { \(Self.a) }", Self.type("App.A")) == [])
      let two = "enum X { \(Self.a) }; enum Y { \(Self.a) }"
      #expect(try Self.findings(two, Self.type("App.X.A"), Self.type("App.Y.A")) == [])
      #expect(try Self.findings(two, Self.type("App.Y.A")) == ["1 X.A imagined-tribe"])
      #expect(try Self.findings(Self.a, Self.type("App.A", line: 5)) == ["1 A different-place"])
    }

    @Test(
      "A tribe's name omits the module, backticks and generic arguments",
      arguments: [
        ("App.A", "A"), ("App.Photos.`switch`", "Photos.switch"), ("Swift.Array<Element>.T", "Array.T"),
        ("App.`a.b`.C", "a.b.C"), ("App.G<A, B<C>>", "G"),
      ]
    )
    func names(typeName: String, name: String) {
      #expect(CompilerTribe.name(typeName) == name)
    }

    @Test("Verify covers the Swift modules that depend on Nomad, even indirectly, and test modules only on request")
    func modules() throws {
      func target(_ name: String, _ type: String, _ more: String = "", sources: String = #""A.swift""#) -> String {
        let c99name = name.replacingOccurrences(of: "-", with: "_")
        return #"{"name": "\#(name)", "c99name": "\#(c99name)", "type": "\#(type)", "path": "Sources/\#(name)", "#
          + #""sources": [\#(sources)]\#(more)}"#
      }
      let targets = [
        target("Kit", "library", #", "product_dependencies": ["Nomad"]"#),
        target("my-app", "executable", #", "target_dependencies": ["Kit"]"#), target("Plain", "library"),
        target("C", "library", sources: #""c.c""#), target("Tests", "test", #", "target_dependencies": ["my-app"]"#),
        target("Nomad", "library"),
      ]
      let names = ["Kit", "my-app", "Plain", "C", "Tests", "Nomad"].map { #"{"name": "\#($0)"}"# }
      let description = try PackageDescription(
        describing: Array(#"{"dependencies": [], "targets": [\#(targets.joined(separator: ","))]}"#.utf8),
        manifest: Array(#"{"products": [], "targets": [\#(names.joined(separator: ","))]}"#.utf8)
      )
      let products = BuildProducts(folder: URL(fileURLWithPath: "/none"))
      func modules(hasTests: Bool) -> [PackageDescription.Target] {
        VerifiedPackage(in: "/p", description, products: products, hasTests: hasTests).modules
      }
      #expect(modules(hasTests: false).map(\.name) == ["Kit", "my-app", "Plain"])
      #expect(modules(hasTests: true).filter(description.knowsLibrary).map(\.name) == ["Kit", "my-app", "Tests"])
      #expect(description.dependencies(of: description.targets[4]).map(\.name) == ["my-app", "Kit"])
    }
  }
#endif
