import Foundation
import NomadAdoption
import NomadFiles
import NomadRepair
import Testing

@testable import Nomad

/// The features of Monarch, except for dependencies and views: migrations by id, in groups.
@Suite("Features of Monarch")
struct MonarchOfferingTests {
  private struct MoveToken: Tribe {
    static let target: TribeTarget = .once("MoveToken")
    var trace = Trace()
    func migrate() async throws {
      await Task.yield()
      trace.note("MoveToken")
    }
  }

  private struct DropCache: Tribe {
    static let target: TribeTarget = .once("DropCache")
    var trace = Trace()
    func migrate() async throws { trace.note("DropCache") }
  }

  private let folder: TemporaryFolder
  private let trace = Trace()

  init() throws { folder = try TemporaryFolder() }

  private var ledger: FileLedger { FileLedger(at: folder.ledgerURL) }

  private func run(@TribeRegistryBuilder _ group: () -> TribeRegistryBuilder.Component) async throws -> [String] {
    try await Nomad(TribeRegistry(group), ledger: ledger, currentVersion: .exactly("1.0")).migrate().migrated
      .map(\.target.name)
  }

  @Test("Migrations are identified by their ids, and run once in any group and at any app version")
  func ids() async throws {
    let trace = trace
    #expect(try await run { MoveToken(trace: trace) } == ["MoveToken"])
    #expect(
      try await run {
        MoveToken(trace: trace)
        DropCache(trace: trace)
      } == ["DropCache"]
    )
    let both = try TribeRegistry {
      MoveToken(trace: trace)
      DropCache(trace: trace)
    }
    for version in ["0.1", "9.0"] {
      #expect(try await Nomad(both, ledger: ledger, currentVersion: .exactly(version)).migrate().migrated.isEmpty)
    }
    #expect(trace.all == ["MoveToken", "DropCache"])
  }

  @Test("A group can contain arrays of migrations and arrays of types, and runs them in the order of the ids")
  func arrays() async throws {
    let trace = trace
    let types: [any ListedTribe.Type] = [DropCache.self]
    let registry = try TribeRegistry {
      [MoveToken(trace: trace)]
      types
      if trace.all.isEmpty { [DropCache(trace: trace), MoveToken()] }
      []
    }
    #expect(registry.entries.map(\.name).allSatisfy { $0.hasPrefix("MonarchOfferingTests.") })
    #expect(registry.count == 4)
    let group = try TribeRegistry { [MoveToken(trace: trace), DropCache(trace: trace)] }
    #expect(trace.all.isEmpty)
    #expect(try await Nomad(group, ledger: ledger).migrate().migrated.map(\.target.name) == ["DropCache", "MoveToken"])
    #expect(trace.all == ["DropCache", "MoveToken"])
  }

  @Test("The registry's tribes run even if their array has changed in the meantime")
  func changedArray() async throws {
    let (trace, isLater) = (trace, Locked(false))
    let group = try TribeRegistry {
      isLater.value ? [MoveToken(trace: trace)] : [DropCache(trace: trace), MoveToken(trace: trace)]
    }
    isLater.value = true
    #expect(try await Nomad(group, ledger: ledger).migrate().migrated.map(\.target.name) == ["DropCache", "MoveToken"])
    // Tribes that are no longer at their old index are created by `init()`.
    #expect(trace.all == [])
  }

  @Test("A tribe in an array receives its dependencies, and a missing dependency is an error")
  func dependenciesInArrays() async throws {
    struct Needy: Tribe {
      static let target: TribeTarget = .once("needy")
      @TribeDependency var given: Trace
      func migrate() async throws { given.note("needy") }
    }
    let migrator = Nomad(try TribeRegistry { [Needy()] }, ledger: ledger)
    let error = await #expect(throws: NomadError.self) { try await migrator.migrate() }
    #expect(error?.code == .missingDependency)
    try await migrator.providing(trace).migrate()
    #expect(trace.all == ["needy"])
  }

  @Test("A group can contain conditions, switches, loops, availability checks and other groups", arguments: [0, 1, 2])
  func groups(plan: Int) async throws {
    let others = try TribeRegistry { Nomad.migration(.once("other")) {} }
    let ran = try await run {
      MoveToken()
      if plan > 0 { DropCache() }
      if plan == 2 { Nomad.migration(.once("two")) {} } else { Nomad.migration(.once("not-two")) {} }
      switch plan {
      case 0: Nomad.migration(.once("case-0")) {}
      case 1: Nomad.migration(.once("case-1")) {}
      default: Nomad.migration(.once("case-default")) {}
      }
      for number in 0..<plan { Nomad.migration(.once("loop-\(number)")) {} }
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) { Nomad.migration(.once("available")) {} }
      others
    }
    let expected: [Set<String>] = [
      ["not-two", "case-0"], ["DropCache", "not-two", "case-1", "loop-0"],
      ["DropCache", "two", "case-default", "loop-0", "loop-1"],
    ]
    #expect(Set(ran) == expected[plan].union(["MoveToken", "available", "other"]))
    #expect(ran.count == Set(ran).count)
  }

  @Test("A migration that is marked as completed does not run")
  func mark() async throws {
    try await ledger.markAsDone(MoveToken.target)
    #expect(try await run { MoveToken() } == [])
  }

  @Test("A migration that is forgotten runs again, and no other one does")
  func remove() async throws {
    func all() async throws -> [String] {
      try await run {
        MoveToken()
        DropCache()
      }
    }
    #expect(try await all() == ["DropCache", "MoveToken"])
    try await ledger.forget(MoveToken.target)
    #expect(try await all() == ["MoveToken"])
    try await ledger.forgetAll()
    #expect(try await all() == ["DropCache", "MoveToken"])
  }

  @Test("A run after forgetting all migrations and marking one skips only the marked one")
  func all() async throws {
    #expect(try await run { MoveToken() } == ["MoveToken"])
    try await ledger.forgetAll()
    try await ledger.markAsDone(.once("ResetList"))
    #expect(
      try await run {
        MoveToken()
        Nomad.migration(.once("ResetList")) {}
      } == ["MoveToken"]
    )
  }
}
