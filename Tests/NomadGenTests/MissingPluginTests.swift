import Foundation
import Testing
import ToolSupport

/// The check reports a target that has tribes, and neither the plugin nor a list of them.
@Suite struct MissingPluginTests {
  private static let plugin = SamplePackage.plugin
  private static let offer = "public enum Tribes { public static var all: TribeRegistry { .generated } }\n"

  /// Returns a package with a kit that has two tribes, and an app that uses the plugin.
  private func package(kit: String = "", app: String = "", arguments: String = "") throws -> Folder {
    let targets = """
      .target(name: "Kit"\(arguments)), .executableTarget(name: "App", dependencies: ["Kit"], \(Self.plugin)),
      .testTarget(name: "KitTests", dependencies: ["Kit"], \(Self.plugin))
      """
    let manifest = SamplePackage.manifest(targets, products: #".library(name: "Kit", targets: ["Kit"])"#)
    return try SamplePackage.folder(
      manifest,
      [
        "Sources/Kit/Tribes.swift": SamplePackage.tribe("One", "1.0.0") + SamplePackage.tribe("Two", "2.0.0"),
        "Sources/Kit/Kit.swift": kit, "Sources/App/main.swift": "import Kit\nlet nomad = Nomad(.generated)\n" + app,
        "Tests/KitTests/T.swift": "let all = try TribeRegistry([One.self, Two.self])\n",
      ]
    )
  }

  @Test(
    "Tribes without the plugin are an error, whatever else the package mentions",
    arguments: [
      "", offer, "func run(_ all: TribeRegistry) async throws {}\n", "// TribeRegistry([One.self, Two.self])\n",
      "extension One { func log() {} }\nlet all = TribeRegistry(combining: [.generated])\n",
      "let text = One.name\n", "let all: [any Tribe.Type] = [One.self]\n",
    ]
  )
  func missing(kit: String) throws {
    let folder = try package(kit: kit)
    let (code, report) = try CheckReport.run(in: folder.url)
    #expect(code == 1 && report.findings == ["error missing-plugin Sources/Kit/Tribes.swift"])
    let finding = try #require(report.diagnostics.first)
    let name = kit.contains("[One.self]\n") ? "Two" : "One"
    #expect(finding.message == "'\(name)' never runs, because the target 'Kit' does not use NomadPlugin")
    #expect(
      finding.notes.last?.message
        == #"add plugins: [.plugin(name: "NomadPlugin", package: "Nomad")] to the target 'Kit' in Package.swift"#
    )
  }

  @Test(
    "A list that is written by hand is legitimate, in the module or in another one",
    arguments: [
      ("let all = try TribeRegistry([One.self, Two.self])\n", ""),
      ("let all = try TribeRegistry { One()\nTwo() }\n", ""),
      ("let all: [any Tribe.Type] = [One.self, Two.self]\n", ""),
      ("", "try TribeRegistry([Kit.One.self, Kit.Two.self])\n"),
      ("let one = One.self\n", "try Nomad.pack(with: [Two.self])\n"),
    ]
  )
  func listed(kit: String, app: String) throws {
    let folder = try package(kit: kit, app: app)
    let (code, report) = try CheckReport.run(in: folder.url)
    #expect(code == 0 && report.findings == [])
  }

  @Test(
    "A list in the module that may lack a tribe is a warning, and so is a check that does not see the whole package",
    arguments: [
      ("let all = try TribeRegistry([One.self])\n", [String]()), ("let all = try TribeRegistry(list)\n", []),
      ("@TribeRegistryBuilder var all: TribeRegistryBuilder.Component { One() }\n", []), ("", ["Sources/Kit"]),
    ]
  )
  func uncertain(kit: String, paths: [String]) throws {
    let folder = try package(kit: kit)
    let result = try Tool("nomad-gen").run(["--check"] + paths, in: folder.url)
    #expect(result.code == 0 && result.error.contains(": warning: '"), "\(result)")
    #expect(result.error.contains("may never run, because the target 'Kit' does not use NomadPlugin [missing-plugin]"))
  }

  @Test("A target with other plugins gets another remedy, with the name of the package that other targets use")
  func otherPlugins() throws {
    let folder = try package(arguments: #", plugins: [.plugin(name: "Lint", package: "Nomad")]"#)
    let manifest = try #require(folder.text("Package.swift"))
    try folder.write(
      manifest.replacing("nomad.invalid/Nomad\"", with: "nomad.invalid/fork\"")
        .replacing("package: \"Nomad\"", with: "package: \"fork\""),
      to: "Package.swift"
    )
    let report = try CheckReport.run(in: folder.url).report
    #expect(
      report.diagnostics.first?.notes.last?.message
        == #"add .plugin(name: "NomadPlugin", package: "fork") at the end of the plugins of the target 'Kit' in "#
        + "Package.swift"
    )
  }

  @Test(
    "The short form of the plugin's name, in its own package, is known, and tribes with nomad:ignore need no plugin"
  )
  func short() throws {
    let targets =
      #".target(name: "Kit", plugins: ["NomadPlugin"]), .plugin(name: "NomadPlugin", capability: .buildTool()), "#
    let folder = try SamplePackage.folder(
      SamplePackage.manifest(targets + #".target(name: "Other")"#),
      [
        "Sources/Kit/K.swift": SamplePackage.tribe() + "let nomad = Nomad(.generated)\n",
        "Plugins/NomadPlugin/P.swift": "",
        "Sources/Other/O.swift": "// nomad:ignore\n" + SamplePackage.tribe("Y", "2.0.0"),
      ]
    )
    let (code, report) = try CheckReport.run(in: folder.url)
    #expect(code == 0 && report.names == ["Kit.X"] && report.findings == [])
  }
}
