import Testing

@testable import NomadGenCore

@Suite struct ImportedModuleTests {
  private static let base = """
    import Nomad
    // nomad:access public
    public protocol Step: Tribe {}
    extension Step { public static var target: TribeTarget { .first } }
    open class Root: Tribe {
      open class var target: TribeTarget { .literal("1.0.0") }
      public required init() {}
      open func migrate() async throws {}
    }
    public typealias Both = Step & Sendable
    public enum Versions { public static let new = "3.0.0" }
    public enum Space {}
    """

  private func output(_ app: String) -> Pipeline.Output {
    Pipeline.run(
      sources: ["App.swift": "import Base\n" + app],
      module: "App",
      imported: ["Base": ["Base.swift": Self.base]]
    )
  }

  private func lines(_ output: Pipeline.Output) -> [String] {
    output.tribes.map { tribe in
      guard case .legal(let target, _) = tribe.target else { return "\(tribe.name) ?" }
      return "\(tribe.name) \(target)"
    }
  }

  @Test(
    "Another module's type named Tribe shadows the protocol only if it is public and imported without Nomad",
    arguments: [
      ("import Nomad", "struct Tribe {}", true), ("import Nomad", "public struct Tribe {}", true),
      ("import Nomad\nimport Kit", "public struct Tribe {}", true), ("", "public struct Tribe {}", true),
      ("import Kit", "struct Tribe {}", true), ("import Kit", "public protocol Tribe {}", false),
      ("import Kit", "public typealias Tribe = Nomad.Tribe", true),
    ]
  )
  func namesake(imports: String, other: String, isTribe: Bool) {
    let output = Pipeline.run(
      sources: ["A.swift": "\(imports)\nstruct A: Tribe { static let target: TribeTarget = .first }"],
      module: "App",
      imported: ["Kit": ["K.swift": other]]
    )
    #expect(output.names == (isTribe ? ["A"] : []), "\(imports) \(other)")
  }

  @Test(
    "A type can be a tribe through a protocol, a class or an alias of an imported module",
    arguments: [
      ("struct A: Step { }", "A .first"),
      ("struct A: Base.Step { }", "A .first"),
      ("struct A: Both { }", "A .first"),
      (
        #"final class A: Root { override class var target: TribeTarget { .literal("2.0.0") } }"#,
        #"A .literal("2.0.0")"#
      ),
      ("final class A: Root { }", #"A .literal("1.0.0")"#),
      ("struct A: Step { static let target: TribeTarget = .literal(Versions.new) }", #"A .literal("3.0.0")"#),
      ("extension Space { struct A: Step { } }", "Space.A .first"),
      ("extension Base.Space { struct A: Step { } }", "Space.A .first"),
      // The default in the module itself shadows the imported one.
      ("extension Step { static var target: TribeTarget { .always } }\nstruct A: Step { }", "A .always"),
    ]
  )
  func found(source: String, tribe: String) {
    let output = output(source)
    #expect(output.findings.isEmpty)
    #expect(lines(output) == [tribe])
  }

  @Test("The registry excludes an imported module's tribes and ignores its nomad:access comment")
  func own() throws {
    let output = output("struct Other {}\n// Tribe")
    #expect(output.tribes.isEmpty)
    #expect(try #require(output.registry()).contains("  nonisolated static let generated"))
  }

  @Test("A module's own declaration shadows an imported one with the same name")
  func shadowed() {
    #expect(output("protocol Step {}\nstruct A: Step {}\n").tribes.isEmpty)
  }

  @Test("The registry imports the module of a foreign type that conforms to Tribe")
  func foreignType() throws {
    let text = "extension Settings: Tribe { static let target: TribeTarget = .first; func migrate() async throws {} }"
    let output = Pipeline.run(
      sources: ["App.swift": "import Base\n" + text],
      module: "App",
      imported: ["Base": ["Base.swift": "public struct Settings {}"]]
    )
    #expect(try #require(output.registry()).contains("\nimport Base\n"))
  }

  @Test("The registry imports the module that declares a tribe's protocol")
  func imports() throws {
    let registry = try #require(output("struct A: Step {}").registry())
    #expect(registry.contains("\nimport Base\n"))
  }
}
