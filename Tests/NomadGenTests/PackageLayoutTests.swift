import Foundation
import Testing
import ToolSupport

/// The check finds the sources of each target where SwiftPM finds them, and warns where it cannot.
@Suite struct PackageLayoutTests {
  private static let tool = Tool("nomad-gen")
  private static let members = "static let target: TribeTarget = .literal(\"1.0.0\"); func migrate() async throws {}"
  private static let step = "struct X: Step { \(members) }\n"
  private static let old = "protocol Tribe {}\nstruct Y: Tribe { \(members) }\n"
  private static let tribe = "struct X: Tribe { \(members) }\n"

  /// Returns a package whose manifest uses the plugin and has the targets in its third line.
  private func package(
    _ targets: String,
    _ files: [String: String],
    manifest: String = "Package.swift"
  ) throws -> Folder {
    let folder = try Folder()
    let start = "// swift-tools-version: 6.2\nlet package = Package(name: \"P\", targets: ["
    try folder.write("\(start)\n\(targets)\n]) // NomadPlugin\n", to: manifest)
    for (path, text) in files { try folder.write(text, to: path) }
    return folder
  }

  /// Returns the tribes that a check finds, with their modules, and the places and codes of its findings.
  private func check(_ folder: Folder, _ path: String...) throws -> (tribes: [String], findings: [String]) {
    struct Report: Decodable {
      struct Tribe: Decodable { var name, module: String }
      struct Finding: Decodable {
        var code, file: String
        var line, column: Int
      }
      var tribes: [Tribe]
      var diagnostics: [Finding]
    }
    let result = try Self.tool.run(["--check", "--format", "json"] + path, in: folder.url)
    #expect(result.code == 0, "\(result)")
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    return (
      report.tribes.map { "\($0.module).\($0.name)" },
      report.diagnostics.filter { $0.code != "unused-registry" }.map { "\($0.file):\($0.line):\($0.column) \($0.code)" }
    )
  }

  @Test(
    "The only target of its kind may have its files in any folder of Sources, or in the folders that it lists",
    arguments: [
      #".target(name: "K")"#, #".target(name: "K"), .testTarget(name: "T", dependencies: [.target(name: "K")])"#,
      #".target(name: "K", path: ".", sources: ["Sources"])"#, #".target(name: "K", path: "Sources")"#,
      #".target(name: "K", path: "./", sources: ["Sources/Model", "Sources/Tribes/X.swift"])"#,
      #".target(name: "K", path: "", exclude: ["Tests"])"#,
      #".target(name: "K", exclude: ["Model/Old"]), .testTarget(name: "T", exclude: ["Old"])"#,
      #".target(name: "K", path: "Sources", exclude: ["Old"])"#,
    ]
  )
  func single(targets: String) throws {
    var files = [
      "Sources/Model/Step.swift": "protocol Step: Tribe {}\n", "Sources/Tribes/X.swift": Self.step,
      "Tests/T/X.swift": Self.tribe,
    ]
    if targets.contains("Old") { files["Sources/\(targets.contains("Model") ? "Model/" : "")Old/Y.swift"] = Self.old }
    let folder = try package(targets, files)
    let result = try check(folder)
    #expect(result.tribes == ["K.X"] && result.findings == [], "\(result)")
    for path in ["Sources", "./Sources/", folder.path("Sources")] { #expect(try check(folder, path).tribes == ["K.X"]) }
    let parts = try check(folder, "Sources/Tribes", "Sources/Model/Step.swift")
    #expect(parts.tribes == ["K.X"])
  }

  @Test("The only target of a package that the manifest gives by path has its files in any folder of Sources")
  func singleImported() throws {
    let folder = try package(
      "",
      [
        "Sources/App/X.swift": "import Kit\n" + Self.step,
        "Kit/Package.swift": "let package = Package(name: \"Kit\", targets: [.target(name: \"Kit\")])",
        "Kit/Sources/Model/Step.swift": "import Nomad\npublic protocol Step: Tribe {}\n",
      ]
    )
    try folder.write("let package = Package(dependencies: [.package(path: \"Kit\")])", to: "Package.swift")
    #expect(try check(folder).tribes == ["App.X"])
  }

  @Test(
    "A test target is checked if it uses the plugin, and is a warning if its plugins are computed",
    arguments: [
      (#"plugins: [.plugin(name: "NomadPlugin", package: "Nomad")]"#, ["T.X"], []), ("plugins: []", [], []),
      (#"dependencies: ["App"]"#, [], []), ("plugins: plugins", [], ["Package.swift:3:33 unchecked-tribes"]),
      ("plugins: [nomad]", [], ["Package.swift:3:33 unchecked-tribes"]),
      (#"plugins: [.plugin(name: name, package: "Nomad")]"#, [], ["Package.swift:3:33 unchecked-tribes"]),
      (#"plugins: ["Other", .plugin(name: "Lint", package: "Kit"),]"#, [], []),
      (#"plugins: [.plugin(name: "Lint", package: "Kit")] + nomad"#, [], ["Package.swift:3:33 unchecked-tribes"]),
      (#"plugins: [.plugin(name: "\(n)Plugin", package: "N")]"#, [], ["Package.swift:3:33 unchecked-tribes"]),
    ]
  )
  func tests(arguments: String, tribes: [String], findings: [String]) throws {
    let manifest = ".testTarget(name: \"T\", \(arguments)), .target(name: \"App\")"
    let result = try check(try package(manifest, ["Tests/T/X.swift": Self.tribe, "Sources/App/A.swift": ""]))
    #expect(result.tribes == tribes && result.findings == findings, "\(result)")
  }

  @Test(
    "Files that the build does not compile hide no protocol",
    arguments: [
      (#", exclude: ["Old"]"#, "Old/Tribe.swift"), (#", exclude: ["Old/Tribe.swift", "Notes.md"]"#, "Old/Tribe.swift"),
      (#", resources: [.copy("Old")]"#, "Old/Tribe.swift"), (#", sources: ["X.swift"]"#, "Old/Tribe.swift"),
      ("", "K.docc/Tribe.swift"), ("", "Deep/A.playground/Tribe.swift"),
    ]
  )
  func excluded(arguments: String, file: String) throws {
    let files = ["Sources/K/X.swift": Self.tribe, "Sources/K/\(file)": Self.old]
    let result = try check(try package(".target(name: \"K\"\(arguments))", files))
    #expect(result.tribes == ["K.X"] && result.findings == [], "\(result)")
  }

  @Test(
    "A check of one folder reads the files of the targets in it",
    arguments: [
      (#".target(name: "K", exclude: ["Old"])"#, "Sources/K", ["K.X", "M.X"]),
      (#".target(name: "K", exclude: ["Old"])"#, "./Sources/K/", ["K.X", "M.X"]),
      (#".target(name: "K", exclude: ["Old"])"#, "Sources/K/M", ["M.X"]),
      (#".target(name: "K", exclude: ["Old"])"#, "Sources/K/Old", ["K.X"]),
      (#".target(name: "K", path: "Sources/K", sources: ["A.swift"])"#, "Sources/K", ["K.X", "M.X"]),
      (#".target(name: "Kit", path: "Sources/K", exclude: ["Old"])"#, "Sources/K", ["Kit.X", "M.X"]),
    ]
  )
  func folder(target: String, path: String, tribes: [String]) throws {
    let files = [
      "Sources/K/A.swift": Self.tribe, "Sources/K/M/X.swift": Self.tribe,
      "Sources/K/Old/Y.swift": "protocol Tribe {}\nstruct X: Nomad.Tribe { \(Self.members) }\n",
    ]
    let folder = try package("\(target), .target(name: \"M\", path: \"Sources/K/M\"), .target(name: \"N\")", files)
    let result = try check(folder, path)
    #expect(result.tribes == tribes && result.findings.filter { !$0.contains("shared") } == [], "\(result)")
  }

  @Test("The path of a package's folder means all targets of the package", arguments: [".", "./", "../P", "Kit"])
  func root(path: String) throws {
    let folder = try Folder()
    let files = ["Sources/K/A.swift": Self.tribe, "Sources/K/Old/Y.swift": Self.old, "Tests/T/T.swift": Self.tribe]
    let manifest = "let package = Package(name: \"P\", targets: [.target(name: \"K\", exclude: [\"Old\"])])"
    for (file, text) in files.merging(["Package.swift": manifest], uniquingKeysWith: { $1 }) {
      try folder.write(text, to: "P/\(path == "Kit" ? "Kit/" : "")\(file)")
    }
    let result = try Self.tool.run(["--check", "--format", "json", path], in: folder.url.appendingPathComponent("P"))
    #expect(result.code == 0 && result.output.contains("\"module\": \"K\""), "\(result)")
  }

  @Test("A folder of a target whose excluded files the manifest computes is checked as a whole")
  func computedFolder() throws {
    let folder = try package(
      #".target(name: "K", exclude: ["Old"])"#,
      ["Sources/K/A.swift": "", "Sources/K/Old/X.swift": Self.tribe, "Sources/L/A.swift": ""]
    )
    try folder.write("\(folder.text("Package.swift") ?? "")package.targets[0].exclude = []\n", to: "Package.swift")
    #expect(try check(folder, "Sources/K").tribes == ["K.X"])
  }

  @Test("Sources may be in each of SwiftPM's folders", arguments: ["Sources", "Source", "src", "srcs"])
  func predefined(name: String) throws {
    let files = ["\(name)/K/X.swift": Self.tribe, "\(name)/App/A.swift": ""]
    #expect(try check(try package(#".target(name: "K"), .target(name: "App")"#, files)).tribes == ["K.X"])
  }

  @Test(
    "Of several manifests, the one counts that SwiftPM takes by its name and the tools version of Package.swift",
    arguments: [
      (["Package.swift": "5.9", "Package@swift-6.2.swift": "6.2"], "Package@swift-6.2.swift"),
      (["Package.swift": "6.2", "Package@swift-5.9.swift": "5.9"], "Package.swift"),
      (["Package.swift": "6.2", "Package@swift-6.2.swift": "6.2"], "Package.swift"),
      (["Package.swift": "6.2", "Package@swift-6.swift": "6.0"], "Package@swift-6.swift"),
      (
        ["Package.swift": "6.1", "Package@swift-6.swift": "6.0", "Package@swift-6.2.swift": "6.2"],
        "Package@swift-6.swift"
      ),
      (["Package.swift": "6.2", "Package@swift-9.swift": "9.0"], "Package.swift"),
    ]
  )
  func versions(manifests: [String: String], chosen: String) throws {
    let folder = try Folder()
    for (index, (name, tools)) in manifests.sorted(by: { $0.key < $1.key }).enumerated() {
      let target = ".target(name: \"K\(index)\", path: \"\(name == chosen ? "Lib" : "Old")\")"
      let package = "let package = Package(name: \"P\", targets: [\(target)])"
      try folder.write("// swift-tools-version:\(tools)\nimport PackageDescription\n\(package)\n", to: name)
    }
    try folder.write(Self.tribe, to: "Lib/X.swift")
    try folder.write("", to: "Old/X.swift")
    #expect(try check(folder).tribes.map { $0.suffix(2) } == [".X"])
  }

  @Test(
    "A target whose name or files the manifest computes is a warning at the value",
    arguments: [
      (#".target(name: app, path: "Lib")"#, "3:15"), (".target(name: app)", "3:15"),
      (#".target(name: "K", path: base + "K")"#, "3:26"), (#".target(name: "K", path: "Lib", exclude: old)"#, "3:42"),
      (#".target(name: "K", path: "Lib", sources: [a, "b"])"#, "3:42"),
    ]
  )
  func computed(target: String, place: String) throws {
    let files = ["Sources/A/A.swift": "", "Sources/B/A.swift": "", "Lib/X.swift": Self.tribe]
    #expect(try check(try package(target, files)).findings == ["Package.swift:\(place) unchecked-tribes"])
  }

  @Test(
    "A target that the manifest changes after its declaration is a warning at the change",
    arguments: [
      ("for target in package.targets { target.path = \"Code\" }", "5:40"),
      ("package.targets[0].exclude += [\"Old\"]", "5:20"), ("package.targets[0].sources?.append(\"A.swift\")", "5:20"),
      ("package.targets.last?.plugins = [nomad]", "5:23"), ("package.targets[0].exclude.removeAll()", "5:20"),
      ("package.targets[0].sources!.append(\"Old\")", "5:20"), ("package.targets[0].name += \"2\"", "5:20"),
      ("for t in package.targets { t.swiftSettings = [] }", nil),
      ("print(package.targets[0].path == nil, target.exclude)", nil),
    ]
  )
  func changed(statement: String, place: String?) throws {
    let targets = ".target(name: \"K\"), .testTarget(name: \"T\")"
    let folder = try package(targets, ["Sources/K/X.swift": Self.tribe, "Tests/T/T.swift": ""])
    try folder.write("\(folder.text("Package.swift") ?? "")\(statement)\n", to: "Package.swift")
    #expect(try check(folder).findings == (place.map { ["Package.swift:\($0) unchecked-tribes"] } ?? []))
  }

  @Test("A module that a manifest declares counts before a folder of its name, whatever their order")
  func namesake() throws {
    let kit = "let package = Package(name: \"Kit\", targets: [.target(name: \"Kit\")])"
    let other = "let package = Package(name: \"Other\", targets: [.target(name: \"Other\")])"
    for paths in [["Kit", "Other"], ["Other", "Kit"]] {
      let folder = try package(
        "",
        [
          "Sources/App/X.swift": "import Kit\n" + Self.step, "Kit/Package.swift": kit, "Other/Package.swift": other,
          "Kit/Sources/Kit/Step.swift": "import Nomad\npublic protocol Step: Tribe {}\n",
          "Other/Sources/Other/A.swift": "", "Other/Sources/Kit/A.swift": "",
        ]
      )
      let dependencies = paths.map { ".package(path: \"\($0)\")" }.joined(separator: ", ")
      try folder.write("let package = Package(dependencies: [\(dependencies)])", to: "Package.swift")
      #expect(try check(folder).tribes == ["App.X"])
    }
  }

  @Test("A computed name draws no warning if the folders in Sources give the names")
  func computedNames() throws {
    let files = ["Sources/A/X.swift": Self.tribe, "Sources/B/B.swift": ""]
    let result = try check(try package(".target(name: a), .target(name: b)", files))
    #expect(result.tribes == ["A.X"] && result.findings == [])
  }
}
