import Testing

extension PluginBuilds {
  @Suite struct ModulesTests {
    @Test(
      "The tribes of two modules run in one common order",
      .enabled(if: BuildVariant.isThorough),
      arguments: BuildVariant.all
    )
    func modules(variant: BuildVariant) async throws {
      let consumer = try Consumer(copying: "Modules", variant: variant)
      let output = try await consumer.output(of: "App")
      #expect(
        output == [
          "Prepare .first",
          #"PlantNotes .literal("1.0.0")"#,
          #"BuildIndex .literal("1.1.0")"#,
          #"BuildIndex .literal("2.0.0")"#,
          #"DropIndex .literal("3.0.0")"#,
          "CountLaunch .always",
        ]
      )
      #expect(consumer.registries().count == 2)
    }

    @Test(
      "Swift files outside of the sources of a target are not scanned",
      .enabled(if: BuildVariant.isThorough),
      arguments: BuildVariant.debug
    )
    func otherFiles(variant: BuildVariant) async throws {
      let tribe = "import Nomad\nstruct First: Tribe { static let target: TribeTarget = .first; func migrate() {} }\n"
      let consumer = try Consumer(
        // In the target, this protocol would hide the library's.
        sources: [
          "Tribes/First.swift": tribe, "Draft.swift": "protocol Tribe {}\n", "Copy.swift": "protocol Tribe {}\n",
        ],
        variant: variant
      )
      let manifest = try consumer.read("Package.swift")
      let plugins = "plugins: ["
      try #require(manifest.contains(plugins))
      try consumer.write(
        manifest.replacing(
          plugins,
          with: #"sources: ["App.swift", "Tribes"], resources: [.copy("Copy.swift")], "# + plugins
        ),
        to: "Package.swift"
      )
      // Both build systems warn about such files.
      let outcome = try await consumer.build()
      try #require(outcome.succeeded, "\(outcome.log)")
      #expect(try await consumer.run("App") == ["First .first"])
    }
  }
}
