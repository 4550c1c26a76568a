import NomadGenCore
import NomadSources
import Testing

@testable import NomadCheck

/// What SwiftPM prints about a package, as values.
@Suite struct PackageDescriptionTests {
  private static let described = """
    {
      "dependencies": [
        {"identity": "kit", "path": "/repo/Packages/Kit", "type": "fileSystem"},
        {"identity": "nomad", "requirement": {"branch": ["main"]}, "type": "sourceControl", "url": "https://a.invalid"}
      ],
      "name": "App", "path": "/repo", "targets": [
        {"c99name": "Tests", "module_type": "SwiftTarget", "name": "Tests", "path": "Tests/Tests",
         "sources": ["T.swift"], "type": "test"},
        {"c99name": "App_Kit", "module_type": "SwiftTarget", "name": "App-Kit", "path": "Sources/App-Kit/",
         "product_memberships": ["app"], "sources": ["A.swift", "In/B.swift", "C.c"], "type": "library"},
        {"c99name": "Whole", "module_type": "SwiftTarget", "name": "Whole", "path": ".", "sources": ["W.swift"],
         "type": "executable"}
      ]
    }
    """
  private static let dumped = """
    {
      "products": [{"name": "Kit", "targets": ["App-Kit"], "type": {"library": ["automatic"]}, "settings": []}],
      "targets": [
        {"dependencies": [{"product": ["Nomad", "fork", null, {"platformNames": ["linux"]}]}], "name": "App-Kit",
         "pluginUsages": [{"plugin": ["Codes", null]}, {"plugin": ["NomadPlugin", "fork"]}, {"plugin": ["Lint", "lint"]}],
         "type": "regular"},
        {"dependencies": [], "name": "Gone", "type": "regular"},
        {"dependencies": [], "name": "Whole", "type": "executable"},
        {"dependencies": [], "name": "Tests", "pluginUsages": [{"plugin": ["NomadPlugin", null]}], "type": "test"}
      ]
    }
    """

  private func description(_ described: String = described, _ dumped: String = dumped) throws -> PackageDescription {
    try PackageDescription(describing: Array(described.utf8), manifest: Array(dumped.utf8))
  }

  @Test("The targets are in the order of the manifest, with their files and plugins")
  func targets() throws {
    let description = try description()
    #expect(description.targets.map(\.module) == ["App_Kit", "Whole", "Tests"])
    #expect(
      description.targets[0]
        == PackageDescription.Target(
          name: "App-Kit",
          module: "App_Kit",
          kind: "library",
          folder: "Sources/App-Kit",
          files: ["Sources/App-Kit/A.swift", "Sources/App-Kit/In/B.swift"],
          plugins: ["Codes", "NomadPlugin", "Lint"],
          isOffered: true
        )
    )
    #expect(description.targets.map(\.usesPlugin) == [true, false, true])
    #expect(description.targets.map(\.isOffered) == [true, false, false])
    #expect(description.targets[1].folder == "" && description.targets[1].files == ["W.swift"])
    #expect(description.targets[0].earlierPlugins == ["Codes"] && description.targets[0].laterPlugins == ["Lint"])
    #expect(description.targets[1].earlierPlugins == [] && description.targets[1].laterPlugins == [])
  }

  @Test("A target is for tests if only they use it, and if the package ships other targets")
  func forTests() throws {
    let alone = Self.described.replacing(#""product_memberships": ["app"], "#, with: "")
    let tested = alone.replacing(#""type": "test""#, with: #""target_dependencies": ["App-Kit"], "type": "test""#)
    #expect(try description().targets.map(\.isForTests) == [false, false, true])
    #expect(try description(alone).targets[0].isForTests == false)
    #expect(try description(tested).targets.map(\.isForTests) == [true, false, true])
    let whole = #""type": "executable""#
    let shared = tested.replacing(whole, with: #""target_dependencies": ["App-Kit"], "type": "library""#)
    #expect(try description(shared).targets[0].isForTests == false)
    let unshipped = tested.replacing(whole, with: #""type": "library""#)
    #expect(try description(unshipped).targets.map(\.isForTests) == [false, false, true])
  }

  @Test("Packages by path, and the name of the library's package, are known")
  func packages() throws {
    let description = try description()
    #expect(description.packagePaths == ["/repo/Packages/Kit"] && description.libraryPackage == "fork")
    #expect(!description.isLibrary)
    let usages = #"{"plugin": ["NomadPlugin", "fork"]}, "#
    #expect(try self.description(Self.described, Self.dumped.replacing(usages, with: "")).libraryPackage == "fork")
    let library = try self.description(
      Self.described.replacing("\"name\": \"App-Kit\"", with: "\"name\": \"Nomad\"")
        .replacing("\"name\": \"Tests\"", with: "\"name\": \"NomadPlugin\""),
      Self.dumped.replacing("\"name\": \"App-Kit\"", with: "\"name\": \"Nomad\"")
        .replacing("\"name\": \"Tests\"", with: "\"name\": \"NomadPlugin\"")
    )
    #expect(library.isLibrary)
  }

  @Test("Another form of the output is an error", arguments: ["", "{}", "[]", "{\"targets\": [{}]}"])
  func unknown(text: String) {
    #expect(throws: Failure.self) { try description(text) }
    #expect(throws: Failure.self) { try description(Self.described, text) }
  }

  @Test(
    "Of SwiftPM's messages, the compiler's first error counts, or else its own",
    arguments: [
      (
        "warning: a\nerror: 'p': Invalid manifest\n/p/Package.swift:3:1: error: b\nerror: c",
        "/p/Package.swift:3:1: error: b"
      ),
      ("warning: a\nerror: b\nerror: c\n", "error: b"), ("b\n", "b"), ("", "it ended without a message"),
      ("Another instance of SwiftPM is … since `--ignore-lock` has been passederror: b", "error: b"),
      (
        "error: a\nsandbox-exec: sandbox_apply: Operation not permitted\n",
        "sandbox-exec: sandbox_apply: Operation not permitted"
      ),
    ]
  )
  func problem(output: String, line: String) {
    #expect(SwiftPM.problem(in: Array(output.utf8)) == line)
  }
}
