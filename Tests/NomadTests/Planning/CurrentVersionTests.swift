import Testing

@testable import Nomad

@Suite("CurrentVersion")
struct CurrentVersionTests {
  @Test(
    "The current version can be a semantic version, a dotted version or a single number",
    arguments: [
      ("2", .init([2])), ("2.1", .init([2, 1])), ("2.1.0", .init([2, 1])),
      ("2.0.3.9.6", .init([2, 0, 3, 9, 6])),
      ("2.0.0-beta.1", .init([2], prerelease: [.alphanumeric("beta"), 1])), ("1.1-2", .init([1, 1])),
    ] as [(String, TribeVersion)]
  )
  func exactly(text: String, version: TribeVersion) throws {
    let resolved = try CurrentVersion.exactly(text).resolved()
    #expect(resolved?.version == version)
    #expect(resolved?.text == text)
  }

  @Test("Any other current version is an error", arguments: ["", "two", "2.", "-1", "1.0 beta", "1,0", "\u{0}"])
  func illegal(text: String) async {
    let error = #expect(throws: NomadError.self) { try CurrentVersion.exactly(text).resolved() }
    #expect(error?.code == .illegalCurrentVersion)
    let migrator = Nomad(TribeRegistry(combining: []), ledger: .inMemory, currentVersion: .exactly(text))
    await #expect(throws: NomadError.self) { try await migrator.plan() }
    await #expect(throws: NomadError.self) { try await migrator.migrate() }
  }

  @Test("The current version is nil if it is .unlimited or the process has no bundle")
  func none() throws {
    #expect(try CurrentVersion.unlimited.resolved() == nil)
    #if !canImport(Darwin)
      #expect(try CurrentVersion.bundle.resolved() == nil)
    #endif
  }
}
