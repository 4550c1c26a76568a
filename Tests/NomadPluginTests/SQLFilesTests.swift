import Foundation
import Testing

extension PluginBuilds {
  /// Tribes in SQL files, which the manifest does not mention.
  @Suite(.enabled(if: BuildVariant.isThorough)) struct SQLFilesTests {
    private static func manifest(_ options: String = "") -> String {
      """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "App",
        platforms: [.macOS(.v13)],
        dependencies: [.package(name: "Nomad", path: \(Consumer.repositoryLiteral))],
        targets: [
          .executableTarget(
            name: "App",
            dependencies: [
              .product(name: "Nomad", package: "Nomad"), .product(name: "NomadPostgres", package: "Nomad"),
            ],
            \(options)
            swiftSettings: [.defaultIsolation(MainActor.self)],
            plugins: [.plugin(name: "NomadPlugin", package: "Nomad")]
          )
        ]
      )
      """
    }

    private static let app = """
      import NomadPostgres

      @main enum App {
        static func main() {
          for entry in TribeRegistry.generated.entries { print(entry.name) }
        }
      }
      """

    @Test("The next build after each change to an SQL file generates the right registry", arguments: BuildVariant.debug)
    func changes(variant: BuildVariant) async throws {
      let consumer = try Consumer(sources: [:], variant: variant)
      try consumer.write(Self.manifest(), to: "Package.swift")
      try consumer.write(Self.app, to: "Sources/App/App.swift")
      let folder = "Sources/App/Migrations"
      try consumer.write("SELECT 1;\n", to: "\(folder)/1.0.0-a.sql")
      #expect(try await consumer.output(of: "App") == ["SQL_1_0_0_a"])

      // Change a statement, add a file, and rename it so that the order changes.
      try consumer.write("SELECT 'changed';\n", to: "\(folder)/1.0.0-a.sql")
      #expect(try await consumer.output(of: "App") == ["SQL_1_0_0_a"])
      #expect(try String(contentsOf: consumer.registry(), encoding: .utf8).contains("SELECT 'changed'"))
      try consumer.write("SELECT 2;\n", to: "\(folder)/2.0.0-b.sql")
      #expect(try await consumer.output(of: "App") == ["SQL_1_0_0_a", "SQL_2_0_0_b"])
      try consumer.move("\(folder)/2.0.0-b.sql", to: "\(folder)/0.9.0-b.sql")
      #expect(try await consumer.output(of: "App") == ["SQL_0_9_0_b", "SQL_1_0_0_a"])

      // As a resource that SwiftPM processes, it stays a tribe.
      try consumer.write(Self.manifest(#"resources: [.process("Migrations")],"#), to: "Package.swift")
      #expect(try await consumer.output(of: "App") == ["SQL_0_9_0_b", "SQL_1_0_0_a"])

      // A file that the manifest keeps from the plugin must not be lost in silence.
      for options in [#"exclude: ["Migrations"],"#, #"resources: [.copy("Migrations")],"#] {
        try consumer.write(Self.manifest(options), to: "Package.swift")
        let outcome = try await consumer.build()
        #expect(!outcome.succeeded)
        #expect(outcome.log.contains("/\(folder)/1.0.0-a.sql: SwiftPM does not give this tribe to NomadPlugin"))
      }
      // Nor may one in a folder below, which a comment does not take out: the plugin reads no file.
      try consumer.write("-- nomad:ignore\nSELECT 1;\n", to: "\(folder)/old/a.sql")
      try consumer.write(Self.manifest(#"exclude: ["Migrations/old"],"#), to: "Package.swift")
      let below = try await consumer.build()
      #expect(!below.succeeded)
      #expect(below.log.contains("/\(folder)/old/a.sql: SwiftPM does not give this tribe to NomadPlugin"))
      try consumer.write(Self.manifest(), to: "Package.swift")
      try consumer.remove(folder)
      #expect(try await consumer.output(of: "App") == [])
    }
  }
}
