import Foundation
import Testing
import ToolSupport

/// The check reports a registry that no code can run.
@Suite struct UnusedRegistryTests {
  private static let tool = Tool("nomad-gen")

  /// Returns a package with an app, and a module with a tribe in the second line of its file.
  private func package(
    with use: String,
    in file: String = "Use.swift",
    access: String = "",
    app: String = "let nomad = Nomad(.generated)",
    manifest: String = ""
  ) throws -> Folder {
    let folder = try Folder()
    try folder.write("// uses NomadPlugin\n\(manifest)\n", to: "Package.swift")
    try folder.write(Self.tribe("B", "1.0.0") + "\(app)\n", to: "Sources/App/A.swift")
    try folder.write("\(access)\n" + Self.tribe("A", "2.0.0"), to: "Sources/Photos/A.swift")
    try folder.write(use, to: "Sources/Photos/\(file)")
    return folder
  }

  private static func tribe(_ name: String, _ version: String) -> String {
    "struct \(name): Tribe { static let target: TribeTarget = .literal(\"\(version)\") }\n"
  }

  private func check(_ arguments: String..., in folder: Folder) throws -> Tool.Result {
    try Self.tool.run(["--check"] + arguments, in: folder.url)
  }

  @Test(
    "A registry that no code names is a warning at the first tribe of its module",
    arguments: [
      "", "// .generated\n/* TribeRegistry */", "let isgenerated = 1, generatedText = 2", "let file = Kind.Generated",
    ]
  )
  func unused(text: String) throws {
    let result = try check(in: try package(with: text))
    #expect(result.code == 0 && result.output == "2 tribes in 2 modules, 1 warning\n")
    let line = result.error.split(separator: "\n").first ?? ""
    #expect(line.hasPrefix("Sources/Photos/A.swift:2:8: warning: the tribes of Photos never run, because no code "))
    #expect(line.hasSuffix(" [unused-registry]"))
  }

  @Test(
    "A module that names its registry in any file causes no finding if another module may run it",
    arguments: [
      offer, "let nomad = Nomad(.generated)", "let nomad = Nomad(TribeRegistry.generated)", "let all = [.`generated`]",
      "extension Registry { static let all = generated }", "let text = \"\\(Nomad(.generated))\"",
      "#if os(Linux)\nlet nomad = Nomad(\n  .generated\n)\n#endif", "let nomad = Nomad(try TribeRegistry([A.self]))",
    ]
  )
  func used(text: String) throws {
    let app = "import Photos\nlet nomad = Nomad(TribeRegistry(combining: [.generated, P.tribes]))"
    let result = try check(in: try package(with: text, in: "Deep/Other.swift", app: app))
    #expect(result.code == 0 && result.output == "2 tribes in 2 modules, nothing wrong\n" && result.error == "")
  }

  @Test("A public registry causes no finding if another module may run it")
  func accessible() throws {
    let app = "import Photos\nlet nomad = Nomad(Photos.TribeRegistry.generated)"
    #expect(try check(in: try package(with: "", access: "// nomad:access public", app: app)).error == "")
  }

  @Test(
    "A check of given paths, or of all sources as one module, reports no unused registry",
    arguments: [["Sources"], ["Sources/Photos"], ["Sources/Photos/A.swift"], ["--module", "All"]]
  )
  func partial(arguments: [String]) throws {
    let folder = try package(with: "")
    #expect(try Self.tool.run(["--check"] + arguments, in: folder.url).error == "")
  }

  @Test("A build, or a check of a package without the plugin, reports no unused registry")
  func withoutPlugin() throws {
    let folder = try package(with: "")
    let build = ["--output", "R.swift", "--module", "Photos", "Sources/Photos"]
    #expect(try Self.tool.run(build, in: folder.url).error == "")
    try folder.write("", to: "Package.swift")
    #expect(try check(in: folder).error == "")
  }
}

/// The check also reports a registry that a module offers and no other module runs.
extension UnusedRegistryTests {
  private static let offer = "public enum P { public static var tribes: TribeRegistry { .generated } }"
  /// An app that runs registries besides its own.
  private static let combining = "let nomad = Nomad(TribeRegistry(combining: [.generated, others]))"

  private func expectWarning(_ folder: Folder, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let result = try check(in: folder)
    #expect(result.code == 0, sourceLocation: sourceLocation)
    let line = result.error.split(separator: "\n").first ?? ""
    #expect(
      line == "Sources/Photos/A.swift:2:8: warning: the tribes of Photos never run, because no module of this package "
        + "uses its registry [unused-registry]",
      sourceLocation: sourceLocation
    )
  }

  @Test(
    "An offered registry is a warning if no module imports it, or if all other modules run only their own",
    arguments: [
      offer, "public let tribes = TribeRegistry.generated", "public func tribes() -> [TribeRegistry] { [.generated] }",
      "extension TribeRegistry { public static var photos: TribeRegistry { return .generated } }",
      "extension Registry { static let all = generated }", "let all = [.`generated`]",
      "import struct Nomad.Nomad\npublic var tribes: Nomad.TribeRegistry { .generated }",
    ],
    ["let nomad = Nomad(.generated)", "import Photos\nlet nomad = Nomad(.generated, name: \"App\")", combining]
  )
  func offered(text: String, app: String) throws {
    try expectWarning(package(with: text, app: app))
    try expectWarning(package(with: "", access: "// nomad:access public", app: app))
  }

  @Test(
    "Every kind of import of a module prevents the warning about its registry",
    arguments: [
      "import Photos", "@testable import Photos", "internal import Photos", "@_exported public import Photos",
      "import enum Photos.P", "@preconcurrency import\nPhotos", "import `Photos`", "import A; import Photos",
      "#if canImport(Photos)\nimport Photos\n#endif",
    ]
  )
  func imported(text: String) throws {
    let folder = try package(with: Self.offer, app: Self.combining)
    let mentions = "// import Photos\nlet a = \"import Photos\", b = Photos.self\nimport PhotosUI\n"
    try folder.write(mentions, to: "Sources/B/B.swift")
    try expectWarning(folder)
    try folder.write("\(text)\nlet b = 1\n", to: "Sources/B/B.swift")
    #expect(try check(in: folder).error == "")
  }

  @Test(
    "An imported module causes no finding if its importer may run a registry other than its own",
    arguments: [
      "let nomad = Nomad(P.tribes)", "let nomad: Nomad = .init(P.tribes)", "let nomad = Nomad.pack(with: P.tribes)",
      "let nomad = Nomad(.generated), other = Nomad(all)", "func run(_ nomad: Nomad) {}", combining,
      "let all: TribeRegistry = P.tribes\nlet nomad = Nomad(.generated)",
    ]
  )
  func combined(app: String) throws {
    #expect(
      try check(in: try package(with: Self.offer, app: "import Photos\nlet own = .generated\n\(app)")).error == ""
    )
  }

  @Test("In a module without tribes, .generated may be the registry of an imported module")
  func inherited() throws {
    let folder = try package(with: "", access: "// nomad:access public", app: "")
    try folder.write("import Photos\nlet nomad = Nomad(.generated)\n", to: "Sources/App/A.swift")
    #expect(try check(in: folder).error == "")
  }

  @Test(
    "A module that may run its own registry, or that is a program, causes no finding",
    arguments: [
      "let nomad = Nomad(.generated)", "let nomad: Nomad = .init(.generated)", "let nomad = Nomad.pack()",
      "run(.generated)", "run(with: .generated)", "\(offer)\n@main struct Program { static func main() {} }",
      "\(offer)\nextension Nomad { func run() {} }",
    ]
  )
  func kept(text: String) throws {
    #expect(try check(in: try package(with: text)).error == "")
    #expect(try check(in: try package(with: Self.offer, in: "main.swift")).error == "")
  }

  @Test("A package of libraries causes no finding unless one of them runs a registry")
  func libraries() throws {
    let folder = try package(with: Self.offer, app: Self.offer)
    #expect(try check(in: folder).error == "")
    try folder.write("import Nomad\nfunc run(_ all: TribeRegistry) { Nomad(all) }\n", to: "Sources/Runner/R.swift")
    #expect(try check(in: folder).output == "2 tribes in 3 modules, 2 warnings\n")
  }

  @Test(
    "A manifest that may export the module, or have targets in other folders, prevents the warning",
    arguments: [
      ".library(name: \"Kits\", targets: [\"Other\", \"Photos\"])", ".library(name: \"Kits\", targets: kits)",
      ".library(name: \"Kits\", targets: [name])", ".executableTarget(name: \"Photos\", dependencies: [])",
      ".library(name: \"Kits\", targets: [\"Other\"] + kits)", ".executableTarget(name: name)",
      ".target(name: \"App\", path: folder)",
    ]
  )
  func elsewhere(manifest: String) throws {
    #expect(!(try check(in: try package(with: Self.offer, manifest: manifest)).error.contains("unused-registry")))
  }

  @Test("A manifest that exports only other modules and uses the usual folders keeps the warning")
  func plainManifest() throws {
    let manifest = """
      .package(path: "../Nomad"), .library(name: "Photos", type: .static, targets: ["Other"]), // .library("Photos")
      .executableTarget(name: "App", dependencies: ["Photos"], path: "Sources/App"), .target(name: "Photos"),
      .testTarget(name: "PhotosTests", dependencies: ["Photos"], path: "Photos")
      """
    try expectWarning(package(with: Self.offer, manifest: manifest))
  }
}
