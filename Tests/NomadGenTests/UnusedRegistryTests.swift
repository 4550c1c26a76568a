import Foundation
import Testing
import ToolSupport

/// A registry that nobody can run is no silent one.
@Suite struct UnusedRegistryTests {
  private static let tool = Tool("nomad-gen")

  /// A package of an app, and of a module with a tribe in the second line of its file.
  private func package(with use: String, in file: String = "Use.swift", access: String = "") throws -> Folder {
    let folder = try Folder()
    try folder.write("// uses NomadPlugin\n", to: "Package.swift")
    try folder.write(Self.tribe("B", "1.0.0") + "let nomad = Nomad(.generated)\n", to: "Sources/App/A.swift")
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
    #expect(line.hasPrefix("Sources/Photos/A.swift:2:8: warning: no code of Photos names its registry"))
    #expect(line.hasSuffix(" [unused-registry]"))
  }

  @Test(
    "A module that names it in any file is no finding",
    arguments: [
      "public enum P { public static var tribes: TribeRegistry { .generated } }",
      "let nomad = Nomad(.generated)", "let nomad = Nomad(TribeRegistry.generated)", "let all = [.`generated`]",
      "extension Registry { static let all = generated }", "let text = \"\\(Nomad(.generated))\"",
      "#if os(Linux)\nlet nomad = Nomad(\n  .generated\n)\n#endif", "let nomad = Nomad(try TribeRegistry([A.self]))",
    ]
  )
  func used(text: String) throws {
    let result = try check(in: try package(with: text, in: "Deep/Other.swift"))
    #expect(result.code == 0 && result.output == "2 tribes in 2 modules, nothing wrong\n" && result.error == "")
  }

  @Test("A registry that other modules may name is no finding")
  func accessible() throws {
    let result = try check(in: try package(with: "", access: "// nomad:access public"))
    #expect(result.error == "")
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
