import Testing

@testable import Nomad

@Suite("A ledger that fails around a run")
struct FailingLedgerTests {
  /// A user's ledger that fails after its body has ended.
  private struct Unclosable: Ledger {
    let inner = InMemoryLedger()
    let failure: any Error & Sendable
    var identity: String { "of my own" }

    func history() -> LedgerHistory { inner.history() }

    func withExclusiveAccess<Result: Sendable>(
      _ body: @Sendable (any LedgerSession) async throws -> Result
    ) async throws -> Result {
      _ = try? await inner.withExclusiveAccess(body)
      throw failure
    }
  }

  private struct Closing: Error, CustomStringConvertible {
    let description = "the connection is gone."
  }

  @Test("After a run that completed, the error says so, with its report and the cause")
  func completed() async throws {
    let registry = try TribeRegistry([.literal("1.0.0"), .always])
    let migrator = Nomad(registry, ledger: Unclosable(failure: Closing()))
    let error = try #require(await #expect(throws: NomadError.self) { try await migrator.migrate() })
    #expect(error.code == .ledgerWriteFailed)
    #expect(error.message == "The run was complete when the ledger of my own failed: the connection is gone.")
    #expect(error.report?.migrated.map(\.name) == ["1.0.0", "always"])
    #expect(error.underlying is Closing)
    #expect(!error.advice.contains("Nothing was run"))
  }

  @Test("After a run that stopped, the error says both, with the report")
  func stopped() async throws {
    let registry = try TribeRegistry([.literal("1.0.0"), .literal("2.0.0")]) { name in
      if name == "2.0.0" { throw Failure() }
    }
    let migrator = Nomad(registry, ledger: Unclosable(failure: Closing()))
    let error = try #require(await #expect(throws: NomadError.self) { try await migrator.migrate() })
    #expect(error.code == .tribeFailed)
    #expect(error.underlying is Failure)
    #expect(error.message.contains("2.0.0"))
    #expect(error.message.hasSuffix("Then the ledger of my own failed: the connection is gone."))
    #expect(error.report?.migrated.map(\.name) == ["1.0.0"])
  }

  @Test("Cancelled when the run is over, it is not said that nothing ran")
  func cancelledAfterwards() async throws {
    let migrator = Nomad(try TribeRegistry([.always]), ledger: Unclosable(failure: CancellationError()))
    let error = try #require(await #expect(throws: NomadError.self) { try await migrator.migrate() })
    #expect(error.code == .cancelled)
    #expect(error.report?.migrated.count == 1)
    #expect(!error.advice.contains("Nothing was run"))
  }

  @Test("An error whose words end a sentence gets no second full stop")
  func punctuation() async throws {
    let migrator = Nomad(try TribeRegistry([.always]) { _ in throw Closing() }, ledger: .inMemory)
    let error = try #require(await #expect(throws: NomadError.self) { try await migrator.migrate() })
    #expect(error.message == "always .always failed: the connection is gone.")
  }
}
