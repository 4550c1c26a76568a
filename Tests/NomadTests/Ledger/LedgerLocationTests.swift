import Foundation
import NomadFiles
import Testing

@testable import Nomad

@Suite("The location of the default ledger")
struct LedgerLocationTests {
  private func path(_ name: String, _ modules: Set<String>, bundle: String? = nil) throws(NomadError) -> String {
    try LedgerLocation.path(name, modules: modules, bundle: bundle, bundles: "/b", others: "/o")
  }

  @Test("The path contains the bundle's identifier, or else the ledger's or the only module's name")
  func paths() throws {
    #expect(
      try path("default", ["App", "Kit"], bundle: "com.example.app") == "/b/com.example.app/Nomad/default.ledger"
    )
    #expect(try path("cache", [], bundle: "com.example.app") == "/b/com.example.app/Nomad/cache.ledger")
    #expect(try path("com.example.notes", ["App", "Kit"]) == "/o/com.example.notes.ledger")
    #expect(try path("default", ["app"]) == "/o/app.ledger")
    // The remedy for the error below keeps the ledger.
    #expect(try path("default", ["App"]) == path("App", ["App", "Kit"]))
  }

  @Test("Without a bundle, a name or a single module, an error advises how to name the ledger")
  func refused() {
    for modules in [["App", "Kit"], []] as [Set<String>] {
      let error = #expect(throws: NomadError.self) { try path("default", modules) }
      #expect(error?.code == .ledgerLocationUnknown)
      #expect(error?.advice.contains("name: \"com.example.notes\"") == true)
      #expect(modules.allSatisfy { error?.message.contains($0) == true })
    }
  }

  @Test("An app extension has no default ledger, and the error recommends an app group")
  func appExtension() {
    for name in ["default", "cache"] {
      let error = #expect(throws: NomadError.self) {
        try LedgerLocation.path(
          name,
          modules: ["App"],
          bundle: "com.example.app.widget",
          isExtension: true,
          bundles: "/b",
          others: "/o"
        )
      }
      #expect(error?.code == .ledgerLocationUnknown)
      #expect(error?.message.contains("com.example.app.widget") == true)
      #expect(error?.advice.contains(".file(inAppGroup:") == true)
    }
  }

  @Test("The ledger of an app group is in the group's container, which is looked up at each use")
  func appGroup() async throws {
    let container = Locked<URL?>(nil)
    let ledger = FileLedger(.container(of: "group.a", name: "A b") { container.value })
    let nomad = Nomad(try TribeRegistry([.literal("1.0.0")]), ledger: ledger, currentVersion: .unlimited)
    let error = await #expect(throws: NomadError.self) { try await nomad.migrate() }
    #expect(error?.code == .ledgerLocationUnknown)
    #expect(error?.message.contains("group.a") == true && ledger.identity.contains("group.a"))
    let folder = try TemporaryFolder()
    container.value = folder.url
    #expect(try await nomad.migrate().migrated.count == 1)
    #expect(ledger.identity == folder.url.path + "/Library/Application Support/Nomad/%41%20b.ledger")
  }

  #if os(Linux)
    @Test("Without a bundle, each module's ledger is named after the module, not the executable")
    func survivesRenaming() async throws {
      let folder = try TemporaryFolder()
      await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
        _ = ProcessStart.begin(in: path)
        try await Nomad(TribeRegistry([.literal("1.0.0")])).migrate()
        let order = try TribeTarget.literal("1.0.0").position()
        let kit = TribeRegistry(_module: "Kit") { $0.add("T", target: .literal("1.0.0"), position: order) {} }
        #expect(try await Nomad(kit).migrate().migrated.count == 1)
      }
      let ledgers = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).filter {
        $0.hasSuffix(".ledger")
      }
      #expect(ledgers.sorted() == ["nomad/%41pp.ledger", "nomad/%4Bit.ledger"])
    }

    @Test("A registry without tribes still has a default ledger")
    func empty() async throws {
      let folder = try TemporaryFolder()
      await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
        _ = ProcessStart.begin(in: path)
        let registry = TribeRegistry(_module: "App") { _ in }
        let report = try await Nomad(registry).migrate()
        #expect(report.migrated.isEmpty)
      }
    }
  #endif
}
