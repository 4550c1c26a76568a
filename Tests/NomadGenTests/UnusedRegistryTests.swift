import Foundation
import Testing
import ToolSupport

/// The check reports a registry that no code can run.
@Suite struct UnusedRegistryTests {
  private static let tool = Tool("nomad-gen")

  private static let targets = ["App", "Photos"].map { ".target(name: \"\($0)\", \(SamplePackage.plugin))" }
  private static let manifest = SamplePackage.manifest(targets.joined(separator: ", "))

  /// Returns a package with an app, and a module with a tribe in the second line of its file.
  private func package(
    with use: String = "",
    access: String = "",
    app: String = "let nomad = Nomad(.generated), run = nomad.migrate",
    manifest: String = manifest
  ) throws -> Folder {
    let folder = try Folder()
    try folder.write(manifest, to: "Package.swift")
    try write(use, access: access, app: app, to: folder)
    return folder
  }

  /// Replaces the sources of a package, whose manifest SwiftPM then needs not compile again.
  private func write(
    _ use: String,
    access: String = "",
    app: String = "let nomad = Nomad(.generated), run = nomad.migrate",
    to folder: Folder
  ) throws {
    try folder.write(Self.tribe("B", "1.0.0") + "\(app)\n", to: "Sources/App/A.swift")
    try folder.write("\(access)\n" + Self.tribe("A", "2.0.0"), to: "Sources/Photos/A.swift")
    try folder.write(use, to: "Sources/Photos/Use.swift")
  }

  private static func tribe(_ name: String, _ version: String) -> String {
    "struct \(name): Tribe { static let target: TribeTarget = .literal(\"\(version)\") }\n"
  }

  private func check(_ arguments: String..., in folder: Folder) throws -> Tool.Result {
    try Self.tool.run(["--check"] + arguments, in: folder.url)
  }

  @Test("A registry that no code names is an error at the first tribe of its module")
  func unused() throws {
    let folder = try package()
    for text in [
      "", "// .generated\n/* TribeRegistry */", "let isgenerated = 1, generatedText = 2", "let file = Kind.Generated",
    ] {
      try write(text, to: folder)
      let result = try check(in: folder)
      #expect(result.code == 1 && result.output == "")
      let line = result.error.split(separator: "\n").first ?? ""
      #expect(line.hasPrefix("Sources/Photos/A.swift:2:8: error: the tribes of Photos never run, because no code "))
      #expect(line.hasSuffix(" [unused-registry]"))
    }
  }

  @Test("A registry that no code of a target with another plugin names is a warning, because that may write the code")
  func generated() throws {
    let manifest = Self.manifest.replacing("plugins: [.plugin", with: "plugins: [\"Codes\", .plugin")
    let folder = try package(
      manifest: manifest.replacing("targets: [", with: "targets: [.plugin(name: \"Codes\", capability: .buildTool()), ")
    )
    try folder.write("", to: "Plugins/Codes/Codes.swift")
    let result = try check(in: folder)
    #expect(
      result.code == 0 && result.error.contains("Sources/Photos/A.swift:2:8: warning: the tribes of Photos never run")
    )
  }

  @Test("A module that names its registry in any file causes no finding if another module may run it")
  func used() throws {
    let app = "import Photos\nlet nomad = Nomad(TribeRegistry(combining: [.generated, P.tribes]))"
    let folder = try package()
    for text in [
      Self.offer, "let nomad = Nomad(.generated)", "let nomad = Nomad(TribeRegistry.generated)",
      "let all = [.`generated`]",
      "extension Registry { static let all = generated }", "let text = \"\\(Nomad(.generated))\"",
      "#if os(Linux)\nlet nomad = Nomad(\n  .generated\n)\n#endif", "let nomad = Nomad(try TribeRegistry([A.self]))",
    ] {
      try write(text, app: app, to: folder)
      let result = try check(in: folder)
      #expect(result.code == 0 && result.output == "2 tribes in 2 modules, nothing wrong\n" && result.error == "")
    }
  }

  @Test("A public registry causes no finding if another module may run it")
  func accessible() throws {
    let app = "import Photos\nlet nomad = Nomad(Photos.TribeRegistry.generated)"
    #expect(try check(in: try package(access: "// nomad:access public", app: app)).error == "")
  }

  @Test(
    "A check of given paths, or of all sources as one module, reports no unused registry",
    arguments: [["Sources"], ["Sources/Photos"], ["Sources/Photos/A.swift"], ["--module", "All"]]
  )
  func partial(arguments: [String]) throws {
    let folder = try package(with: "")
    #expect(try Self.tool.run(["--check"] + arguments, in: folder.url).error == "")
  }
}

/// The check also reports a registry that a module offers and no other module runs.
extension UnusedRegistryTests {
  private static let offer = "public enum P { public static var tribes: TribeRegistry { .generated } }"
  /// An app that runs registries besides its own.
  private static let combining = "let nomad = Nomad(TribeRegistry(combining: [.generated, others]))"

  private func expect(
    _ severity: String,
    in folder: Folder,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let result = try check(in: folder)
    #expect(result.code == (severity == "error" ? 1 : 0), sourceLocation: sourceLocation)
    let line = result.error.split(separator: "\n").first ?? ""
    #expect(
      line
        == "Sources/Photos/A.swift:2:8: \(severity): the tribes of Photos never run, because no checked module "
        + "uses its registry [unused-registry]",
      sourceLocation: sourceLocation
    )
  }

  @Test(
    "An offered registry is an error if no module imports it, and a warning if all other modules run only their own",
    arguments: [
      ("let nomad = Nomad(.generated)", "error"),
      ("import Photos\nlet nomad = Nomad(.generated, name: \"App\")", "warning"),
      (combining, "error"),
    ]
  )
  func offered(app: String, severity: String) throws {
    let folder = try package()
    for text in [
      Self.offer, "public let tribes = TribeRegistry.generated",
      "public func tribes() -> [TribeRegistry] { [.generated] }",
      "extension TribeRegistry { public static var photos: TribeRegistry { return .generated } }",
      "extension Registry { static let all = generated }", "let all = [.`generated`]",
      "import struct Nomad.Nomad\npublic var tribes: Nomad.TribeRegistry { .generated }",
    ] {
      try write(text, app: app, to: folder)
      try expect(severity, in: folder)
    }
    try write("", access: "// nomad:access public", app: app, to: folder)
    try expect(severity, in: folder)
  }

  @Test("A test target with the plugin that runs the registry does not prevent the finding")
  func tests() throws {
    let tests = ", .testTarget(name: \"PhotosTests\", dependencies: [\"Photos\"], \(SamplePackage.plugin))"
    let manifest = SamplePackage.manifest(Self.targets.joined(separator: ", ") + tests)
    let folder = try package(with: Self.offer, manifest: manifest)
    let run = "import Photos\nlet nomad = Nomad(P.tribes), own = Nomad(.generated)\n"
    try folder.write(run + Self.tribe("T", "3.0.0"), to: "Tests/PhotosTests/T.swift")
    try expect("error", in: folder)
    // The app does not depend on the module, so that the module may be for tests.
    let (target, app) = (".target(name: \"App\", ", ".executableTarget(name: \"App\", ")
    try folder.write(manifest.replacing(target, with: app), to: "Package.swift")
    try expect("warning", in: folder)
    try folder.write(
      manifest.replacing(target, with: app + "dependencies: [\"Photos\"], "),
      to: "Package.swift"
    )
    try expect("error", in: folder)
  }

  @Test("Every kind of import of a module prevents the finding about its registry")
  func imported() throws {
    let folder = try package(with: Self.offer, app: Self.combining)
    let mentions = "// import Photos\nlet a = \"import Photos\", b = Photos.self\nimport PhotosUI\n"
    try folder.write(mentions, to: "Sources/B/B.swift")
    try expect("error", in: folder)
    for text in [
      "import Photos", "@testable import Photos", "internal import Photos", "@_exported public import Photos",
      "import enum Photos.P", "@preconcurrency import\nPhotos", "import `Photos`", "import A; import Photos",
      "#if canImport(Photos)\nimport Photos\n#endif",
    ] {
      try folder.write("\(text)\nlet b = 1\n", to: "Sources/B/B.swift")
      #expect(try check(in: folder).error == "")
    }
  }

  @Test("An imported module causes no finding if its importer may run a registry other than its own")
  func combined() throws {
    let folder = try package()
    for app in [
      "let nomad = Nomad(P.tribes)", "let nomad: Nomad = .init(P.tribes)", "let nomad = Nomad.pack(with: P.tribes)",
      "let nomad = Nomad(.generated), other = Nomad(all)", "func run(_ nomad: Nomad) {}", Self.combining,
      "let all: TribeRegistry = P.tribes\nlet nomad = Nomad(.generated)",
    ] {
      try write(Self.offer, app: "import Photos\nlet own = .generated\n\(app)", to: folder)
      #expect(try check(in: folder).error == "")
    }
  }

  @Test("In a module without tribes, .generated may be the registry of an imported module")
  func inherited() throws {
    let folder = try package(access: "// nomad:access public")
    try folder.write("import Photos\nlet nomad = Nomad(.generated)\n", to: "Sources/App/A.swift")
    #expect(try check(in: folder).error == "")
  }

  @Test("A module that may run its own registry, or that is a program, causes no finding")
  func kept() throws {
    let folder = try package()
    for text in [
      "let nomad = Nomad(.generated)", "let nomad: Nomad = .init(.generated)", "let nomad = Nomad.pack()",
      "run(.generated)", "run(with: .generated)", "\(Self.offer)\n@main struct Program { static func main() {} }",
      "\(Self.offer)\nextension Nomad { func run() {} }",
    ] {
      try write(text, to: folder)
      #expect(try check(in: folder).error == "")
    }
    let program = Self.manifest.replacing(".target(name: \"Photos\"", with: ".executableTarget(name: \"Photos\"")
    #expect(try check(in: package(with: "\(Self.offer)\nlet run = nomad.migrate", manifest: program)).error == "")
  }

  @Test("A package of libraries causes no finding unless one of them runs a registry")
  func libraries() throws {
    let folder = try package(with: Self.offer, app: Self.offer)
    #expect(try check(in: folder).error == "")
    try folder.write("import Nomad\nfunc run(_ all: TribeRegistry) { Nomad(all) }\n", to: "Sources/Runner/R.swift")
    let result = try check(in: folder)
    #expect(result.code == 1 && result.error.split(separator: "\n").count { $0.hasSuffix("[unused-registry]") } == 2)
  }

  @Test("A product that offers the module to other packages prevents the finding", arguments: ["Photos", "App"])
  func elsewhere(product: String) throws {
    let manifest = SamplePackage.manifest(
      Self.targets.joined(separator: ", "),
      products: ".library(name: \"Photos\", targets: [\"\(product)\"])"
    )
    let folder = try package(with: Self.offer, manifest: manifest)
    if product == "Photos" { #expect(try check(in: folder).error == "") } else { try expect("error", in: folder) }
  }

  @Test("A product of a package that another checked one depends on is a warning", arguments: [true, false])
  func inner(isUsed: Bool) throws {
    let (kit, plugin) = ([".package(path: \"Kit\")", #".product(name: "Kit", package: "Kit")"#], SamplePackage.plugin)
    let app = isUsed ? "import Kit\n\(Self.combining)" : "let nomad = Nomad(.generated)"
    let folder = try SamplePackage.folder(
      SamplePackage.manifest(".target(name: \"App\", dependencies: [\(kit[1])], \(plugin))", dependencies: kit[0]),
      [
        "Kit/Package.swift": SamplePackage.manifest(
          ".target(name: \"Kit\", \(plugin))",
          products: ".library(name: \"Kit\", targets: [\"Kit\"])"
        ), "Kit/Sources/Kit/K.swift": "\(Self.offer)\n\(Self.tribe("K", "1.0.0"))",
        "Sources/App/A.swift": "\(app)\n\(Self.tribe("A", "2.0.0"))",
      ]
    )
    let (code, report) = try CheckReport.run(in: folder.url)
    #expect(code == 0 && report.findings == (isUsed ? [] : ["warning unused-registry Kit/Sources/Kit/K.swift"]))
    let remedy = "import Kit in the app, and combine its registry with the app's in TribeRegistry(combining:)"
    #expect(isUsed || report.diagnostics.first?.notes.last?.message == remedy)
  }
}

/// The check also reports a registry that some code names and no code runs.
extension UnusedRegistryTests {
  /// Returns the manifest of a package with a program.
  private static func program(app: String = "", tests: String = "", products: String = "") -> String {
    SamplePackage.manifest(
      ".executableTarget(name: \"App\", \(app)\(SamplePackage.plugin)), "
        + ".target(name: \"Photos\", \(SamplePackage.plugin)), \(tests)",
      products: products
    )
  }

  @Test("A named registry is an error if no code that can see it calls a method that runs it")
  func neverRun() throws {
    let folder = try package(with: "let run = nomad.migrate", manifest: Self.program())
    for app in [
      "let nomad = Nomad(.generated)", "let nomad = Nomad(TribeRegistry.generated) // .migrate()",
      "let nomad = Nomad(.generated)\nfunc migrate() {}",
      "struct App { let nomad: Nomad = .init(.generated), plan = 1 }",
    ] {
      try write("let nomad = Nomad(.generated), run = nomad.migrate", app: app, to: folder)
      let result = try check(in: folder)
      #expect(result.code == 1)
      #expect(
        result.error.hasPrefix(
          "Sources/App/A.swift:1:8: error: the tribes of App never run, because no code that can use its registry calls "
            + "'migrate()' [unused-registry]\n"
        )
      )
      #expect(result.error.split(separator: "\n").count { $0.hasSuffix("[unused-registry]") } == 1)
    }
    for call in [
      "try await nomad.migrate()", "try nomad.migrateSynchronously()", "try await nomad.waitUntilMigrated()",
      "try await nomad.withMigratedData { save() }", "content.migrated(by: nomad)",
      "MigrationController(nomad).start()",
      "fleet.serve(nomad)", "run(nomad.migrate)", "let text = \"\\(nomad.migrate())\"",
    ] {
      try write(
        "let run = Nomad(.generated).migrate",
        app: "let nomad = Nomad(.generated)\nfunc start() { \(call) }",
        to: folder
      )
      #expect(try check(in: folder).error == "", "\(call)")
    }
  }

  @Test("Code of a module that depends on it, or on which it depends, may run a registry, but that of a test does not")
  func runElsewhere() throws {
    let run = "public func start(_ nomad: Nomad) async throws { try await nomad.migrate() }"
    // The app runs its own registry, too, so that it needs no finding.
    let app = "import Photos\nlet nomad = Nomad(.generated), run = nomad.migrate"
    let named = "public let photos = Nomad(.generated)"
    let folder = try package(with: named, app: app, manifest: Self.program(app: "dependencies: [\"Photos\"], "))
    #expect(try check(in: folder).error == "")
    try write(
      "\(Self.offer)\n\(run)",
      app: "import Photos\nlet nomad = Nomad(TribeRegistry(combining: [.generated, P.tribes]))",
      to: folder
    )
    #expect(try check(in: folder).error == "")
    let tests = ".testTarget(name: \"AppTests\", dependencies: [\"App\"])"
    try folder.write(Self.program(tests: tests), to: "Package.swift")
    try folder.write("import App\nlet run = nomad.migrate\n", to: "Tests/AppTests/T.swift")
    try write("let run = Nomad(.generated).migrate", app: "let nomad = Nomad(.generated)", to: folder)
    #expect(try check(in: folder).error.contains("the tribes of App never run"))
  }

  @Test("A module that other packages can run causes no finding about a registry that it names")
  func runByOthers() throws {
    let folder = try package(
      with: "public let photos = Nomad(.generated)",
      app: "let nomad = Nomad(.generated), run = nomad.migrate",
      manifest: Self.program(products: ".library(name: \"Photos\", targets: [\"Photos\"])")
    )
    #expect(try check(in: folder).error == "")
  }
}
