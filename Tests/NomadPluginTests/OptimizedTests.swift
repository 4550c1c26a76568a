import Testing

extension PluginBuilds {
  /// Runs in optimized builds, which the other tests of the library do not cover.
  @Suite struct OptimizedTests {
    @Test("Optimized builds support batches, checkpoints and simulated process deaths", arguments: BuildVariant.release)
    func runs(variant: BuildVariant) async throws {
      let tribes = """
        import Nomad
        import NomadBatches

        struct Totals: BatchTribe {
          static let target: TribeTarget = .literal("1.0.0")
          func migrate(after last: Int?) async throws -> Int? {
            let batch = (last ?? 0) + 1
            return batch < 4 ? batch : nil
          }
        }

        struct Notes: Tribe {
          static let target: TribeTarget = .literal("2.0.0")
          func migrate() async throws {
            try await TribeAttempt.current?.save(7, as: "done")
          }
        }
        """
      let app = """
        import Nomad
        import NomadTesting

        @main enum App {
          static func main() async throws {
            let kept = InMemoryLedger()
            let dying = DyingLedger(kept, before: { $0.kind == .finished && $0.key == "version:2.0.0" })
            let migrator = Nomad(.generated, ledger: dying, currentVersion: .unlimited)
            do { try await migrator.migrate() } catch { print(error.code.rawValue) }
            let report = try await Nomad(.generated, ledger: kept, currentVersion: .unlimited).migrate()
            print(report.migrated.map(\\.name))
          }
        }
        """
      let consumer = try Consumer(sources: ["Tribes.swift": tribes, "App.swift": app], variant: variant)
      let manifest = try consumer.read("Package.swift")
      let library = #".product(name: "Nomad", package: "Nomad")"#
      try #require(manifest.contains(library))
      let others = ["NomadBatches", "NomadTesting"].map { #", .product(name: "\#($0)", package: "Nomad")"# }
      try consumer.write(manifest.replacing(library, with: library + others.joined()), to: "Package.swift")
      #expect(try await consumer.output(of: "App") == ["ledger-write-failed", #"["Notes"]"#])
    }
  }
}
