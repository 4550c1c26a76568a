import Foundation
import Testing
import ToolSupport

/// What a check does not look at, it says.
@Suite struct UncheckedTribesTests {
  private static let tool = Tool("nomad-gen")
  private static let tribe = "struct A: Tribe { static let target: TribeTarget = .literal(\"1.0.0\") }\n"
  private static let step = "import Kit\nstruct S: Step { static let target: TribeTarget = .literal(\"2.0\") }\n"

  private func check(_ arguments: String..., in folder: Folder) throws -> Tool.Result {
    try Self.tool.run(["--check"] + arguments, in: folder.url)
  }

  private func package(_ targets: String) throws -> Folder {
    let folder = try Folder()
    try folder.write(Self.tribe, to: "Sources/Core/A.swift")
    try folder.write("let package = Package(name: \"P\", targets: [\(targets)])\n", to: "Package.swift")
    return folder
  }

  @Test("A protocol from another package is a warning in every format", arguments: ["text", "json", "github", "sarif"])
  func protocolElsewhere(format: String) throws {
    let folder = try package("")
    try folder.write(Self.step, to: "Sources/App/S.swift")
    let result = try check("--format", format, in: folder)
    #expect(result.code == 0)
    let report = format == "text" ? result.error : result.output
    #expect(report.contains("unchecked-tribes") && report.contains("warning") && report.contains("Kit"))
    if format == "text" { #expect(result.output == "1 tribe in 2 modules, 1 warning\n") }
  }

  @Test("With the sources that declare it there is no warning, and its tribes are checked")
  func given() throws {
    let folder = try package("")
    try folder.write(Self.step, to: "Sources/App/S.swift")
    try folder.write("public protocol Step: Tribe {}\n", to: "Kit/Sources/Kit/Step.swift")
    let result = try check("Sources", "Kit/Sources", in: folder)
    #expect(result.code == 1)
    #expect(result.error.contains("[illegal-target]") && !result.error.contains("unchecked-tribes"))
  }

  @Test("A target with a path outside of Sources is a warning at that path, if tribes may stand there")
  func targetElsewhere() throws {
    let folder = try package(
      """

        .target(name: "Core", dependencies: [.product(name: "Nomad", package: "Nomad")]),
        .executableTarget(name: "App", dependencies: ["Core"], path: "./App"),
        .target(name: "Plain", path: "Plain"), .target(name: "Gone", path: "Gone"), // path: "Comment"
        .target(name: "Deep", path: "Sources/Core"), .testTarget(name: "T", path: "T"),

      """
    )
    for name in ["App/A", "T/A", "Comment/A", "Package/A"] {
      try folder.write(Self.tribe.replacingOccurrences(of: "1.0", with: "3.0"), to: "\(name).swift")
    }
    try folder.write("struct Plain {}\n", to: "Plain/P.swift")
    let result = try check(in: folder)
    #expect(result.code == 0 && result.output == "1 tribe in 1 module, 1 warning\n")
    let lines = result.error.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("Package.swift:3:64: warning: the target at 'App' is outside of Sources") == true)
    #expect(lines.first?.hasSuffix("give the paths Sources App [unchecked-tribes]") == true)
    let given = try check("Sources", "App", in: folder)
    #expect(given.error == "" && given.output == "2 tribes in 2 modules, nothing wrong\n")
  }

  @Test("A manifest that is no text of Swift is no failure")
  func oddManifest() throws {
    let folder = try package(")]}.target(path: \"App")
    #expect(try check(in: folder).code == 0)
  }
}
