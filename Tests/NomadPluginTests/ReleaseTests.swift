import Testing

extension PluginBuilds {
  /// This package's manifest has unsafe flags, which SwiftPM rejects in some dependencies.
  @Suite struct ReleaseTests {
    @Test(
      "A package can depend on a tagged version of this package",
      arguments: BuildVariant.isThorough ? BuildVariant.release : BuildVariant.selected
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
    }
  }
}
