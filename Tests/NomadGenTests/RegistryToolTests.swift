import Testing
import ToolSupport

/// The tool of the build is compiled from the same sources as nomad-gen, but as one module.
@Suite struct RegistryToolTests {
  private static let tool = Tool("nomad-registry")

  private func makeFolder(target: String) throws -> Folder {
    let folder = try Folder()
    try folder.write("import Kit\nstruct A: Step { static let target: TribeTarget = .\(target) }\n", to: "A.swift")
    try folder.write("public protocol Step: Tribe {}\n", to: "Kit.swift")
    try folder.write("A.swift", to: "Sources.txt")
    try folder.write("@Kit\0Kit.swift", to: "Imported.txt")
    return folder
  }

  @Test(
    "The tool of the build does what nomad-gen does",
    arguments: ["literal(\"1.0.0\")", "literal(\"1.0\")", "first"]
  )
  func agrees(target: String) throws {
    let folder = try makeFolder(target: target)
    try folder.write("stale", to: "Built.swift")
    let built = try Self.tool.run(["Built.swift", "App", "Sources.txt", "Imported.txt"], in: folder.url)
    let options = ["--file-list", "Sources.txt", "--dependency-list", "Imported.txt"]
    let checked = try Tool("nomad-gen").run(["--output", "Gen.swift", "--module", "App"] + options, in: folder.url)
    #expect(built.code == (target == "literal(\"1.0\")" ? 1 : 0))
    #expect(built.code == checked.code && built.output == checked.output && built.error == checked.error)
    #expect(folder.text("Built.swift") == folder.text("Gen.swift"))
    #expect(folder.exists("Built.swift") == (built.code == 0))
  }

  @Test("The tool of the build fails without its four arguments, and without a list that it needs")
  func usage() throws {
    let folder = try makeFolder(target: "first")
    try folder.write("stale", to: "R.swift")
    let few = try Self.tool.run(["R.swift", "App", "Sources.txt"], in: folder.url)
    #expect(few.code == 2 && few.error.contains("nomad-gen --help"))
    #expect(folder.text("R.swift") == "stale")
    let unlisted = try Self.tool.run(["R.swift", "App", "None.txt", "Imported.txt"], in: folder.url)
    #expect(unlisted.code == 2 && unlisted.error.contains("None.txt"))
    #expect(!folder.exists("R.swift"))
  }
}
