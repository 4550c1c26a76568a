import Foundation
import Testing
import ToolSupport

/// The check of targets whose other plugins generate files.
@Suite struct GeneratedFilesTests {
  private static let run = "let nomad = Nomad(.generated)\n"
  private static let nomad = #".plugin(name: "NomadPlugin", package: "Nomad")"#

  /// Returns a package with two modules, whose plugins are in an order.
  private func package(_ plugins: String) throws -> Folder {
    let targets = """
      .plugin(name: "Codes", capability: .buildTool()), .target(name: "Kit", plugins: [\(plugins)]),
      .target(name: "App", dependencies: ["Kit"], \(SamplePackage.plugin))
      """
    return try SamplePackage.folder(
      SamplePackage.manifest(targets),
      [
        "Plugins/Codes/C.swift": "", "Sources/Kit/K.swift": SamplePackage.tribe("K", "1.0.0") + Self.run,
        "Sources/App/A.swift": "import Kit\n" + SamplePackage.tribe("A", "2.0.0") + Self.run,
      ]
    )
  }

  /// Writes what a build leaves of a module, NomadPlugin's list of its sources, and returns the path of the folder with
  /// the plugins' folders.
  @discardableResult
  private func build(
    _ generated: [String],
    of target: String,
    _ identity: String,
    in folder: Folder,
    at path: String = ""
  )
    throws -> String
  {
    let outputs = ".build/plugins/outputs/\(identity.lowercased())/\(target)/destination"
    let files = generated.map { "/elsewhere/\(outputs)/Codes/\($0)" } + ["/elsewhere/Sources/Kit/K.swift"]
    try folder.write(files.joined(separator: "\0"), to: "\(path)\(outputs)/NomadPlugin/NomadSources.txt")
    return outputs
  }

  @Test("Before a build, the files of an earlier plugin are a warning, and after it, they are checked")
  func earlier() throws {
    let folder = try package("\"Codes\", \(Self.nomad)")
    let before = try CheckReport.run(in: folder.url)
    #expect(before.code == 0 && before.report.findings == ["warning unchecked-tribes Package.swift"])
    #expect(
      before.report.diagnostics.first?.message
        == "tribes of Kit may be missing, because the files that the plugin 'Codes' generates do not exist yet"
    )
    try build([], of: "Kit", folder.url.lastPathComponent, in: folder)
    #expect(try CheckReport.run(in: folder.url).report.findings == [])
    let outputs = try build(["G.swift"], of: "Kit", folder.url.lastPathComponent, in: folder)
    #expect(try CheckReport.run(in: folder.url).report.findings == ["warning unchecked-tribes Package.swift"])
    try folder.write(
      "public protocol Step: Tribe {}\n" + SamplePackage.tribe("G", "1.0"),
      to: "\(outputs)/Codes/G.swift"
    )
    let after = try CheckReport.run(in: folder.url)
    #expect(after.code == 1 && Set(after.report.names) == ["Kit.G", "Kit.K", "App.A"])
    #expect(after.report.findings == ["error illegal-target \(outputs)/Codes/G.swift"])
    // As in a build, the app does not see the generated protocol.
    let step = SamplePackage.tribe("S", "3.0.0").replacing("S: Tribe", with: "S: Step")
    try folder.write("import Kit\n\(step)\(Self.run)", to: "Sources/App/A.swift")
    let unseen = try CheckReport.run(in: folder.url)
    #expect(!unseen.report.names.contains("App.S"))
    #expect(unseen.report.findings.contains("warning unchecked-tribes Sources/App/A.swift"))
  }

  @Test("Files that plugins have left of earlier builds are not checked, whatever the plugin's target is called")
  func stale() throws {
    let folder = try package("\"Codes\", \(Self.nomad)")
    let outputs = try build(["New.swift", "../Maker/More.swift"], of: "Kit", folder.url.lastPathComponent, in: folder)
    let files = ["Codes/Old.swift": "3.0.0", "Codes/New.swift": "3.0.0", "Maker/More.swift": "4.0.0"]
    for (file, version) in files {
      try folder.write(SamplePackage.tribe(String(file.dropFirst(6).dropLast(6)), version), to: "\(outputs)/\(file)")
    }
    let (code, report) = try CheckReport.run(in: folder.url)
    #expect(code == 0 && report.findings == [] && Set(report.names) == ["Kit.K", "Kit.New", "Kit.More", "App.A"])
  }

  @Test("The files in a package that another one depends on by path are where the build of the other one leaves them")
  func dependency() throws {
    let kit =
      #".plugin(name: "Codes", capability: .buildTool()), .target(name: "Kit", plugins: ["Codes", \#(Self.nomad)])"#
    let app = #".target(name: "App", dependencies: [.product(name: "Kit", package: "Kit")], \#(SamplePackage.plugin))"#
    let folder = try Folder()
    let files = [
      "App/Package.swift": SamplePackage.manifest(app, dependencies: #".package(path: "../Kit")"#),
      "App/Sources/App/A.swift": SamplePackage.tribe("A", "2.0.0") + Self.run,
      "Kit/Package.swift": SamplePackage.manifest(kit, products: #".library(name: "Kit", targets: ["Kit"])"#),
      "Kit/Sources/Kit/K.swift": SamplePackage.tribe("K", "1.0.0") + Self.run, "Kit/Plugins/Codes/C.swift": "",
    ]
    for (path, text) in files { try folder.write(text, to: path) }
    let url = folder.url.appending(path: "App")
    #expect(try CheckReport.run(in: url).report.findings == ["warning unchecked-tribes ../Kit/Package.swift"])
    let outputs = try build(["G.swift"], of: "Kit", "Kit", in: folder, at: "App/")
    try folder.write(SamplePackage.tribe("G", "3.0.0"), to: "App/\(outputs)/Codes/G.swift")
    let (code, report) = try CheckReport.run(in: url)
    #expect(code == 0 && report.findings == [] && Set(report.names) == ["Kit.K", "Kit.G", "App.A"])
  }

  @Test("Before a build, a shipped tribe in a file of another plugin is not gone")
  func shipped() throws {
    let folder = try package("\"Codes\", \(Self.nomad)")
    try folder.write("tribes-lock 1\nKit.G .literal(\"0.1.0\") 0.1.0 3d31d3f7850f9753\n", to: "Tribes.lock")
    let before = try CheckReport.run(in: folder.url)
    #expect(before.code == 0 && before.report.findings == ["warning unchecked-tribes Package.swift"])
    try build([], of: "Kit", folder.url.lastPathComponent, in: folder)
    #expect(try CheckReport.run(in: folder.url).report.findings == ["error removed-tribe Tribes.lock"])
  }

  @Test("A plugin after NomadPlugin is a warning with the remedy")
  func later() throws {
    let folder = try package(#".plugin(name: "NomadPlugin", package: "Nomad"), "Codes""#)
    let (code, report) = try CheckReport.run(in: folder.url)
    #expect(code == 0 && report.findings == ["warning unchecked-tribes Package.swift"])
    let finding = try #require(report.diagnostics.first)
    #expect(
      finding.message == "NomadPlugin does not see the files that the plugin 'Codes' generates for the target 'Kit'"
    )
    #expect(finding.notes.last?.message == "put NomadPlugin at the end of the plugins of 'Kit'")
  }
}
