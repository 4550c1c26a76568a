import Testing

extension PluginBuilds {
  /// A dynamic library that contains Nomad and tribes, and an app that uses both.
  @Suite struct DynamicLibraryTests {
    // With Swift Build of Swift 6.3.1, the linked app does not find the library (exit code 127).
    @Test(
      "An app runs the tribes of a module in a dynamic library",
      arguments: BuildVariant.debug.filter { $0.system == .native }
    )
    func dynamic(variant: BuildVariant) async throws {
      let consumer = try Consumer(sources: [:], variant: variant)
      try consumer.write(
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
          name: "Kit",
          platforms: [.macOS(.v13)],
          products: [.library(name: "Kit", type: .dynamic, targets: ["Kit"])],
          dependencies: [.package(name: "Nomad", path: \(Consumer.repositoryLiteral))],
          targets: [
            .target(
              name: "Kit",
              dependencies: [.product(name: "Nomad", package: "Nomad")],
              plugins: [.plugin(name: "NomadPlugin", package: "Nomad")]
            )
          ]
        )
        """,
        to: "Kit/Package.swift"
      )
      try consumer.write(
        """
        public import Nomad

        public struct First: Tribe {
          public static let target: TribeTarget = .literal("1.0.0")
          public init() {}
          public func migrate() async throws {}
        }

        public let migrator = Nomad(.generated, ledger: .inMemory, currentVersion: .unlimited)
        """,
        to: "Kit/Sources/Kit/Kit.swift"
      )
      try consumer.write(
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
          name: "App",
          platforms: [.macOS(.v13)],
          dependencies: [.package(path: "Kit"), .package(name: "Nomad", path: \(Consumer.repositoryLiteral))],
          targets: [
            .executableTarget(
              name: "App",
              dependencies: [.product(name: "Kit", package: "Kit"), .product(name: "Nomad", package: "Nomad")]
            )
          ]
        )
        """,
        to: "Package.swift"
      )
      try consumer.write(
        """
        import Kit
        import Nomad

        @main enum App {
          static func main() async throws {
            print(try await migrator.plan())
            print(try await migrator.migrate().migrated.map(\\.name))
          }
        }
        """,
        to: "Sources/App/App.swift"
      )
      let lines = try await consumer.output(of: "App")
      #expect(lines.first?.hasPrefix("ledger: ") == true)
      #expect(lines.dropFirst() == [#"→ First  .literal("1.0.0")  runs"#, #"["First"]"#])
    }
  }
}
