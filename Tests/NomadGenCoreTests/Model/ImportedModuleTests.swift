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
      // The module's own alias, behind which a protocol of the standard library adds no constant.
      (
        "typealias Job = Step & Sendable\nstruct A: Job { static let target: TribeTarget = .literal(Versions.new) }",
        #"A .literal("3.0.0")"#
      ),
      // The default in the module itself shadows the imported one.
      ("extension Step { static var target: TribeTarget { .always } }\nstruct A: Step { }", "A .always"),
    ]
  )
  func found(source: String, tribe: String) {
    let output = output(source)
    #expect(output.findings.isEmpty)
    #expect(lines(output) == [tribe])
  }

  @Test(
    "An extension of a type from elsewhere may declare what makes a type a tribe",
    arguments: [
      "extension Space { protocol Step: Tribe {} }\nstruct A: Space.Step { TARGET }",
      "extension Space { typealias Job = Tribe & Sendable }\nstruct A: Space.Job { TARGET }",
      "extension Int { typealias Job = Tribe }\nstruct A: Int.Job { TARGET }",
      "extension Base: @retroactive Tribe { TARGET }\nfinal class A: Base {}\nenum B: Base { case one }",
      "extension Swift.String { protocol Step: Tribe {} }\nstruct A: String.Step { TARGET }",
      "extension Space { class Base: Tribe { class var target: TribeTarget { .always } } }\nfinal class A: Space.Base {}",
    ]
  )
  func extendedFromElsewhere(source: String) {
    let text = source.replacing("TARGET", with: "static let target: TribeTarget = .always")
    let output = Pipeline.run(sources: ["App.swift": "import Nomad\nimport Plain\n" + text], module: "App")
    #expect(lines(output).contains("A .always"))
    #expect(!output.names.contains("B"))
    #expect(output.findings.isEmpty)
  }

  @Test("A name that is private in another file means something from elsewhere")
  func privateElsewhere() {
    let output = Pipeline.run(
      sources: [
        "App.swift": "import Nomad\nstruct A: Error {}",
        "Other.swift": "import Nomad\nprivate class Error: Tribe { static let target: TribeTarget = .first }",
      ],
      module: "App"
    )
    #expect(output.names == ["Error"])
  }

  @Test("The registry excludes an imported module's tribes and ignores its nomad:access comment")
  func own() throws {
    let output = output("struct Other {}\n// Tribe")
    #expect(output.tribes.isEmpty)
    #expect(try #require(output.registry).contains("  nonisolated static let generated"))
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
    #expect(try #require(output.registry).contains("\nimport Base\n"))
  }

  @Test("The registry imports the module that declares a tribe's protocol")
  func imports() throws {
    let registry = try #require(output("struct A: Step {}").registry)
    #expect(registry.contains("\nimport Base\n"))
  }

  @Test(
    "Only what other modules export takes part in a lookup, unless an import is @testable",
    arguments: [
      ("import Alpha", "struct X: Step {}", "X .first"),
      ("import Alpha", "final class X: Base {}", "X .first"),
      ("import Alpha", "struct X: Space.Step {}", "X .first"),
      ("import Alpha", "struct X: Job { static let target: TribeTarget = .always }", "X .always"),
      (
        "import Alpha", "struct X: Tribe { static let target: TribeTarget = .literal(Release.v) }",
        #"X .literal("2.0.0")"#
      ),
      ("import Alpha", "struct X: Sweep {}", "X .always"),
      ("import Alpha", "extension Gizmo: Tribe { static let target: TribeTarget = .always }", "Gizmo .always"),
      ("import Alpha", "extension Room { struct X: Step {} }", "Room.X .first"),
      ("import Alpha", "struct X: Over { static let target: TribeTarget = .always }", nil),
      ("@testable import Alpha", "struct X: Over { static let target: TribeTarget = .always }", "X .always"),
    ]
  )
  func exported(imports: String, source: String, tribe: String?) {
    let alpha = """
      import Nomad
      import Beta
      protocol Step {}
      class Base {}
      enum Space { protocol Step {} }
      typealias Job = Sendable
      enum Release { static let v = "1.0.0" }
      extension Sweep { static var target: TribeTarget { .first } }
      struct Gizmo { private init() {} }
      extension Room { protocol Step {} }
      protocol Over: Tribe {}
      extension TribeTarget { static func literal(major: Int) -> TribeTarget { .first } }
      """
    let beta = """
      import Nomad
      public protocol Step: Tribe {}
      extension Step { public static var target: TribeTarget { .first } }
      open class Base: Tribe { open class var target: TribeTarget { .first } }
      public enum Space { public protocol Step: Tribe {} }
      extension Space.Step { public static var target: TribeTarget { .first } }
      public typealias Job = Tribe & Sendable
      public enum Release { public static let v = "2.0.0" }
      public protocol Sweep: Tribe {}
      extension Sweep { public static var target: TribeTarget { .always } }
      public struct Gizmo { public init() {} }
      public enum Room {}
      """
    let output = Pipeline.run(
      sources: ["App.swift": "import Nomad\n\(imports)\nimport Beta\n\(source)"],
      module: "App",
      imported: ["Alpha": ["A.swift": alpha], "Beta": ["B.swift": beta]]
    )
    #expect(lines(output) == [tribe].compactMap(\.self))
    #expect(output.findings.isEmpty)
  }

  @Test("The registry creates another module's type, and not a type of the module with the same name")
  func sameName() throws {
    let text = """
      import Beta
      struct Gadget: Tribe { static let target: TribeTarget = .literal("1.0.0"); func migrate() async throws {} }
      extension Beta.Gadget: @retroactive Tribe {
        public static var target: TribeTarget { .literal("2.0.0") }
        public func migrate() async throws {}
      }
      """
    let output = Pipeline.run(
      sources: ["App.swift": text],
      module: "App",
      imported: ["Beta": ["B.swift": "public struct Gadget { public init() {} }"]]
    )
    let registry = try #require(output.registry)
    let created = registry.split(separator: "\n").filter { $0.contains("migrate: {") }
    #expect(created.map { $0.contains("Beta.Gadget()") } == [false, true])
  }

  @Test(
    "A flag of another module that decides about a tribe, or about what it inherits, is an error",
    arguments: [
      ("struct X: FlagStep {}", "KIT"), ("struct X: DefaultStep {}", "KIT"), ("struct X: PhaseStep {}", "KIT"),
      ("struct X: ModeStep {}", "swift(>=6)"), ("final class X: FlagBase {}", "KIT"), ("struct X: LinuxStep {}", nil),
      // The module's own flag has the same value in the registry.
      ("#if KIT\nstruct X: Step {}\n#endif", nil),
    ]
  )
  func flags(source: String, flag: String?) {
    let kit = """
      import Nomad
      import NomadPostgres
      public protocol Step: Tribe {}
      extension Step { public static var target: TribeTarget { .first } }
      #if KIT
      public protocol FlagStep: Step {}
      #else
      public protocol FlagStep {}
      #endif
      public protocol DefaultStep: Tribe {}
      #if KIT
      extension DefaultStep { public static var target: TribeTarget { .first } }
      #else
      extension DefaultStep { public static var target: TribeTarget { .always } }
      #endif
      public protocol PhaseStep: Step, FleetTribe {}
      #if KIT
      extension PhaseStep { public static var phase: TribePhase { .contract } }
      #endif
      #if swift(>=6)
      public protocol ModeStep {}
      #else
      public protocol ModeStep: Step {}
      #endif
      open class FlagBase: Step {
        #if KIT
        @TribeDependency var value: Int
        #endif
      }
      #if os(Linux) && DEBUG && SWIFT_PACKAGE
      public protocol LinuxStep: Step {}
      #endif
      """
    let output = Pipeline.run(
      sources: ["App.swift": "import Nomad\nimport Kit\n\(source)"],
      module: "App",
      imported: ["Kit": ["K.swift": kit]]
    )
    let message = flag.map {
      "the registry cannot access tribe 'X', because '#if \($0)' in another module decides about it"
    }
    #expect(output.findings.map(\.message) == [message].compactMap(\.self))
    #expect(output.names.contains("X"))
  }

  @Test(
    "Scoped imports and re-exports decide between modules that declare the same name",
    arguments: [
      ("import Alpha\nimport Beta\nimport protocol Beta.Step", "struct X: Step {}", "X .first"),
      ("import Alpha\nimport Beta\nimport protocol Alpha.Step", "struct X: Step {}", nil),
      (
        "import Alpha\nimport Beta\nimport enum Beta.Release", "struct X: Tribe { TARGET }", #"X .literal("2.0.0")"#
      ),
      ("import Umbrella", "struct X: Step {}", "X .first"),
      ("import Umbrella", "struct X: Tribe { TARGET }", #"X .literal("2.0.0")"#),
      ("import Umbrella", "struct X: Umbrella.Step {}", "X .first"),
      ("import Umbrella", "final class X: Umbrella.Base {}", "X .always"),
      // Another protocol called `Tribe`, in a file that does not import the library.
      ("import Games", "struct X: Tribe {}", nil),
    ]
  )
  func between(imports: String, source: String, tribe: String?) {
    let step = "public protocol Step: Tribe {}\nextension Step { public static var target: TribeTarget { .first } }\n"
    let base = "open class Base: Tribe { open class var target: TribeTarget { .always } }\n"
    let release = "public enum Release { public static let v = \"2.0.0\" }\n"
    let text = source.replacing("TARGET", with: "static let target: TribeTarget = .literal(Release.v)")
    let output = Pipeline.run(
      sources: ["App.swift": imports + "\n" + text],
      module: "App",
      imported: [
        "Alpha": ["A.swift": #"public protocol Step {}; public enum Release { public static let v = "1.0.0" }"#],
        "Beta": ["B.swift": "import Nomad\n" + step + base + release],
        "Chief": ["C.swift": "public protocol Tribe { var name: String { get } }"],
        "Games": ["G.swift": "@_exported import Chief"],
        "Umbrella": ["U.swift": "@_exported public import Beta\n@_exported public import Nomad\ninternal import Alpha"],
      ]
    )
    #expect(lines(output) == [tribe].compactMap(\.self))
    #expect(output.findings.isEmpty)
  }
}
