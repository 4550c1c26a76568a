import NomadTargets
import Testing

@testable import NomadGenCore
@testable import NomadSyntax

/// The registry contains the target that the compiler sees.
///
/// An uncertain target is a finding, never a guess.
@Suite struct NoGuessTests {
  private static let migrate = "func migrate() async throws {}"

  @Test(
    "A constant is not read if its name may mean a nearer, inherited or conditional declaration",
    arguments: [
      #"let v = "1.0.0"; struct S: Tribe { static var v: String { "2.0.0" }; static let target: TribeTarget = .literal(v) }"#,
      #"let v = "1.0.0"; struct S: Tribe { static let v = "3.0.0" + "-b"; static let target: TribeTarget = .literal(v) }"#,
      """
      let v = "1.0.0"; protocol V {}; extension V { static var v: String { "2.0.1" } }
      struct S: Tribe, V { static let target: TribeTarget = .literal(Self.v) }
      """,
      """
      let v = "1.0.0"; protocol V {}; extension V { static var v: String { "2.0.1" } }
      struct S: Tribe, V { static let target: TribeTarget = .literal(v) }
      """,
      """
      let v = "1.0.0"; class B { static let v = "2.0.2" }
      final class S: B, Tribe { static let target: TribeTarget = .literal(v) }
      """,
      """
      enum K { static let a = "1.0.4" }
      enum W { enum K { static let a = String("2.0.4") }; struct S: Tribe { static let target: TribeTarget = .literal(K.a) } }
      """,
      """
      let version = "1.0.0"; protocol P: Tribe { static var version: String { get } }
      extension P { static var target: TribeTarget { .literal(version) } }
      struct S: P { static var version: String { "9.0.0" } }
      """,
      """
      #if DEBUG
      let w = "1.0.0"
      #else
      let w = String(2)
      #endif
      struct S: Tribe { static let target: TribeTarget = .literal(w) }
      """,
      """
      let v = "1.0.0"; extension Equatable { static var v: String { "2.0.0" } }
      struct S: Tribe, Hashable { static let target: TribeTarget = .literal(v) }
      """,
      """
      let v = "1.0.0"; extension Hashable { static var v: String { "2.0.0" } }
      enum S: Tribe { case a; static let target: TribeTarget = .literal(v); init() { self = .a } }
      """,
      """
      let v = "1.0.0"; struct S: Tribe, Foreign { static let target: TribeTarget = .literal(v) }
      """,
      """
      let v = "1.0.0"; extension Foreign { struct S: Tribe { static let target: TribeTarget = .literal(v) } }
      """,
      """
      enum V { static let v = "1.0.0" }
      class B { enum V { static let v = "2.0.0" } }
      final class S: B, Tribe { static let target: TribeTarget = .literal(V.v) }
      """,
    ]
  )
  func constants(source: String) {
    let output = Pipeline.run(sources: ["A.swift": source], module: "App")
    #expect(output.findings.map(\.code) == [.unreadableTarget], "\(source)")
  }

  @Test(
    "A constant is read if its name can mean only that constant",
    arguments: [
      (
        #"let v = "1.0.3"; struct S: Tribe { static let v = "2.0.3"; static let target: TribeTarget = .literal(App.v) }"#,
        "1.0.3"
      ),
      (
        #"enum V { static let a = "1.0.4" }; struct S: Tribe, Sendable { static let target: TribeTarget = .literal(V.a) }"#,
        "1.0.4"
      ),
      (
        """
        let v = "1.0.6"; extension Collection { static var v: String { "2.0.6" } }
        struct S: Tribe, Hashable { static let target: TribeTarget = .literal(v) }
        """, "1.0.6"
      ),
      (
        """
        enum A { static let v = "1.0.5"; class Base: Tribe { class var target: TribeTarget { .literal(v) } } }
        enum B { static let v = "2.0.5"; class S: A.Base {} }
        """, "1.0.5"
      ),
    ]
  )
  func readable(source: String, version: String) {
    let output = Pipeline.run(sources: ["A.swift": source], module: "App")
    let tribe = output.tribes.first { $0.name.hasSuffix("S") }
    guard case .legal(let target, _)? = tribe?.target else {
      Issue.record("unreadable: \(source)")
      return
    }
    #expect(target == .literal(version))
  }

  @Test("A private constant does not affect a private constant of the same name in another file")
  func privateConstants() {
    let output = Pipeline.run(
      sources: [
        "A.swift": #"private let v = "1.0.0"; struct A: Tribe { static let target: TribeTarget = .literal(v) }"#,
        "B.swift": #"private let v = "2.0" + ".0"; struct B: Tribe { static let target: TribeTarget = .literal(v) }"#,
      ],
      module: "App"
    )
    #expect(output.findings.map(\.location.file) == ["B.swift"])
  }

  private func targets(_ sources: String...) -> [String] {
    let named = Dictionary(uniqueKeysWithValues: sources.enumerated().map { ("\($0).swift", $1) })
    return Pipeline.run(sources: named, module: "App").tribes.map { tribe in
      let condition = tribe.conditions.isEmpty ? "" : " #if " + tribe.conditions.map(\.text).joined(separator: ", ")
      guard case .legal(let target, _) = tribe.target else { return "\(tribe.name) ?\(condition)" }
      return "\(tribe.name) \(target)\(condition)"
    }
  }

  @Test("A type's own target overrides a protocol default, even from another file")
  func ownInAnotherFile() {
    #expect(
      targets(
        "protocol P: Tribe {}; extension P { static var target: TribeTarget { .always } }; struct X: P {}",
        #"extension X { static var target: TribeTarget { .literal("2.0.0") } }"#
      ) == [#"X .literal("2.0.0")"#]
    )
  }

  private static let refined = """
    protocol P: Tribe {}; extension P { static var target: TribeTarget { .literal("1.0.0") } }
    protocol Q: P {}; extension Q { static var target: TribeTarget { .literal("2.0.0") } }

    """

  @Test(
    "The most refined default applies, but a subclass keeps the default of its superclass",
    arguments: [
      ("struct D: P, Q {}", #"D .literal("2.0.0")"#),
      ("class K: P {}; final class D: K, Q {}", #"D .literal("1.0.0")"#),
      ("class K: P {}; final class D: K { static var target: TribeTarget { .always } }", "D ?"),
      (
        "protocol R: Tribe {}; extension R where Self: AnyObject { static var target: TribeTarget { .first } }\n"
          + "extension R { static var target: TribeTarget { .always } }; final class D: R {}", "D .first"
      ),
    ]
  )
  func defaults(source: String, tribe: String) {
    #expect(targets(Self.refined + source).contains(tribe))
  }

  private static let step = """
    protocol Step: Tribe {}; extension Step { static var target: TribeTarget { .always } }

    """

  @Test(
    "A constrained default applies if its requirement is certainly met, and is never guessed",
    arguments: [
      ("Equatable", "struct D: Step {}", "D .always"),
      ("Equatable", "struct D: Step, Hashable {}", "D .first"),
      ("Equatable", "struct D: Step, Comparable {}", "D .first"),
      ("Equatable", "struct D: Step, Foreign {}", "D ?"),
      ("Equatable", "@Macro struct D: Step {}", "D ?"),
      ("Hashable", "enum D: Step { case a }", "D ?"),
      ("Hashable", "enum D: String, Step { case a }", "D .first"),
      ("RawRepresentable", "enum D: Int, Step { case a }", "D .first"),
      ("RawRepresentable", "enum D: Step { case a }", "D .always"),
      ("Decodable", "struct D: Step, Codable {}", "D .first"),
      ("Codable", "struct D: Step, Decodable {}", "D .always"),
      ("Codable", "struct D: Step, Decodable, Encodable {}", "D .first"),
      ("Collection", "struct D: Step, RandomAccessCollection {}", "D .first"),
      ("CustomStringConvertible", "struct D: Step, LosslessStringConvertible {}", "D .first"),
      ("CustomStringConvertible", "typealias S = CustomStringConvertible & Sendable; struct D: Step, S {}", "D .first"),
      ("NSObject", "final class D: Operation, Step {}", "D ?"),
      ("NSObject", "final class D: Step {}", "D .always"),
      ("Foreign", "struct D: Step {}", "D ?"),
      ("Foreign", "struct D: Step, Foreign {}", "D .first"),
      ("Other.Equatable", "struct D: Step, Equatable {}", "D ?"),
      ("Equatable", "struct D: Step, Other.Equatable {}", "D ?"),
      ("Base", "class Base: Step {}; final class D: Base {}", "D .first"),
      ("Mark", "protocol Mark {}; extension NSObject: Mark {}; final class D: Operation, Step {}", "D ?"),
      ("Mark", "protocol Mark {}; extension NSObject: Mark {}; struct D: Step {}", "D .always"),
      ("Mark", "protocol Mark {}; struct D: Step {}\n#if X\nextension D: Mark {}\n#endif", "D ?"),
      ("Hashable", "struct D: Step {}\n#if X\nextension D: Hashable {}\n#endif", "D ?"),
      ("Mark", "protocol Mark {}\n#if X\nstruct D: Step, Mark {}\n#endif", "D .first #if X"),
      ("Mark", "protocol Mark {}; struct D: Mark {}\n#if X\nextension D: Step {}\n#endif", "D .first #if X"),
    ]
  )
  func foreignRequirements(requirement: String, source: String, tribe: String) {
    let constrained = "extension Step where Self: \(requirement) { static var target: TribeTarget { .first } }\n"
    #expect(targets(Self.step + constrained + source).contains(tribe), "\(requirement): \(source)")
  }

  @Test("A default in an #if leaves other builds to the next default, or is unreadable if it is constrained")
  func conditionalDefaults() {
    let constrained = "#if X\nextension Step where Self: Mark { static var target: TribeTarget { .first } }\n#endif\n"
    #expect(targets(Self.step + "protocol Mark {}\n" + constrained + "struct D: Step, Mark {}") == ["D ? #if X"])
    #expect(targets(Self.step + "protocol Mark {}\n" + constrained + "struct D: Step {}") == ["D .always"])
    let refined =
      "protocol More: Step {}\n#if X\nextension More { static var target: TribeTarget { .first } }\n#endif\n"
    #expect(targets(Self.step + refined + "struct D: More {}") == ["D .first #if X", "D .always #if !((X))"])
  }

  @Test("The requirement of a default is resolved in files that never name Tribe")
  func requirementsElsewhere() {
    let constrained = "extension Step where Self: Mark { static var target: TribeTarget { .first } }\n"
    let step = Self.step + constrained
    #expect(targets(step + "struct D: Step {}", "protocol Mark {}") == ["D .always"])
    #expect(targets(step + "struct D: Step, Sub {}", "protocol Sub: Mark {}; protocol Mark {}") == ["D .first"])
    #expect(targets(step + "struct D: Step, Sub {}", "typealias Sub = Mark", "protocol Mark {}") == ["D .first"])
  }

  @Test("Each build has a target if another file, a default or a superclass covers the remaining branches")
  func conditions() {
    // Another file covers the other branch without naming the protocol.
    #expect(
      targets(
        "struct X: Tribe {\n#if os(macOS)\nstatic let target: TribeTarget = .literal(\"1.0.0\")\n#endif\n}",
        "#if !os(macOS)\nextension X { static let target: TribeTarget = .literal(\"1.0.1\") }\n#endif"
      ) == [#"X .literal("1.0.0") #if os(macOS)"#, #"X .literal("1.0.1") #if !os(macOS)"#]
    )
    // A default covers the other branches.
    #expect(
      targets(
        "extension Tribe { static var target: TribeTarget { .always } }\n"
          + "struct X: Tribe {\n#if DEBUG\nstatic let target: TribeTarget = .literal(\"1.0.0\")\n#endif\n}"
      ) == [#"X .literal("1.0.0") #if DEBUG"#, "X .always #if !((DEBUG))"]
    )
    // A type conforms directly in one branch, and in the other through a class that is declared later.
    #expect(
      targets(
        """
        #if os(Linux)
        final class X: Base { override class var target: TribeTarget { .literal("1.0.0") } }
        #else
        final class X: Tribe { static let target: TribeTarget = .literal("1.0.0") }
        #endif
        class Base: Tribe { class var target: TribeTarget { .literal("2.0.0") } }
        """
      ) == [
        #"X .literal("1.0.0") #if os(Linux)"#, #"X .literal("1.0.0") #if !os(Linux)"#, #"Base .literal("2.0.0")"#,
      ]
    )
  }

  @Test(
    "A type that conforms to the protocol under another name of the library is a tribe",
    arguments: ["ListedTribe", "Nomad.ListedTribe", "Nomad.Tribe"]
  )
  func aliases(name: String) {
    #expect(targets("struct X: \(name) { static let target: TribeTarget = .first }") == ["X .first"])
  }

  @Test("A nomad:ignore comment has no effect if a blank line separates it from the type")
  func ignore() {
    #expect(targets("// nomad:ignore\n\nstruct X: Tribe { static let target: TribeTarget = .first }") == ["X .first"])
    #expect(targets("// nomad:ignore\n// A reason.\nstruct X: Tribe {}").isEmpty)
  }

  @Test(
    "Two tribes with the same target are a finding unless their conditions exclude each other",
    arguments: [
      ("compiler(>=6.2)", "compiler(<6.2)", 0), ("os(macOS)", "os(OSX)", 1), ("os(visionOS)", "os(xrOS)", 1),
      ("os(iOS)", "os(macOS) || os(Linux)", 0), ("DEBUG", "FAST", 1), ("compiler(>=6.2)", "compiler(<6.0)", 0),
      ("swift(<5.9)", "swift(>=5.10)", 0), ("compiler(>=6)", "compiler(<6.0)", 0),
      ("compiler(>=6.0)", "compiler(<6.2)", 1), ("swift(>=6)", "!compiler(>=6.2)", 1),
    ]
  )
  func exclusion(first: String, second: String, findings: Int) {
    let output = Pipeline.run(
      sources: [
        "A.swift": "#if \(first)\nstruct A: Tribe { static let target: TribeTarget = .literal(\"1.0.0\") }\n#endif",
        "B.swift": "#if \(second)\nstruct B: Tribe { static let target: TribeTarget = .literal(\"1.0.0\") }\n#endif",
      ],
      module: "App"
    )
    #expect(output.findings.count == findings)
  }
}
