import Foundation
import NomadFormat
import NomadRepair
import NomadTables
import Testing

@testable import Nomad

@Suite("The facts of a ledger")
struct LedgerFactTests {
  private static let facts: [LedgerFact] = [
    .started(birth: nil, floors: []), .started(birth: "2.0.0-beta.1", floors: []),
    .started(birth: nil, floors: [LedgerFact.Floor("1.2.3"), LedgerFact.Floor("1.2.3", of: "App, 2.0.0 in Other")]),
    .baseline("2.0.0", predecessors: [], isForgotten: false),
    .baseline("2.0.0", predecessors: ["A and B", ""], isForgotten: true),
    .fresh(nil), .fresh("2.1.0"), .readable("version:2.0.0", since: nil), .readable("once:a b", since: "2.0.0"),
    .restoring(folder: nil), .restoring(folder: ""), .restoring(folder: "/snap\tshots\n"),
  ]

  @Test("Each fact is read back unchanged from a file and from a table", arguments: facts, [false, true])
  func roundTrip(fact: LedgerFact, isOfRevert: Bool) async throws {
    let record = LedgerRecord(fact, name: "start", module: "App", appVersion: "2.0", isOfRevert: isOfRevert)
    let json = try JSONEncoder().encode(record)
    #expect(try JSONDecoder().decode(LedgerRecord.self, from: json) == record)
    let folder = try TemporaryFolder()
    let ledger = FileLedger(at: folder.ledgerURL)
    try await ledger.withExclusiveAccess { try await $0.append(record) }
    #expect(try ledger.history().records == [record])
  }

  @Test("Values that are not those of a fact are refused")
  func illegal() {
    for (word, fields) in [
      ("started", []), ("started", ["x"]), ("started", ["", "1.0.0"]), ("started", ["", "x", "App"]), ("baseline", []),
      ("baseline", ["1.0.0"]), ("baseline", ["1.0.0", "maybe"]), ("baseline", ["x", "set"]), ("fresh", ["x"]),
      ("fresh", ["1.0.0", "1.0.0"]), ("readable", []), ("readable", ["k", "x"]), ("restoring", ["a", "b"]),
      ("other", []),
    ] {
      #expect(LedgerFact(word, fields) == nil, "\(word) \(fields)")
    }
  }

  @Test("The versions of the data of many modules stay known after their tribes were forgotten")
  func manyModules() async throws {
    let folder = try TemporaryFolder()
    let ledger = FileLedger(at: folder.ledgerURL)
    let modules = (0..<60).map { "Module\($0)WithAnOrdinaryName" }
    try await ledger.withExclusiveAccess { session in
      for (number, module) in modules.enumerated() {
        try await session.append(LedgerRecord(key: LedgerKey("version:\(number + 1).0.0"), name: "T", module: module))
      }
    }
    try await ledger.forgetAll()
    let floors = try ledger.history().floors
    #expect(Set(floors.compactMap(\.module)) == Set(modules))
    #expect(floors.first { $0.module == modules[59] }?.version == "60.0.0")
  }

  @Test("The name of a tribe does not make its records those of a revert")
  func nameOfRevert() async throws {
    struct Mishap: Error {}
    let ledger = InMemoryLedger()
    let registry = TribeRegistry(_module: "App") { list in
      list.add("tags (revert)", target: .literal("1.0.0"), position: .version("1.0.0")) { throw Mishap() }
    }
    await #expect(throws: NomadError.self) { try await Nomad(registry, ledger: ledger).migrate() }
    #expect(ledger.history().records.map(\.kind.word) == ["began", "failed"])
    #expect(!ledger.history().records.contains { $0.isOfRevert })
  }

  @Test("The reason of a mark does not make it the mark of a merged tribe")
  func reasonOfMerge() async throws {
    let ledger = InMemoryLedger()
    try await ledger.markAsDone(.literal("2.0.0"))
    try await ledger.markAsDone(.literal("1.0.0"), reason: "merged into 2.0.0")
    try await ledger.forget(.literal("2.0.0"))
    #expect(ledger.history().isDone("version:1.0.0") && !ledger.history().isDone("version:2.0.0"))
  }

  @Test("A predecessor took over a version only if it is one of those that are recorded")
  func predecessor() {
    let fact = LedgerFact.baseline("2.0.0", predecessors: ["A and B", "C"], isForgotten: false)
    let history = LedgerHistory([LedgerRecord(fact, name: "start", appVersion: nil)])
    #expect(history.state.adopted["A"] == nil && history.state.adopted["C"] == "2.0.0")
  }
}
