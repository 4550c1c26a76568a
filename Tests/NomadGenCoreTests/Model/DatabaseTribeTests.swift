import Testing

@testable import NomadGenCore

@Suite("Database tribes")
struct DatabaseTribeTests {
  private static let body = """
    { static let target: TribeTarget = .literal("1.0.0"); func migrate(_ db: Database) throws {} }
    """

  private func output(_ source: String, imported: [String: String] = [:]) -> Pipeline.Output {
    Pipeline.run(
      sources: ["App.swift": source],
      module: "App",
      imported: Dictionary(uniqueKeysWithValues: imported.map { ($0, ["\($0).swift": $1]) })
    )
  }

  @Test(
    "Database tribes are found and registered, whether or not the sources declare their protocol",
    arguments: [
      ("import NomadGRDB\nstruct A: DatabaseTribe \(body)", [:]),
      ("import NomadGRDB\nstruct A: NomadGRDB.DatabaseTribe \(body)", [:]),
      ("import NomadGRDB\nstruct A: DatabaseTribe \(body)", ["NomadGRDB": "public protocol DatabaseTribe: Tribe {}"]),
      (
        "import NomadGRDB\nstruct A: DatabaseTribe \(body)",
        ["NomadGRDB": "#if GRDB\npublic protocol DatabaseTribe: Tribe {}\n#endif"]
      ),
      ("import NomadGRDB\nprotocol Step: DatabaseTribe {}\nstruct A: Step \(body)", [:]),
      ("import NomadGRDB\nstruct A: RevertibleDatabaseTribe \(body)", [:]),
      ("import NomadPostgres\nstruct A: RevertiblePostgresTribe \(body)", [:]),
      ("import NomadReverting\nstruct A: RevertibleTribe \(body)", [:]),
      ("import NomadGRDB\nstruct A: RevertibleTribe \(body)", [:]),
      ("import NomadPostgres\nstruct A: RevertibleTribe \(body)", [:]),
      ("import NomadPostgres\nstruct A: BatchTribe \(body)", [:]),
      ("import NomadGRDB\nstruct A: NomadGRDB.RevertibleTribe \(body)", [:]),
    ] as [(String, [String: String])]
  )
  func found(source: String, imported: [String: String]) throws {
    let output = output(source, imported: imported)
    #expect(output.names == ["A"])
    #expect(output.findings.isEmpty)
    // The awaiting overload is declared in that module (SE-0444).
    let registry = try #require(output.registry)
    #expect(registry.contains(source.prefix { $0 != "\n" } + "\n"))
    #expect(registry.contains("try await"))
    #expect(!registry.contains("@MainActor"))
  }

  @Test("Types that conform to the module's own protocol DatabaseTribe are not tribes")
  func ownProtocol() {
    #expect(output("protocol DatabaseTribe {}\nstruct A: DatabaseTribe \(Self.body)").names.isEmpty)
  }
}
