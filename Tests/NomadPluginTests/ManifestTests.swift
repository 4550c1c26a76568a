import Foundation
import Testing

extension PluginBuilds {
  /// The manifest that the README shows.
  ///
  /// The tests of incremental builds use it, too.
  @Suite struct ManifestTests {
    private struct Description: Decodable {
      struct Product: Decodable {
        var name: String
      }

      struct Target: Decodable {
        var name: String
        var productDependencies: [String]?

        private enum CodingKeys: String, CodingKey {
          case name
          case productDependencies = "product_dependencies"
        }
      }

      var products: [Product]
      var targets: [Target]
    }

    /// Returns a package as SwiftPM reads its manifest.
    private func description(of outcome: Command.Outcome) throws -> Description {
      try #require(outcome.succeeded, "\(outcome.log)")
      return try JSONDecoder().decode(Description.self, from: Data(outcome.output.utf8))
    }

    @Test("The README's manifest is valid and names existing products")
    func readme() async throws {
      let consumer = try Consumer(sources: [:], variant: BuildVariant.all[0])
      let app = try description(of: try await consumer.description(of: consumer.folder))
      #expect(app.targets.map(\.name) == ["App"])
      let named = try #require(app.targets.first?.productDependencies)
      #expect(named.sorted() == ["Nomad", "NomadPlugin"])
      let own = try description(of: try await consumer.description(of: Consumer.repository))
      #expect(Set(named).isSubset(of: own.products.map(\.name)))
    }
  }
}
