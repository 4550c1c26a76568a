import Foundation
import Testing
import ToolSupport

/// The check of targets whose other plugins generate files.
@Suite struct GeneratedFilesTests {
  private static let run = "let nomad = Nomad(.generated)\n"

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

  @Test("Before a build, the files of an earlier plugin are a warning, and after it, they are checked")
  func earlier() throws {
    let folder = try package(#""Codes", .plugin(name: "NomadPlugin", package: "Nomad")"#)
    let before = try CheckReport.run(in: folder.url)
    #expect(before.code == 0 && before.report.findings == ["warning unchecked-tribes Package.swift"])
    #expect(
      before.report.diagnostics.first?.message
        == "tribes of Kit may be missing, because the files that the plugin 'Codes' generates do not exist yet"
    )
    let identity = folder.url.lastPathComponent.lowercased()
    let outputs = ".build/plugins/outputs/\(identity)/Kit/destination"
    try folder.write("", to: "\(outputs)/NomadPlugin/NomadRegistry.swift")
    #expect(try CheckReport.run(in: folder.url).report.findings == [])
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
