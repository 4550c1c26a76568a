import Foundation
import Testing

// `@MainActor Tribe` and default isolation are new in Swift 6.2.
#if compiler(>=6.2)
  extension PluginBuilds {
    /// Builds with and without the trait for PromiseKit, which a substitute package replaces.
    @Suite(.enabled(if: BuildVariant.isThorough)) struct PromisesTests {
      private static let tribes = [
        ("Structure", "1.0.0"), ("Silent", "1.1.0"), ("FinalClass", "2.0.0"), ("OpenClass", "2.1.0"),
        ("Subclass", "2.2.0"), ("Actor", "3.0.0"), ("MainActorClass", "3.1.0"), ("Nested", "4.0.0"),
        ("Refined", "4.1.0"), ("Retired", "4.2.0"), ("Asynchronous", "5.0.0"), ("Conditional", "6.0.0"),
        ("Resolved", "7.0.0"),
      ]

      /// The output of a run: each promise is settled before the next tribe begins.
      private static let settled = tribes.flatMap { name, _ in ["\(name) begins", "\(name) is settled"] }

      private static let names = tribes.map { name, version in
        #"\#(name == "Nested" ? "Outer.Nested" : name) .literal("\#(version)")"#
      }

      @Test(
        "Promise tribes are found, awaited and recorded in every concurrency mode, without a warning",
        arguments: BuildVariant.any.filter { $0.configuration == .debug }
      )
      func modes(variant: BuildVariant) async throws {
        // In a folder of its own, because it resolves a package.
        let consumer = try Consumer(copying: "Promises", as: "Promises", variant: variant)
        try await consumer.replacePromiseKit()
        let outcome = try await consumer.build()
        try #require(outcome.succeeded, "\(outcome.log)")
        #expect(outcome.warnings.isEmpty, "\(outcome.log)")
        for mode in ["Swift5", "Swift6", "MainActorByDefault", "UpcomingFeatures"] {
          #expect(try await consumer.run(mode) == Self.settled + Self.names, "\(mode)")
        }
        // An app written for Nomad 0.9.
        #expect(
          try await consumer.run("Nomad09") == [
            "start", "2.0.0 is settled", #"migrated to .literal("2.0.0")"#, "2.1.0 on the main thread: true",
            #"migrated to .literal("2.1.0")"#, "migrated to .always", "finish", "done",
          ]
        )
        // The `#if` around the library's protocol must not appear in the registry.
        for registry in consumer.registries() {
          let text = try String(contentsOf: registry, encoding: .utf8)
          #expect(text.contains("@MainActor in try await _TribeRegistry._ran("))
          #expect(text.matches(of: /#if (.*)/).allSatisfy { $0.output.1 == "os(Linux) || os(macOS)" })
        }
        #expect(consumer.registries().count == 5)
      }

      @Test("Without the trait, the error for a promise tribe asks to enable it, and no dependency is resolved")
      func withoutTrait() async throws {
        let variant = BuildVariant(system: .native, configuration: .debug)
        let source = """
          import Nomad
          import NomadPromiseKit

          struct A: PromiseTribe { static let target: TribeTarget = .literal("1.0.0") }
          """
        let consumer = try Consumer(sources: ["A.swift": source], variant: variant)
        let manifest = try consumer.read("Package.swift")
        let library = #".product(name: "Nomad", package: "Nomad")"#
        try consumer.write(
          manifest.replacing(library, with: library + #", .product(name: "NomadPromiseKit", package: "Nomad")"#),
          to: "Package.swift"
        )
        let outcome = try await consumer.build()
        #expect(!outcome.succeeded)
        #expect(outcome.log.contains(#"'PromiseTribe' is unavailable: enable the trait"#), "\(outcome.log)")
        for store in ["checkouts", "repositories"] {
          #expect(consumer.built { $0.pathComponents.dropLast().last == store }.isEmpty, "a dependency was resolved")
        }
      }
    }
  }
#endif
