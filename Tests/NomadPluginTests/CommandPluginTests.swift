import Foundation
import Testing

extension PluginBuilds {
  @Suite struct CommandPluginTests {
    @Test(
      "Without the trait, swift package nomad compiles nothing, and its error has the trait to add",
      arguments: BuildVariant.debug
    )
    func withoutTrait(variant: BuildVariant) async throws {
      let consumer = try Consumer(sources: [:], variant: variant, on: nil)
      let outcome = try await consumer.nomad("list")
      #expect(!outcome.succeeded)
      #expect(outcome.log.contains(#"traits: ["Nomadctl"]"#), "\(outcome.log)")
      let compiled = consumer.built { $0.pathExtension == "o" || $0.pathExtension == "swiftmodule" }
      #expect(compiled.map(\.lastPathComponent) == [])
    }
  }
}
