import Foundation
import Testing
import ToolSupport

/// Warnings about tribes that the check cannot see, and the sources in which it finds them.
@Suite struct UncheckedTribesTests {
  private static let tool = Tool("nomad-gen")
  private static let tribe = "struct A: Tribe { static let target: TribeTarget = .literal(\"1.0.0\") }\n"
  private static let step = "import Kit\nstruct S: Step { static let target: TribeTarget = .literal(\"2.0\") }\n"

  private func check(_ arguments: String..., in folder: Folder) throws -> Tool.Result {
    try Self.tool.run(["--check"] + arguments, in: folder.url)
  }

  private func package(_ targets: String? = nil) throws -> Folder {
    let folder = try Folder()
    try folder.write(Self.tribe, to: "Sources/Core/A.swift")
    if let targets { try folder.write(SamplePackage.manifest(targets), to: "Package.swift") }
    return folder
  }

  @Test(
    "A type with an unknown protocol from another package is a warning in every format",
    arguments: ["text", "json", "github", "sarif"]
  )
  func protocolElsewhere(format: String) throws {
    let folder = try package()
    try folder.write(Self.step, to: "Sources/App/S.swift")
    let result = try check("--format", format, in: folder)
    #expect(result.code == 0)
    let report = format == "text" ? result.error : result.output
    #expect(report.contains("unchecked-tribes") && report.contains("warning") && report.contains("Kit"))
    if format == "text" { #expect(result.output == "1 tribe in 2 modules, 1 warning\n") }
  }

  @Test("A protocol from a module that a checked module re-exports is a warning, too")
  func reexported() throws {
    let folder = try package()
    try folder.write(Self.step, to: "Sources/App/S.swift")
    try folder.write("@_exported import Steps\npublic protocol Other {}\n", to: "Sources/Kit/Kit.swift")
    let result = try check(in: folder)
    #expect(result.error.contains("[unchecked-tribes]") && result.error.contains("check the folder of Steps too"))
  }

  @Test("With the sources of the protocol, its types are checked as tribes without the warning")
  func given() throws {
    let folder = try package()
    try folder.write(Self.step, to: "Sources/App/S.swift")
    try folder.write("import Nomad\npublic protocol Step: Tribe {}\n", to: "Kit/Sources/Kit/Step.swift")
    let result = try check("Sources", "Kit/Sources", in: folder)
    #expect(result.code == 1)
    #expect(result.error.contains("[illegal-target]") && !result.error.contains("unchecked-tribes"))
  }

  @Test("Targets with paths of their own are checked under their own names")
  func targetElsewhere() throws {
    let folder = try package(
      """
        .target(name: "Core", exclude: ["Deep"], \(SamplePackage.plugin)),
        .executableTarget(name: "App", dependencies: ["Core"], path: "./App", \(SamplePackage.plugin)),
        .target(name: "Deep", path: "Sources/Core/Deep/", \(SamplePackage.plugin)),
        .testTarget(name: "T", path: "Sources/T"),
      """
    )
    for (index, name) in ["App/A", "Sources/Core/Deep/In/A", "Sources/T/A"].enumerated() {
      let tribe = Self.tribe.replacing("1.0.0", with: "\(index + 3).0.0")
      try folder.write(tribe + "let nomad = Nomad(.generated), run = nomad.migrate\n", to: "\(name).swift")
    }
    try folder.write("let nomad = Nomad(.generated), run = nomad.migrate\n", to: "Sources/Core/B.swift")
    let (code, report) = try CheckReport.run(in: folder.url)
    #expect(code == 0 && report.findings == [])
    #expect(
      report.tribes.map { "\($0.module) \($0.file)" } == [
        "Core Sources/Core/A.swift", "App App/A.swift", "Deep Sources/Core/Deep/In/A.swift", "T Sources/T/A.swift",
      ]
    )
  }

  @Test("A constant of a module that does not use the library cannot be read, as in a build", arguments: [false, true])
  func constantElsewhere(usesLibrary: Bool) throws {
    let folder = try package()
    let constant = "public enum Releases { public static let two = \"2.0.0\" }\n"
    try folder.write((usesLibrary ? "import Nomad\n" : "") + constant, to: "Sources/Versions/Releases.swift")
    let target = "static let target: TribeTarget = .literal(Releases.two)"
    try folder.write("import Nomad\nimport Versions\nstruct T: Tribe { \(target) }\n", to: "Sources/App/T.swift")
    let result = try check(in: folder)
    #expect(result.code == (usesLibrary ? 0 : 1), "\(result)")
    #expect(result.error.contains("Sources/App/T.swift:3:61: error: ") != usesLibrary)
    #expect(result.error.contains("[unreadable-target]") != usesLibrary)
  }

  @Test(
    "A protocol of a checked-out or local package that refines Tribe makes its types tribes",
    arguments: [
      ("", "P/.build/checkouts/kit"), (".package(path: \"../Kit\")", "Kit"),
      (".package(name: \"Kit\", path: \"Packages/Kit\")", "P/Packages/Kit"),
      (".package(path: \"../Küche für alle\")", "Küche für alle"),
    ],
    [false, true]
  )
  func imported(package: (dependency: String, folder: String), isIndirect: Bool) throws {
    let parent = try Folder()
    let run = "let nomad = Nomad(.generated)\n"
    let manifest = SamplePackage.manifest(
      ".target(name: \"App\", \(SamplePackage.plugin))",
      dependencies: package.dependency
    )
    try parent.write(manifest, to: "P/Package.swift")
    try parent.write(Self.step + run, to: "P/Sources/App/S.swift")
    // Only the description by SwiftPM knows these folders.
    let targets = ".target(name: \"Kit\", path: \"Code/A\"), .target(name: \"KitBase\", path: \"Code/B\")"
    try parent.write(SamplePackage.manifest(targets), to: "\(package.folder)/Package.swift")
    let steps = "import Nomad\npublic protocol \(isIndirect ? "Base" : "Step"): Tribe {}\n"
    try parent.write(steps, to: "\(package.folder)/Code/\(isIndirect ? "B" : "A")/Step.swift")
    let other = isIndirect ? "import struct KitBase.Base\npublic protocol Step: Base {}\n" : ""
    try parent.write(other, to: "\(package.folder)/Code/\(isIndirect ? "A" : "B")/Step.swift")
    let result = try Self.tool.run(["--check"], in: parent.url.appending(path: "P"))
    #expect(result.code == 1, "\(result)")
    #expect(result.error.contains("Sources/App/S.swift:2:60: error: ") && result.error.contains("[illegal-target]"))
    #expect(!result.error.contains("unchecked-tribes"))
  }

  @Test(
    "A module of a package is read even if it has the name of a well-known module or imports only a refinement",
    arguments: ["Photos", "Logging", "Kit"],
    ["import Nomad\npublic protocol Step: Tribe {}", "import NomadPostgres\npublic protocol Step: PostgresTribe {}"]
  )
  func wellKnown(name: String, declaration: String) throws {
    let folder = try package()
    try folder.write(Self.step.replacingOccurrences(of: "Kit", with: name), to: "Sources/App/S.swift")
    try folder.write(declaration, to: ".build/checkouts/kit/Sources/\(name)/Step.swift")
    #expect(try check(in: folder).error.contains("[illegal-target]"))
  }

  @Test("A protocol in a package with an import that cannot be followed is either checked or a warning")
  func unfollowed() throws {
    let folder = try package()
    try folder.write(Self.step, to: "Sources/App/S.swift")
    try folder.write(
      "import Umbrella\npublic protocol Step: Tribe {}\n",
      to: ".build/checkouts/kit/Sources/Kit/Step.swift"
    )
    let result = try check(in: folder)
    #expect(result.error.contains("[illegal-target]") || result.error.contains("[unchecked-tribes]"), "\(result)")
  }

  @Test("With --protocol, the protocol is found in a package that does not import the library")
  func otherProtocol() throws {
    let folder = try package()
    try folder.write(Self.step, to: "Sources/App/S.swift")
    try folder.write("public protocol Step: Migration {}\n", to: ".build/checkouts/kit/Sources/Kit/Step.swift")
    #expect(try check("--protocol", "Migration", in: folder).error.contains("[illegal-target]"))
  }

  @Test("Two modules with the same name are checked separately")
  func namesakes() throws {
    let folder = try Folder()
    for package in ["One", "Two"] { try folder.write(Self.tribe, to: "\(package)/Sources/Kit/A.swift") }
    let result = try check("One/Sources/Kit", "Two/Sources/Kit", in: folder)
    #expect(result.code == 0 && result.error.contains("[shared-target]"), "\(result)")
    #expect(result.output == "2 tribes in 2 modules, 1 warning\n")
  }
}
