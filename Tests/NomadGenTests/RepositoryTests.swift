import Foundation
import Testing
import ToolSupport

/// The check covers the packages of a repository that a package depends on by path, and names what it does not cover.
@Suite struct RepositoryTests {
  private static let tool = Tool("nomad-gen")
  private static let plugin = SamplePackage.plugin
  private static let run = "let nomad = Nomad(.generated)\n"

  /// Returns a repository with an app and two packages, one of which depends on the other.
  private func repository(git: Bool = true, core: String = "2.0.0", kit: String = "3.0.0") throws -> Folder {
    let app = SamplePackage.manifest(
      #".target(name: "App", dependencies: [.product(name: "Kit", package: "Kit")], \#(Self.plugin))"#,
      dependencies: #".package(path: "../Packages/Kit")"#
    )
    let library = { (name: String, dependencies: String) in
      SamplePackage.manifest(
        ".target(name: \"\(name)\", \(Self.plugin))",
        dependencies: dependencies,
        products: ".library(name: \"\(name)\", targets: [\"\(name)\"])"
      )
    }
    let folder = try SamplePackage.folder(
      "",
      [
        "App/Package.swift": app, "App/Sources/App/A.swift": SamplePackage.tribe("A", "1.0.0") + Self.run,
        "Packages/Kit/Package.swift": library("Kit", #".package(path: "../Core")"#),
        "Packages/Kit/Sources/Kit/K.swift": SamplePackage.tribe("K", kit) + Self.run,
        "Packages/Core/Package.swift": library("Core", ""),
        "Packages/Core/Sources/Core/C.swift": SamplePackage.tribe("C", core) + Self.run,
      ]
    )
    try FileManager.default.removeItem(atPath: folder.path("Package.swift"))
    if git { try folder.write("", to: ".git/HEAD") }
    return folder
  }

  @Test("The check covers the packages of the repository, also indirect ones", arguments: [[], ["."], ["../App"]])
  func covered(paths: [String]) throws {
    let folder = try repository(core: "2.0")
    let result = try Self.tool.run(["--check"] + paths, in: folder.url.appending(path: "App"))
    #expect(result.code == 1, "\(result)")
    #expect(result.error.hasPrefix("../Packages/Core/Sources/Core/C.swift:1:"))
    #expect(result.error.split(separator: "\n").count { $0.hasSuffix("[illegal-target]") } == 1)
  }

  @Test("Tribes of two packages with one version are a warning, and an error with --strict")
  func shared() throws {
    let folder = try repository(kit: "1.0.0")
    let (code, report) = try CheckReport.run(in: folder.url.appending(path: "App"))
    #expect(code == 0 && report.names.sorted() == ["App.A", "Core.C", "Kit.K"])
    #expect(report.diagnostics.map(\.code) == ["shared-target"])
    let strict = try CheckReport.run(in: folder.url.appending(path: "App"), "--strict")
    #expect(strict.code == 1 && strict.report.diagnostics.map(\.severity) == ["error"])
  }

  @Test("Without a repository, and in a submodule, the check covers every package that is given by path")
  func withoutRepository() throws {
    for isSubmodule in [false, true] {
      let folder = try repository(git: isSubmodule)
      if isSubmodule { try folder.write("gitdir: ../.git/modules/App\n", to: "App/.git") }
      let (code, report) = try CheckReport.run(in: folder.url.appending(path: "App"))
      #expect(code == 0 && report.names == ["App.A", "Core.C", "Kit.K"] && report.findings == [])
    }
  }

  @Test("A package outside of the repository is not checked, but named, with a warning if it mentions the protocol")
  func outside() throws {
    let folder = try repository(git: false, core: "2.0")
    try folder.write("", to: "App/.git/HEAD")
    try folder.write("", to: "Packages/Kit/Sources/Kit/K.swift")
    let app = folder.url.appending(path: "App")
    let (code, report) = try CheckReport.run(in: app)
    #expect(code == 0 && report.names == ["App.A"])
    #expect(report.findings == ["warning unchecked-tribes ../Packages/Core/Sources/Core/C.swift"])
    let result = try Self.tool.run(["--check"], in: app)
    #expect(
      result.output == "1 tribe in 1 module, 1 warning; packages to check in their own folders: ../Packages/Kit\n"
    )
    // The remedy that the finding names.
    let both = try Self.tool.run(["--check", ".", "../Packages/Core"], in: app)
    #expect(both.error.contains("[illegal-target]") && !both.error.contains("unchecked-tribes"), "\(both)")
  }

  @Test("Packages inside of a package, snippets and Xcode's own folder do not fail a strict check")
  func strict() throws {
    let files = [
      "Sources/App/A.swift": SamplePackage.tribe() + Self.run, "Snippets/S.swift": SamplePackage.tribe("S"),
      "Examples/One/Package.swift": SamplePackage.manifest(""),
      "Examples/Two/Package.swift": SamplePackage.manifest(""),
      "Examples/One/Sources/O/O.swift": SamplePackage.tribe("O"), "Examples/Two/T.swift": SamplePackage.tribe("T"),
      "DerivedData/P/SourcePackages/checkouts/Q/Sources/Q/Q.swift": SamplePackage.tribe("Q"),
      "Old/DerivedData/Q.swift": SamplePackage.tribe("Q"),
    ]
    let folder = try SamplePackage.folder(SamplePackage.manifest(".target(name: \"App\", \(Self.plugin))"), files)
    let result = try Self.tool.run(["--check", "--strict"], in: folder.url)
    #expect(
      result.code == 0
        && result.output == "1 tribe in 1 module, nothing wrong; not checked: Snippets; packages to check in their own "
          + "folders: Examples/One, Examples/Two\n",
      "\(result)"
    )
  }

  @Test(
    "A lock of a package that the check covers is named, also if the current folder has one",
    arguments: [false, true]
  )
  func lock(isThere: Bool) throws {
    let folder = try repository()
    if isThere { try folder.write("tribes-lock 1\n", to: "App/Tribes.lock") }
    try folder.write("tribes-lock 1\nKit.Gone .first 2.0.0 d6e6278cd78ccc54\n", to: "Packages/Kit/Tribes.lock")
    let result = try Self.tool.run(["--check"], in: folder.url.appending(path: "App"))
    #expect(result.code == 0 && result.error.contains("warning: '../Packages/Kit' has a Tribes.lock"))
  }

  @Test("Folders that are not checked are named in every format", arguments: ["json", "github", "sarif"])
  func named(format: String) throws {
    let folder = try repository()
    try folder.write("", to: "App/Scripts/S.swift")
    let result = try Self.tool.run(["--check", "--format", format], in: folder.url.appending(path: "App"))
    #expect(result.code == 0 && result.error == "nomad-gen: note: not checked: Scripts\n", "\(result)")
  }

  @Test("The library itself is not checked as a dependency")
  func library() throws {
    let folder = try repository()
    try folder.write(
      """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "Nomad",
        products: [.library(name: "Core", targets: ["Nomad"]), .plugin(name: "NomadPlugin", targets: ["NomadPlugin"])],
        targets: [.target(name: "Nomad"), .plugin(name: "NomadPlugin", capability: .buildTool()), .target(name: "Demo")]
      )
      """,
      to: "Packages/Core/Package.swift"
    )
    for (file, text) in ["Sources/Nomad/A.swift": "", "Plugins/NomadPlugin/P.swift": ""] {
      try folder.write(text, to: "Packages/Core/\(file)")
    }
    try folder.write(SamplePackage.tribe("D", "1.0.0"), to: "Packages/Core/Sources/Demo/D.swift")
    let (code, report) = try CheckReport.run(in: folder.url.appending(path: "App"))
    #expect(code == 0 && report.names == ["App.A", "Kit.K"] && report.findings == [])
  }

  @Test("Each folder with Swift files that is not checked is named, with a warning if it mentions the protocol")
  func unchecked() throws {
    let files = [
      "Sources/App/A.swift": SamplePackage.tribe() + Self.run,
      "iOSApp/Deep/B.swift": "import Nomad\nstruct B: Tribe {}\n",
      "iOSApp/C.swift": "", "Scripts/S.swift": "let text = \"TribeTarget\"\n",
      "Tests/Inner/T.swift": "struct T: Tribe {}\n",
      "Extra.swift": "struct E: Tribe {}\n", "Empty/README.md": "",
    ]
    let folder = try SamplePackage.folder(SamplePackage.manifest(".target(name: \"App\", \(Self.plugin))"), files)
    let result = try Self.tool.run(["--check"], in: folder.url)
    #expect(result.code == 0)
    #expect(result.output == "1 tribe in 1 module, 2 warnings; not checked: Scripts, Tests\n", "\(result)")
    let lines = result.error.split(separator: "\n").filter { $0.contains("warning: ") }
    #expect(
      lines == [
        "Extra.swift:1:1: warning: the check does not cover 'Extra.swift', whose files mention 'Tribe' [unchecked-tribes]",
        "iOSApp/Deep/B.swift:1:1: warning: the check does not cover 'iOSApp', whose files mention 'Tribe' "
          + "[unchecked-tribes]",
      ]
    )
    #expect(result.error.contains("Extra.swift:1:1: note: no checked module has these files, so lists"))
    #expect(result.error.contains("Extra.swift:1:1: note: run the check with '. Extra.swift'\n"))
    let both = try Self.tool.run(["--check", ".", "iOSApp", "Extra.swift"], in: folder.url)
    #expect(
      both.error.contains("iOSApp/Deep/B.swift:2:8: error: ") && !both.error.contains("unchecked-tribes"),
      "\(both)"
    )
  }
}
