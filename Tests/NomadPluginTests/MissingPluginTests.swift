import Testing

extension PluginBuilds {
  /// A target that uses a registry which the build does not generate for it.
  @Suite struct MissingPluginTests {
    private static let plugin = #"plugins: [.plugin(name: "NomadPlugin", package: "Nomad")]"#

    @Test(
      "A target without the plugin fails to build, and the error shows the missing manifest line",
      arguments: BuildVariant.debug
    )
    func missing(variant: BuildVariant) async throws {
      let consumer = try Consumer(sources: [:], variant: variant)
      let manifest = try consumer.read("Package.swift")
      try #require(manifest.contains(Self.plugin))
      try consumer.write(manifest.replacing(Self.plugin, with: ""), to: "Package.swift")
      let outcome = try await consumer.build()
      #expect(!outcome.succeeded)
      #expect(outcome.log.contains("'generated' is unavailable: add \(Self.plugin) to this target"), "\(outcome.log)")
    }

    @Test(
      "A target without the plugin can use the registry of a module that it imports with @testable",
      arguments: BuildVariant.debug
    )
    func testable(variant: BuildVariant) async throws {
      let consumer = try Consumer(sources: [:], variant: variant)
      try consumer.write(
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let nomad: Target.Dependency = .product(name: "Nomad", package: "Nomad")
        let package = Package(
          name: "App",
          platforms: [.macOS(.v13)],
          dependencies: [.package(name: "Nomad", path: \(Consumer.repositoryLiteral))],
          targets: [
            .target(name: "Kit", dependencies: [nomad], \(Self.plugin)),
            .executableTarget(name: "App", dependencies: ["Kit", nomad]),
          ]
        )
        """,
        to: "Package.swift"
      )
      try consumer.write(
        """
        import Nomad

        struct First: Tribe {
          static let target: TribeTarget = .literal("1.0.0")
          func migrate() async throws {}
        }
        """,
        to: "Sources/Kit/First.swift"
      )
      try consumer.write(
        """
        import Nomad

        @testable import Kit

        @main enum App {
          static func main() { print(TribeRegistry.generated.entries.map { "\\($0.module).\\($0.name)" }) }
        }
        """,
        to: "Sources/App/App.swift"
      )
      #expect(try await consumer.output(of: "App") == [#"["Kit.First"]"#])
    }
  }
}
