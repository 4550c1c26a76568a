import Testing

extension PluginBuilds {
  /// A registry that is committed, for two programs that share a module, without the plugin.
  @Suite(.enabled(if: BuildVariant.isThorough)) struct CommittedTests {
    private static let path = "Sources/Kit/NomadRegistry.swift"
    private static let tribes = "Sources/Kit/Tribes.swift"

    private func change(_ old: String, to new: String, in consumer: Consumer, _ file: String) throws {
      let text = try consumer.read(file)
      try #require(text.contains(old))
      try consumer.write(text.replacing(old, with: new), to: file)
    }

    @Test(
      "A committed registry is written, builds without a warning, and is reported when it is stale",
      arguments: BuildVariant.debug
    )
    func committed(variant: BuildVariant) async throws {
      let consumer = try Consumer(copying: "Committed", variant: variant)
      let first = try await consumer.tool(["--output", Self.path, "--module", "Kit", "Sources/Kit"])
      try #require(first.succeeded, "\(first.log)")
      for program in ["App", "Watch"] {
        #expect(try await consumer.output(of: program) == ["SplitNotes BuildIndex"])
      }

      try change("{ _ = 1 }", to: "{ _ = 2 }", in: consumer, Self.tribes)
      var check = try await consumer.tool(["--check", "--strict"])
      #expect(!check.succeeded)
      #expect(check.log.contains("error: 'BuildIndex' has another source in the committed registry [stale-registry]"))
      #expect(check.log.contains("note: run 'swift run nomad-gen --write', and commit the file"), "\(check.log)")

      try change("1.0.0", to: "1.0.1", in: consumer, Self.tribes)
      try consumer.write(
        """
        import Nomad

        struct AddTags: Tribe {
          static let target: TribeTarget = .literal("0.9.0")
          func migrate() async throws {}
        }
        """,
        to: "Sources/Kit/AddTags.swift"
      )
      let written = try await consumer.tool(["--write"])
      #expect(written.succeeded && written.output.contains("wrote \(Self.path)\n"), "\(written.log)")
      check = try await consumer.tool(["--check", "--strict"])
      #expect(check.succeeded && check.output.contains("3 tribes in 3 modules, nothing wrong"), "\(check.log)")
      for program in ["App", "Watch"] {
        #expect(try await consumer.output(of: program) == ["AddTags SplitNotes BuildIndex"])
      }

      // With the plugin, too, there would be two registries.
      let product = #".product(name: "Nomad", package: "Nomad")]"#
      let plugin = #", plugins: [.plugin(name: "NomadPlugin", package: "Nomad")]"#
      try change(product, to: product + plugin, in: consumer, "Package.swift")
      let build = try await consumer.build()
      #expect(!build.succeeded && build.log.contains("Kit/NomadRegistry.swift: "), "\(build.log)")
    }
  }
}
