import Testing

extension PluginBuilds {
  /// Tribes in files that another build-tool plugin generates.
  @Suite(.enabled(if: BuildVariant.isThorough)) struct GeneratedTests {
    @Test(
      "The registry has the tribes that an earlier plugin generates, in paths with spaces, apostrophes and other letters",
      arguments: BuildVariant.any
    )
    func earlier(variant: BuildVariant) async throws {
      // In a folder of its own, because its plugin leaves files that no later package has. Without `"` and `%`: both
      // build systems fail on them in any package, with or without a plugin.
      let consumer = try Consumer(copying: "Generated", as: "Ünïcode folder's é + #1", variant: variant)
      try consumer.move("Sources/App/App.swift", to: "Sources/App/a b's/日本語 é.swift")
      #expect(try await consumer.output(of: "App") == ["KitTribe", "AppTribe", "OwnTribe"])
      // A change of the generated file reaches the registry.
      let tool = "Sources/write-tribe/WriteTribe.swift"
      try consumer.write(
        try consumer.read(tool).replacing(#""\(isKit ? 1 : 2).0.0""#, with: #""\(isKit ? 4 : 2).0.0""#),
        to: tool
      )
      #expect(try await consumer.output(of: "App") == ["AppTribe", "OwnTribe", "KitTribe"])
    }
  }
}
