import Testing

extension PluginBuilds {
  /// This package's manifest has unsafe flags, which SwiftPM rejects in some dependencies.
  @Suite(.enabled(if: BuildVariant.isThorough)) struct ReleaseTests {
    @Test(
      "A package can depend on a tagged version of this package, and its builds compile neither the check nor nomadctl",
      arguments: BuildVariant.release
    )
    func version(variant: BuildVariant) async throws {
      let tribe = """
        import Nomad

        struct First: Tribe {
          static let target: TribeTarget = .literal("1.0.0")
          func migrate() async throws {}
        }
        """
      let consumer = try Consumer(sources: ["First.swift": tribe], variant: variant, on: nil)
      try await consumer.dependOnRelease()
      #expect(try await consumer.output(of: "App") == [#"First .literal("1.0.0")"#])
      #expect(!consumer.compiled(["NomadGenCore"]).isEmpty)
      // In a build folder of its own: SwiftPM 6.3 compiles every target once, after 'swift run nomad-gen' and a new file.
      let others = ["NomadCheck", "nomad-gen", "nomad_gen", "nomadctl", "ArgumentParser"]
      #expect(consumer.compiled(others).isEmpty)
    }
  }
}
