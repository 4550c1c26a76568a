import Foundation
import Testing
import ToolSupport

/// The check finds the sources of each target where SwiftPM finds them, and says so where SwiftPM does not answer.
@Suite struct PackageLayoutTests {
  private static let tool = Tool("nomad-gen")
  private static let tribe = SamplePackage.tribe()
  private static let plugin = SamplePackage.plugin
  private static let run = "let nomad = Nomad(.generated)\n"
  private static let old = "protocol Tribe {}\nstruct Y: Tribe { static let target: TribeTarget = .first }\n"

  @Test(
    "The only target of a package may have its files in any folder of Sources, or in the folders that it lists",
    arguments: ["", #", path: ".", sources: ["Sources"]"#, #", path: "Sources", exclude: ["Old"]"#]
  )
  func single(arguments: String) throws {
    var files = ["Sources/Model/Step.swift": "protocol Step: Tribe {}\n" + Self.run]
    files["Sources/Tribes/X.swift"] = Self.tribe.replacing("Tribe {", with: "Step {")
    if arguments.contains("Old") { files["Sources/Old/Y.swift"] = Self.old }
    let manifest = SamplePackage.manifest(".target(name: \"K\"\(arguments), \(Self.plugin))")
    let folder = try SamplePackage.folder(manifest, files)
    for paths in [[], ["Sources"], [folder.path("Sources")], ["Sources/Tribes", "Sources/Model/Step.swift"]] {
      let result = try Self.tool.run(["--check", "--format", "json"] + paths, in: folder.url)
      let report = try JSONDecoder().decode(CheckReport.self, from: Data(result.output.utf8))
      // The manifest leaves out a folder, of which only a check of the whole package speaks.
      let findings = paths.isEmpty && arguments.contains("Old") ? ["warning unchecked-tribes Sources/Old/Y.swift"] : []
      #expect(report.names == ["K.X"] && report.findings == findings, "\(paths) \(result)")
    }
  }

  @Test("A tribe in a folder of Sources that is no target is an error, unless a path names the folder")
  func untargeted() throws {
    let folder = try SamplePackage.folder(
      SamplePackage.manifest(".target(name: \"K\", \(Self.plugin))"),
      [
        "Sources/K/X.swift": Self.tribe + Self.run, "Sources/Loose/L.swift": SamplePackage.tribe("L", "2.0.0"),
        "Sources/Plain/P.swift": "protocol P: Tribe {}\n",
      ]
    )
    for path in [".", "Sources"] {
      let (code, report) = try CheckReport.run(in: folder.url, path)
      #expect(code == 1 && report.findings == ["error missing-plugin Sources/Loose/L.swift"])
      #expect(
        report.diagnostics.first?.message
          == "'L' never runs, because no target of the package has the files in 'Sources/Loose'"
      )
    }
    for paths in [[".", "Sources/Loose"], ["Sources/Loose", "."], ["Sources/Loose"]] {
      let result = try Self.tool.run(["--check"] + paths, in: folder.url)
      #expect(result.code == 0 && result.error == "", "\(result)")
    }
  }

  @Test("A file that a target leaves out is named, with a warning if it mentions the protocol")
  func leftOut() throws {
    let folder = try SamplePackage.folder(
      SamplePackage.manifest(#".target(name: "K", path: "Sources", sources: ["K"], \#(Self.plugin))"#),
      [
        "Sources/K/X.swift": Self.tribe + Self.run, "Sources/Other/Y.swift": Self.old, "Sources/Empty/E.swift": "",
        "Sources/Z.swift": Self.old,
      ]
    )
    let result = try Self.tool.run(["--check"], in: folder.url)
    #expect(result.output == "1 tribe in 1 module, 2 warnings; not checked: Sources/Empty\n", "\(result)")
    let report = try CheckReport.run(in: folder.url).report
    #expect(
      report.findings == ["Other/Y", "Z"].map { "warning unchecked-tribes Sources/\($0).swift" }
    )
  }

  @Test("A manifest may compute its targets, and needs no folder Sources")
  func computed() throws {
    let manifest = """
      // swift-tools-version: 6.2
      import PackageDescription

      func code(_ name: String, _ plugins: [Target.PluginUsage] = []) -> Target {
        .target(name: name, path: "Code/\\(name)", exclude: ["Old"], plugins: plugins)
      }
      let package = Package(
        name: "P",
        dependencies: [.package(url: "https://nomad.invalid/Nomad", from: "1.0.0")],
        targets: ["App-Kit", "Notes"].map { code($0) }
      )
      for target in package.targets where target.name == "Notes" {
        target.plugins = [.plugin(name: "Nomad" + "Plugin", package: "Nomad")]
      }
      """
    let folder = try SamplePackage.folder(
      manifest,
      [
        "Code/App-Kit/A.swift": Self.tribe, "Code/App-Kit/Old/A.swift": "",
        "Code/Notes/A.swift": SamplePackage.tribe("Y", "2.0.0") + Self.run, "Code/Notes/Old/Y.swift": Self.old,
      ]
    )
    let (code, report) = try CheckReport.run(in: folder.url)
    #expect(report.names == ["App_Kit.X", "Notes.Y"])
    #expect(code == 1)
    #expect(
      report.findings == [
        "error missing-plugin Code/App-Kit/A.swift", "warning unchecked-tribes Code/Notes/Old/Y.swift",
      ]
    )
  }

  @Test("A test target is checked if it uses the plugin, and its tribes need no plugin", arguments: [false, true])
  func tests(usesPlugin: Bool) throws {
    let plugins = usesPlugin ? ", " + Self.plugin : ""
    let manifest = SamplePackage.manifest(".target(name: \"App\"), .testTarget(name: \"T\"\(plugins))")
    let folder = try SamplePackage.folder(manifest, ["Tests/T/X.swift": Self.tribe, "Sources/App/A.swift": ""])
    let (code, report) = try CheckReport.run(in: folder.url)
    #expect(code == 0 && report.names == (usesPlugin ? ["T.X"] : []))
    #expect(report.findings == (usesPlugin ? ["warning unused-registry Tests/T/X.swift"] : []))
  }

  @Test("A folder in a package means the files of the targets in it")
  func folder() throws {
    let manifest = SamplePackage.manifest(
      #".target(name: "Kit", path: "Sources/K", exclude: ["Old"], \#(Self.plugin)), .target(name: "N")"#
    )
    let files = ["A.swift": Self.tribe, "In/B.swift": Self.run, "Old/Y.swift": SamplePackage.tribe("Y", "2.0.0")]
    let folder = try SamplePackage.folder(
      manifest,
      Dictionary(uniqueKeysWithValues: files.map { ("Sources/K/\($0)", $1) }).merging(["Sources/N/N.swift": ""]) { $1 }
    )
    for path in ["Sources/K", "./Sources/K/", folder.path("Sources/K"), "Sources/K/A.swift"] {
      #expect(try CheckReport.run(in: folder.url, path).report.names == ["Kit.X"])
    }
    // The paths are checked even if no target compiles their files.
    #expect(try CheckReport.run(in: folder.url, "Sources/K/Old").report.names == ["Kit.Y"])
  }

  @Test(
    "The path of a package's folder means the same as no path",
    arguments: [[], ["."], ["./"], ["../P"], ["absolute"], [".", "./"], ["absolute", "../P", "."]]
  )
  func root(paths: [String]) throws {
    let parent = try Folder()
    let manifest = SamplePackage.manifest(#".target(name: "K", path: "Lib")"#)
    for (file, text) in ["Package.swift": manifest, "Lib/A.swift": Self.tribe, "iOSApp/B.swift": Self.tribe] {
      try parent.write(text, to: "P/\(file)")
    }
    let paths = paths.map { $0 == "absolute" ? parent.path("P") : $0 }
    let result = try Self.tool.run(["--check", "--format", "json"] + paths, in: parent.url.appending(path: "P"))
    let report = try JSONDecoder().decode(CheckReport.self, from: Data(result.output.utf8))
    #expect(report.names == ["K.X"])
    #expect(report.findings == ["error missing-plugin Lib/A.swift", "warning unchecked-tribes iOSApp/B.swift"])
  }

  @Test(
    "A package that SwiftPM does not describe is a warning with its reason, in every format, and never an all-clear",
    arguments: ["text", "json", "github", "sarif"]
  )
  func undescribed(format: String) throws {
    let broken = SamplePackage.manifest(#".target(nam: "K")"#)
    let folder = try SamplePackage.folder(broken, ["Sources/K/A.swift": Self.tribe + Self.run])
    let result = try Self.tool.run(["--check", "--format", format], in: folder.url)
    let report = format == "text" ? result.error : result.output
    #expect(result.code == 0 && report.contains("unchecked-tribes") && report.contains("SwiftPM"), "\(result)")
    #expect(report.contains("nam:") && report.contains("Package.swift"))
    if format == "text" { #expect(result.output == "1 tribe in 1 module, 1 warning\n") }
    #expect(try Self.tool.run(["--check", "--strict", "--format", format], in: folder.url).code == 1)
  }

  @Test("Without a toolchain, the check names it and reads the folders in Sources")
  func withoutToolchain() throws {
    let manifest = SamplePackage.manifest(#".target(name: "K")"#)
    let folder = try SamplePackage.folder(manifest, ["Sources/K/A.swift": Self.tribe])
    let command = "PATH=/nowhere '\(Self.tool.executable.path)' --check"
    let result = try Tool(at: ["/bin/sh"]).run(["-c", command], in: folder.url)
    #expect(result.code == 0 && result.output == "1 tribe in 1 module, 1 warning\n")
    #expect(result.error.contains("SwiftPM reports: cannot run 'swift': No such file or directory"), "\(result)")
  }

  @Test("A standard stream that is closed, or an ignored signal, does not hide the package from the check")
  func closedStreams() throws {
    let manifest = SamplePackage.manifest(".target(name: \"K\", \(Self.plugin))")
    let folder = try SamplePackage.folder(manifest, ["Sources/K/A.swift": Self.tribe + Self.run])
    for streams in ["<&-", "<&- 2>&-"] {
      let command = "trap '' CHLD; exec '\(Self.tool.executable.path)' --check --strict \(streams)"
      let result = try Tool(at: ["/bin/sh"]).run(["-c", command], in: folder.url)
      #expect(result.code == 0 && result.output == "1 tribe in 1 module, nothing wrong\n", "\(result)")
    }
  }

  @Test("Without a temporary folder, the check ends with exit code 2 and names it")
  func withoutTemporaryFolder() throws {
    let manifest = SamplePackage.manifest(".target(name: \"K\", \(Self.plugin))")
    let folder = try SamplePackage.folder(manifest, ["Sources/K/A.swift": Self.tribe + Self.run])
    let command = "TMPDIR=/nowhere exec '\(Self.tool.executable.path)' --check"
    let result = try Tool(at: ["/bin/sh"]).run(["-c", command], in: folder.url)
    let text = "cannot write a file in the temporary folder '/nowhere': No such file or directory"
    #expect(result.code == 2 && result.error == "nomad-gen: error: \(text)\n", "\(result)")
  }

  @Test("The check writes nothing into the package, and starts no SwiftPM for files outside of packages")
  func quiet() throws {
    let manifest = SamplePackage.manifest(".target(name: \"K\", \(Self.plugin))")
    let folder = try SamplePackage.folder(manifest, ["Sources/K/A.swift": Self.tribe + Self.run])
    #expect(try CheckReport.run(in: folder.url).report.findings == [])
    #expect(try folder.names() == ["Package.swift", "Sources"])
    let plain = try Folder()
    try plain.write(Self.tribe, to: "Lib/A.swift")
    try plain.write("#!/bin/sh\ntouch '\(plain.path("started"))'\n", to: "bin/swift")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: plain.path("bin/swift"))
    let command = "PATH='\(plain.path("bin"))' '\(Self.tool.executable.path)' --check Lib Lib/A.swift"
    #expect(try Tool(at: ["/bin/sh"]).run(["-c", command], in: plain.url).code == 0)
    #expect(!plain.exists("started"))
  }

  #if os(Linux)
    @Test("A lock of SwiftPM on the package does not block the check")
    func locked() throws {
      let manifest = SamplePackage.manifest(".target(name: \"K\", \(Self.plugin))")
      let folder = try SamplePackage.folder(manifest, ["Sources/K/A.swift": Self.tribe + Self.run])
      // SwiftPM locks a file in the temporary folder, whose name has the path of the build folder.
      let name = folder.path(".build").replacing("/", with: "_") + ".lock"
      let lock = open(FileManager.default.temporaryDirectory.path + "/" + name, O_CREAT | O_RDWR, 0o600)
      #expect(lock >= 0 && flock(lock, LOCK_EX) == 0)
      defer { close(lock) }
      #expect(try CheckReport.run(in: folder.url).report.names == ["K.X"])
    }
  #endif

  @Test("A path without a Swift file is an error in every format", arguments: ["text", "json", "github", "sarif"])
  func empty(format: String) throws {
    let folder = try Folder()
    try folder.write("", to: "App/README.md")
    try folder.write(Self.tribe, to: "Lib/A.swift")
    for paths in [["App"], ["Lib", "App"], ["--module", "M", "App"]] {
      let result = try Self.tool.run(["--check", "--format", format] + paths, in: folder.url)
      #expect(result.code == 2 && result.error == "nomad-gen: error: there is no Swift file in 'App'\n", "\(result)")
    }
  }
}
