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
    "A module whose registry no code names is a warning at its first tribe",
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
    "A module that names it in any file is no finding, if another one may run it",
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

  @Test("A registry that other modules may name is no finding, if one of them may run it")
  func accessible() throws {
    let app = "import Photos\nlet nomad = Nomad(Photos.TribeRegistry.generated)"
    #expect(try check(in: try package(with: "", access: "// nomad:access public", app: app)).error == "")
  }

  @Test(
    "A check of some modules, or of a part of one, gives none",
    arguments: [["Sources"], ["Sources/Photos"], ["Sources/Photos/A.swift"], ["--module", "All"]]
  )
  func partial(arguments: [String]) throws {
    let folder = try package(with: "")
    #expect(try Self.tool.run(["--check"] + arguments, in: folder.url).error == "")
  }

  @Test("A package that does not use the plugin has no registries, and a build gives no such finding")
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
    "A module that offers its registry is a warning if no module imports it, or if all others run their own alone",
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
    "An import of any kind may be one for the registry",
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
    "A module that is imported is no finding where a registry may run that is not the running module's own",
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

  @Test("The generated registry in a module without tribes may be that of the module that it imports")
  func inherited() throws {
    let folder = try package(with: "", access: "// nomad:access public", app: "")
    try folder.write("import Photos\nlet nomad = Nomad(.generated)\n", to: "Sources/App/A.swift")
    #expect(try check(in: folder).error == "")
  }

  @Test(
    "A module that may run its registry by itself, or that is a program, is no finding",
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

  @Test("A package of libraries, none of which runs anything, has its users elsewhere")
  func libraries() throws {
    let folder = try package(with: Self.offer, app: Self.offer)
    #expect(try check(in: folder).error == "")
    try folder.write("import Nomad\nfunc run(_ all: TribeRegistry) { Nomad(all) }\n", to: "Sources/Runner/R.swift")
    #expect(try check(in: folder).output == "2 tribes in 3 modules, 2 warnings\n")
  }

  @Test(
    "A manifest that may have users elsewhere, or targets in other folders, leaves nothing to say",
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

  @Test("A manifest that offers other modules only, and has each target in its folder, hides nothing")
  func plainManifest() throws {
    let manifest = """
      .package(path: "../Nomad"), .library(name: "Photos", type: .static, targets: ["Other"]), // .library("Photos")
      .executableTarget(name: "App", dependencies: ["Photos"], path: "Sources/App"), .target(name: "Photos"),
      .testTarget(name: "PhotosTests", dependencies: ["Photos"], path: "Photos")
      """
    try expectWarning(package(with: Self.offer, manifest: manifest))
  }
}
