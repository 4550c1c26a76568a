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

      private static let needy = [
        #"Needy .literal("6.0.0")"#, #"NeedyClass .literal("6.1.0")"#, #"NeedyActor .literal("6.2.0")"#,
      ]

      private static let modes = [
        "Swift5": common + needy,
        "Swift6": common + needy,
        "Empty": [],
        "MainActorByDefault": common + [#"Nonisolated .literal("5.0.0")"#] + needy,
        "UpcomingFeatures": common + [
          #"ConcurrentStructure .literal("5.0.0")"#, #"InferredIsolation .literal("5.1.0")"#,
        ] + needy,
      ]

      private static let forms = [
        "FarStructure", "FarClass", "FarBase", "FarHeir", "FarActor", "FarEnumeration", "FarExtended",
        "FarNonisolated", "FarMainActorClass", "FarIsolatedConformance", "Nested", "FarSubclass", "FarBare",
        "FarRetired", "NearStructure", "NearClass", "NearActor", "NearEnumeration", "NearExtended", "NearNonisolated",
        "MainStructure", "MainClass",
      ]

      @Test("Tribes build without a warning and run in every concurrency mode", arguments: BuildVariant.all)
      func modes(variant: BuildVariant) async throws {
        let consumer = try Consumer(copying: "Modes", variant: variant)
        let outcome = try await consumer.build()
        try #require(outcome.succeeded, "\(outcome.log)")
        #expect(outcome.warnings.isEmpty, "\(outcome.log)")
        for (mode, expected) in Self.modes {
          // One of the tribes prints its dependency.
          let title = expected.isEmpty ? [] : ["settings client"]
          #expect(try await consumer.run(mode) == title + expected, "\(mode)")
        }
        for mode in ["FormsSwift5", "FormsSwift6", "FormsMainActor5", "FormsMainActor6", "FormsInferred"] {
          #expect(try await consumer.run(mode) == Self.forms.map { "\($0) runs" }, "\(mode)")
        }
      }
    }
  }
#endif
