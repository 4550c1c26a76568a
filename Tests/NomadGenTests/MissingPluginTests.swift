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
        == #"add plugins: [.plugin(name: "NomadPlugin", package: "Nomad")] to the target 'Kit' in Package.swift; or commit "#
        + "a registry, which 'swift run nomad-gen --output Sources/Kit/NomadRegistry.swift --module Kit Sources/Kit' writes"
    )
  }

  @Test(
    "A list that is written by hand is legitimate, in the module or in another one",
    arguments: [
      ("let all = try TribeRegistry([One.self, Two.self])\n", ""),
      ("let all = try TribeRegistry { One()\nTwo() }\n", ""),
      ("let all: [any Tribe.Type] = [One.self, Two.self]\n", "try Nomad(TribeRegistry(all))\n"),
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

  @Test(
    "Only a name that means the module's tribe counts",
    arguments: [
      // The app's own tribe hides that of Kit, unless the name of the module precedes it.
      (SamplePackage.tribe("One", "3.0.0") + "let all = try TribeRegistry([One.self, Two.self])\n", "error", "One"),
      (SamplePackage.tribe("One", "3.0.0") + "let all = try TribeRegistry([Kit.One.self, Two.self])\n", "", ""),
      ("let all = try TribeRegistry([One.self, Two.self, V1.Move.self])\n", "error", "V2.Move"),
      ("let all = try TribeRegistry([One.self, Two.self, Kit.V2.Move.self, V1.Move.self])\n", "", ""),
      ("func run(actor: Runner) { actor.run(One(), TribeRegistry { Two() }) }\n", "", ""),
    ]
  )
  func names(app: String, severity: String, name: String) throws {
    let moves = ["1", "2"].map { "enum V\($0) { \(SamplePackage.tribe("Move", "\($0).5.0")) }\n" }.joined()
    let folder = try package(kit: app.contains("V1") ? moves : "", app: app + "let run = nomad.migrate\n")
    let (_, report) = try CheckReport.run(in: folder.url)
    let file = name == "V2.Move" ? "Kit" : "Tribes"
    #expect(report.findings == (name.isEmpty ? [] : ["\(severity) missing-plugin Sources/Kit/\(file).swift"]))
    #expect(report.diagnostics.first?.message.hasPrefix("'\(name)' never runs, ") ?? name.isEmpty)
  }

  @Test("A name in a file that does not import the module, or that fits two tribes, makes the error a warning")
  func vagueNames() throws {
    let folder = try package()
    try folder.write("let all = try TribeRegistry([One.self, Two.self])\n", to: "Sources/App/Other.swift")
    #expect(try CheckReport.run(in: folder.url).report.findings == ["warning missing-plugin Sources/Kit/Tribes.swift"])
    let one = SamplePackage.tribe("One", "3.0.0")
    try folder.write("enum V1 { \(one)static let all: [any Tribe.Type] = [One.self] }\n", to: "Sources/Kit/Kit.swift")
    try folder.write("let two = Two.self\nenum V2 { \(one.replacing("3.", with: "4.")) }\n", to: "Sources/Kit/K.swift")
    try folder.write("import Kit\nlet all = try TribeRegistry([Kit.One.self])\n", to: "Sources/App/Other.swift")
    #expect(try CheckReport.run(in: folder.url).report.findings.map { $0.prefix(22) } == ["warning missing-plugin"])
  }

  @Test("Tribes that code names and does not pass on are a warning")
  func unlisted() throws {
    let folder = try package(kit: "print(One.target, String(describing: One.self), Two().name)\nlet two = Two.self\n")
    let (code, report) = try CheckReport.run(in: folder.url)
    #expect(code == 0 && report.findings == ["warning missing-plugin Sources/Kit/Tribes.swift"])
    #expect(
      report.diagnostics.first?.notes.first?.message
        == "the build writes no registry for Kit, and no code passes a list of tribes to TribeRegistry or pack(with:); "
        + "the same is true for 1 more"
    )
  }

  @Test("The public tribes of a product are a warning, because other packages may list them")
  func published() throws {
    let folder = try package()
    let tribes = SamplePackage.tribe("One", "1.0.0") + SamplePackage.tribe("Two", "2.0.0")
    try folder.write(tribes.replacing("struct", with: "public struct"), to: "Sources/Kit/Tribes.swift")
    let (code, report) = try CheckReport.run(in: folder.url)
    #expect(code == 0 && report.findings == ["warning missing-plugin Sources/Kit/Tribes.swift"])
    try folder.write(tribes.replacing("struct One", with: "public struct One"), to: "Sources/Kit/Tribes.swift")
    #expect(try CheckReport.run(in: folder.url).report.diagnostics.first?.message.hasPrefix("'Two' never runs") == true)
  }

  @Test("Targets that only tests use cause no error, and no finding without the plugin")
  func helpers() throws {
    for plugin in ["", ", \(Self.plugin)"] {
      let targets = [
        ".target(name: \"Inner\"\(plugin))", ".target(name: \"Support\", dependencies: [\"Inner\"]\(plugin))",
        ".testTarget(name: \"T\", dependencies: [\"Support\"])", ".target(name: \"Alone\")",
        ".executableTarget(name: \"Main\")",
      ]
      let folder = try SamplePackage.folder(
        SamplePackage.manifest(targets.joined(separator: ", ")),
        [
          "Sources/Inner/A.swift": SamplePackage.tribe("A", "1.0.0"), "Tests/T/T.swift": "",
          "Sources/Support/B.swift": SamplePackage.tribe("B", "2.0.0"),
          "Sources/Alone/C.swift": SamplePackage.tribe("C", "3.0.0"), "Sources/Main/main.swift": "",
        ]
      )
      let (code, report) = try CheckReport.run(in: folder.url)
      #expect(code == 1 && report.findings.filter { $0.contains("missing-plugin") }.count == 1)
      #expect(report.findings.contains("error missing-plugin Sources/Alone/C.swift"))
      #expect(report.findings.filter { $0.hasPrefix("warning unused-registry") }.count == (plugin.isEmpty ? 0 : 2))
    }
  }

  @Test("In a package without a product, a target that is tested needs the plugin, too")
  func testedOnly() throws {
    let targets = #".target(name: "App"), .testTarget(name: "AppTests", dependencies: ["App"], \#(Self.plugin))"#
    let folder = try SamplePackage.folder(
      SamplePackage.manifest(targets),
      [
        "Sources/App/A.swift": SamplePackage.tribe("A", "1.0.0"),
        "Tests/AppTests/T.swift": "let nomad = Nomad(.generated)\n",
      ]
    )
    let (code, report) = try CheckReport.run(in: folder.url)
    #expect(code == 1 && report.findings.contains("error missing-plugin Sources/App/A.swift"))
  }

  @Test(
    "A target with other plugins gets a warning with another remedy, and the name of the package that other targets use"
  )
  func otherPlugins() throws {
    let folder = try package(arguments: #", plugins: [.plugin(name: "Lint", package: "Nomad")]"#)
    let manifest = try #require(folder.text("Package.swift"))
    try folder.write(
      manifest.replacing("nomad.invalid/Nomad\"", with: "nomad.invalid/fork\"")
        .replacing("package: \"Nomad\"", with: "package: \"fork\""),
      to: "Package.swift"
    )
    let report = try CheckReport.run(in: folder.url).report
    #expect(report.diagnostics.first?.severity == "warning")
    #expect(
      report.diagnostics.first?.notes.last?.message.hasPrefix(
        #"add .plugin(name: "NomadPlugin", package: "fork") at the end of the plugins of the target 'Kit' in "#
          + "Package.swift; or commit a registry, which "
      ) == true
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
