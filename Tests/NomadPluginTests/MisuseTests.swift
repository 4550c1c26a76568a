import Testing

extension PluginBuilds {
  @Suite(.enabled(if: BuildVariant.isThorough)) struct MisuseTests {
    @Test(
      "A target with the plugin but without the library fails to build, and the error names the dependency to add",
      arguments: BuildVariant.debug
    )
    func withoutLibrary(variant: BuildVariant) async throws {
      let consumer = try Consumer(sources: [:], variant: variant)
      let manifest = try consumer.read("Package.swift")
      try consumer.write(
        manifest.replacing(#"dependencies: [.product(name: "Nomad", package: "Nomad")],"#, with: ""),
        to: "Package.swift"
      )
      try consumer.write("@main enum App { static func main() {} }\n", to: "Sources/App/App.swift")

      let outcome = try await consumer.build()
      #expect(!outcome.succeeded)
      #expect(
        outcome.log.contains(#"add .product(name: "Nomad", package: "Nomad") to its dependencies"#),
        "\(outcome.log)"
      )
    }

    @Test(
      "A source file with the registry's name fails the build, and the error asks to rename the file",
      arguments: BuildVariant.debug
    )
    func sameName(variant: BuildVariant) async throws {
      let consumer = try Consumer(sources: ["NomadRegistry.swift": "struct Mine {}\n"], variant: variant)
      let outcome = try await consumer.build()
      #expect(!outcome.succeeded)
      #expect(outcome.log.contains("/Sources/App/NomadRegistry.swift: "), "\(outcome.log)")
      #expect(outcome.log.contains("rename yours"))
    }
  }
}
