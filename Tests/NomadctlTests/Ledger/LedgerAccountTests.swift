#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadSources
  import Testing

  @testable import Nomad
  @testable import nomadctl

  @Suite struct LedgerAccountTests {
    private let folder: LedgerFolder
    private let ledger: FileLedger

    init() throws {
      folder = try LedgerFolder()
      ledger = FileLedger(at: URL(fileURLWithPath: folder.path))
    }

    private func account() throws -> LedgerAccount { try LedgerAccount(of: ledger, named: "L") }

    /// Adds the records of tribes that began and finished.
    private func run(_ ids: String...) async throws {
      try await ledger.withExclusiveAccess { session in
        for id in ids {
          let key = LedgerKey("once:\(id)")
          try await session.append(LedgerRecord(.began, key: key, name: "T", module: "App"))
          try await session.append(LedgerRecord(key: key, name: "T", module: "App"))
        }
      }
    }

    @Test("The account has the reader's verdict and the records before the damage, whichever byte is wrong or missing")
    func anyByte() async throws {
      try await run("a", "b")
      let (whole, records) = (try folder.bytes, try ledger.history().records)
      for index in whole.indices {
        var wrong = whole
        wrong[index] ^= 1
        let without = Array(whole[..<index] + whole[(index + 1)...])
        for bytes in [wrong, without, Array(whole[..<index])] where !bytes.isEmpty {
          try folder.write(bytes)
          let account = try self.account()
          var code: NomadError.Code?
          do throws(NomadError) { _ = try ledger.history() } catch { code = error.code }
          #expect(account.error?.code == code, "byte \(index)")
          #expect(account.history.records == Array(records.prefix(account.history.records.count)), "byte \(index)")
          if case .damaged? = account.error?.underlying as? LedgerProblem {
            let line = try #require(account.line)
            #expect(line >= account.history.records.count + 1, "byte \(index)")
          }
        }
      }
    }

    @Test(
      "A file without the first line of a ledger is not one, unless the ledger lock counts lines",
      arguments: ["", "\n", "hello\n", "{}", "# Nomad ledger 1\n", "8c6a2f07 1 72 began\n", "\0\0\0\0", "%PDF-1.7\n"]
    )
    func other(text: String) async throws {
      try folder.write(Array(text.utf8))
      #expect(throws: Failure.self) { try self.account() }
      try FileManager.default.removeItem(atPath: folder.path)
      try await run("a")
      try folder.write(Array(text.utf8))
      let account = try self.account()
      #expect(account.error?.code == .ledgerDamaged && account.history.isEmpty && account.line == 1)
    }

    @Test("Reading a ledger during a run finds no damage")
    func beingWritten() async throws {
      #expect(try account().history.isEmpty)
      try await run("0")
      let ledger = ledger
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for round in 1...20 {
            try await ledger.withExclusiveAccess { session in
              for number in 0..<20 {
                try await session.append(LedgerRecord(key: "once:\(round).\(number % 3)", name: "T"))
              }
            }
          }
        }
        for _ in 0..<300 {
          let account = try self.account()
          #expect(account.error == nil)
          await Task.yield()
        }
        try await group.waitForAll()
      }
    }
  }
#endif
