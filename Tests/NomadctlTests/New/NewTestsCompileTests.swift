#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  /// The tests that `nomadctl new` writes compile with the tribe and its registry, whatever its dependencies are.
  @Suite struct NewTestsCompileTests {
    @Test(
      "The generated tribe, with a dependency, and its test compile without a warning",
      arguments: ["testing", "xctest"],
      ["5", "6"]
    )
    func compiles(kind: String, version: String) throws {
      let folder = try Folder()
      try folder.write("", to: "Sources/App/App.swift")
      for version in ["0.9.0", "1.0.0"] {
        #expect(try Tool("nomadctl").run(["new", version, "--test", kind], in: folder.url).code == 0)
      }
      let older = "Sources/App/Tribes/Tribe_0_9_0.swift", tribe = "Sources/App/Tribes/Tribe_1_0_0.swift"
      let upgrades = "Tests/AppTests/UpgradeTests.swift", test = "Tests/AppTests/Tribe_1_0_0Tests.swift"
      let text = try #require(folder.text(tribe))
      try folder.write(
        text.replacing("  func migrate", with: "  @TribeDependency var count: Int\n\n  func migrate")
          .replacing("// static let", with: "static let"),
        to: tribe
      )
      let generate = ["--output", "Registry.swift", "--module", "App", "Sources/App"]
      #expect(try Tool("nomad-gen").run(generate, in: folder.url).code == 0)
      let built = Tool("Modules").executable
      let modules = FileManager.default.fileExists(atPath: built.path) ? built : built.deletingLastPathComponent()
      let options = ["swiftc", "-swift-version", version, "-parse-as-library", "-I", ".", "-I", modules.path]
      let module = ["-enable-testing", "-module-name", "App", "-emit-module", older, tribe, "Registry.swift"]
      for arguments in [module, ["-module-name", "AppTests", "-typecheck", test, upgrades]] {
        let strict = ["-enable-upcoming-feature", "MemberImportVisibility", "-warnings-as-errors"]
        let result = try Tool(at: ["/usr/bin/env"]).run(options + strict + arguments, in: folder.url, within: 300)
        #expect(result.code == 0, "\(result.error)")
      }
      // The test gives the tribe no dependency. It must report that as an error instead of trapping.
      #expect(folder.text(test)?.contains("().migrate()") == false)
    }
  }
#endif
