import Foundation
import Nomad
import NomadFiles
import NomadTables
import NomadTesting
import Testing

/// The ledger of the page "Write your own ledger", which people copy.
@Suite("The ledger of the page on ledgers of one's own")
struct TableLedgerTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  @Test("The page shows the ledger that is tested here")
  func shown() throws {
    let page = Self.folder.appendingPathComponent("../../../Sources/Nomad/Nomad.docc/CustomLedgers.md")
    let source = try String(contentsOf: Self.folder.appendingPathComponent("TableLedger.swift"), encoding: .utf8)
    #expect(try String(contentsOf: page, encoding: .utf8).contains("```swift\n\(source)```"))
  }

  @Test("It keeps all rules, also on a table that exists and is empty")
  func conforms() async throws {
    let folder = try TemporaryFolder()
    try await LedgerConformance.verify {
      TableLedger(path: folder.url.appendingPathComponent(UUID().uuidString).path, table: Table())
    } locking: { ledger in
      [URL(fileURLWithPath: ledger.identity + ".nomad.lock")]
    }
  }

  @Test("A table that never had a row is an empty ledger, and one that has lost all rows is damaged")
  func empty() throws {
    let table = Table()
    #expect(try TableLedger(path: "/tmp/none", table: table).history().isEmpty)
    table.state.withLock { $0.last = 2 }
    #expect(throws: NomadError.self) { try TableLedger(path: "/tmp/none", table: table).history() }
  }

  /// A table in memory.
  private final class Table: RecordTable {
    let state = Locked<(drafts: [LedgerRow.Draft], last: Int64)>(([], 0))

    func rows() -> (rows: [LedgerRow], last: Int64) {
      let (drafts, last) = state.value
      let rows = drafts.map { LedgerRow(id: $0.id, version: $0.version, record: $0.record, checksum: $0.checksum) }
      return (rows, last)
    }

    func write(_ rows: [LedgerRow.Draft], after last: Int64, replacing replaces: Bool) -> Bool {
      state.withLock { state in
        guard state.last == last else { return false }
        state.drafts = (replaces ? [] : state.drafts) + rows
        state.last = rows.last?.id ?? last
        return true
      }
    }
  }
}
