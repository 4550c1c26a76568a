import Foundation
import Testing

extension PluginBuilds {
  @Suite(.enabled(if: BuildVariant.isThorough)) struct IncrementalTests {
    private static func tribe(_ name: String, _ target: String, body: String = "") -> String {
      """
      import Nomad

      struct \(name): Tribe {
        static let target: TribeTarget = \(target)
        func migrate() async throws {\(body)}
      }

      """
    }

    @Test("The next build after each change to a tribe generates the right registry", arguments: BuildVariant.debug)
    func changes(variant: BuildVariant) async throws {
      let consumer = try Consumer(
        sources: ["A.swift": Self.tribe("A", #".literal("1.0.0")"#)],
        variant: variant
      )
      let alone = [#"A .literal("1.0.0")"#]
      #expect(try await consumer.output(of: "App") == alone)

      // Add a tribe in a new file.
      try consumer.write(Self.tribe("B", #".literal("2.0.0")"#), to: "Sources/App/B.swift")
      #expect(try await consumer.output(of: "App") == alone + [#"B .literal("2.0.0")"#])

      // Edit it, so that the order changes.
      try consumer.write(Self.tribe("B", #".literal("0.9.0")"#), to: "Sources/App/B.swift")
      #expect(try await consumer.output(of: "App") == [#"B .literal("0.9.0")"#] + alone)

      // Move it to another file, and to another folder: the registry stays the same, and is not rewritten.
      let before = try FileState(of: consumer.registry())
      try consumer.move("Sources/App/B.swift", to: "Sources/App/Deeper/Renamed.swift")
      #expect(try await consumer.output(of: "App") == [#"B .literal("0.9.0")"#] + alone)
      #expect(try FileState(of: consumer.registry()) == before)

      // Delete it, alone and together with its file.
      try consumer.remove("Sources/App/Deeper")
      #expect(try await consumer.output(of: "App") == alone)
      try consumer.write("// Empty.\n", to: "Sources/App/A.swift")
      #expect(try await consumer.output(of: "App") == [])
    }

    @Test("An edit that changes no tribe does not touch the registry", arguments: BuildVariant.debug)
    func noChange(variant: BuildVariant) async throws {
      let consumer = try Consumer(
        sources: ["A.swift": Self.tribe("A", #".literal("1.0.0")"#)],
        variant: variant
      )
      let expected = try await consumer.output(of: "App")
      let before = try FileState(of: consumer.registry())

      // Change nothing.
      #expect(try await consumer.output(of: "App") == expected)
      #expect(try FileState(of: consumer.registry()) == before)

      // Change the body, the lines and the file.
      try consumer.write(
        "// A comment.\n\n" + Self.tribe("A", #".literal("1.0.0")"#, body: " _ = 1 "),
        to: "Sources/App/A.swift"
      )
      try consumer.write("struct NoTribe {}\n", to: "Sources/App/Other.swift")
      #expect(try await consumer.output(of: "App") == expected)
      #expect(try FileState(of: consumer.registry()) == before)
    }

    @Test("The next build restores a registry that was deleted or changed", arguments: BuildVariant.debug)
    func restored(variant: BuildVariant) async throws {
      let consumer = try Consumer(
        sources: ["A.swift": Self.tribe("A", #".literal("1.0.0")"#)],
        variant: variant
      )
      let expected = try await consumer.output(of: "App")
      let registry = try consumer.registry()
      let bytes = try Data(contentsOf: registry)

      try FileManager.default.removeItem(at: registry)
      #expect(try await consumer.output(of: "App") == expected)
      #expect(try Data(contentsOf: registry) == bytes)

      try Data("import Nomad\n".utf8).write(to: registry)
      #expect(try await consumer.output(of: "App") == expected)
      #expect(try Data(contentsOf: registry) == bytes)
    }

    @Test(
      "A failed build keeps the old executable, fails again, and succeeds once the tribe is fixed",
      arguments: BuildVariant.debug
    )
    func failure(variant: BuildVariant) async throws {
      let consumer = try Consumer(
        sources: ["A.swift": Self.tribe("A", #".literal("1.0.0")"#)],
        variant: variant
      )
      #expect(try await consumer.output(of: "App") == [#"A .literal("1.0.0")"#])
      let executables = consumer.built { $0.lastPathComponent == "App" && $0.pathExtension.isEmpty }
      let before = executables.map { try? Data(contentsOf: $0) }

      // The other tribe's file is correct, so the build fails because of one file.
      try consumer.write(Self.tribe("A", #".literal("1.0")"#), to: "Sources/App/A.swift")
      try consumer.write(Self.tribe("B", #".literal("2.0.0")"#), to: "Sources/App/B.swift")
      for _ in 0..<2 {
        let outcome = try await consumer.build()
        #expect(!outcome.succeeded)
        #expect(outcome.log.contains("/Sources/App/A.swift:4:45: error: "), "\(outcome.log)")
        #expect(executables.map { try? Data(contentsOf: $0) } == before)
      }

      try consumer.write(Self.tribe("A", #".literal("3.0.0")"#), to: "Sources/App/A.swift")
      #expect(try await consumer.output(of: "App") == [#"B .literal("2.0.0")"#, #"A .literal("3.0.0")"#])
    }
  }
}
