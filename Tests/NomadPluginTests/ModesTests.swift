import Testing

// `@MainActor Tribe` and default isolation are new in Swift 6.2.
#if compiler(>=6.2)
  extension PluginBuilds {
    @Suite struct ModesTests {
      private static let common = [
        #"Structure .literal("1.0.0")"#,
        #"SynchronousStructure .literal("1.1.0")"#,
        #"FinalClass .literal("2.0.0")"#,
        #"OpenClass .literal("2.1.0")"#,
        #"Actor .literal("3.0.0")"#,
        #"MainActorClass .literal("4.0.0")"#,
        #"SynchronousMainActorStructure .literal("4.1.0")"#,
        #"Retired .literal("4.2.0")"#,
      ]

      private static let modes = [
        "Swift5": common,
        "Swift6": common,
        "Empty": [],
        "MainActorByDefault": common + [#"Nonisolated .literal("5.0.0")"#],
        "UpcomingFeatures": common + [
          #"ConcurrentStructure .literal("5.0.0")"#, #"InferredIsolation .literal("5.1.0")"#,
        ],
      ]

      @Test("Every concurrency mode builds without a warning and runs", arguments: BuildVariant.selected)
      func modes(variant: BuildVariant) async throws {
        let consumer = try Consumer(copying: "Modes", variant: variant)
        let outcome = try await consumer.build()
        try #require(outcome.succeeded, "\(outcome.log)")
        #expect(outcome.warnings.isEmpty, "\(outcome.log)")
        for (mode, expected) in Self.modes {
          #expect(try await consumer.run(mode) == expected, "\(mode)")
        }
      }
    }
  }
#endif
