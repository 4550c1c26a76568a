import Foundation
import Testing

@testable import Nomad

@Suite("Where the default ledger is")
struct LedgerLocationTests {
  private func path(_ name: String, _ modules: Set<String>, bundle: String? = nil) throws(NomadError) -> String {
    try LedgerLocation.path(name, modules: modules, bundle: bundle, bundles: "/b", others: "/o")
  }

  @Test("A bundle has a folder of its own, and what runs without one a name or that of its module")
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

  @Test("Where neither a bundle, a name nor one module names it, that is an error which says what to write")
  func refused() {
    for modules in [["App", "Kit"], []] as [Set<String>] {
      let error = #expect(throws: NomadError.self) { try path("default", modules) }
      #expect(error?.code == .ledgerLocationUnknown)
      #expect(error?.advice.contains("name: \"com.example.notes\"") == true)
      #expect(modules.allSatisfy { error?.message.contains($0) == true })
    }
  }

  @Test("An extension has none of its own, and is told how to share that of the app")
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

  @Test("In an app group it is in the container, and without the group there is none")
  func appGroup() throws {
    let container = URL(fileURLWithPath: "/containers/1")
    #expect(
      try LedgerLocation.container(container, of: "group.a", name: "A b").path()
        == "/containers/1/Library/Application Support/Nomad/%41%20b.ledger"
    )
    let error = #expect(throws: NomadError.self) {
      try LedgerLocation.container(nil, of: "group.a", name: "default").path()
    }
    #expect(error?.code == .ledgerLocationUnknown)
    #expect(error?.message.contains("group.a") == true)
  }

  #if os(Linux)
    @Test("It does not depend on the name of the executable's file, and two modules have two")
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

    @Test("A registry without tribes has the ledger of its module")
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
