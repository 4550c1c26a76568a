import NomadTables
import Testing

@testable import Nomad

@Suite("Ledgers that fail at the end of a run")
struct FailingLedgerTests {
  /// A custom ledger that fails after the body of its exclusive access has ended.
  private struct Unclosable: LedgerWrapper {
    let wrapped: any Ledger = InMemoryLedger()
    let failure: any Error & Sendable
    let identity = "of my own"

    func withExclusiveAccess<Result: Sendable>(
      in context: LedgerContext,
      _ body: @Sendable (any LedgerSession) async throws -> Result
    ) async throws -> Result {
      _ = try? await wrapped.withExclusiveAccess(in: context, body)
      throw failure
    }
  }

  private struct Closing: Error, CustomStringConvertible {
    let description = "the connection is gone."
  }

  @Test("A ledger failure after a completed run throws an error with the run's report and the cause")
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

  @Test("A ledger failure after a stopped run throws an error that names both failures and has the run's report")
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

  @Test("A cancellation after the run throws an error with the run's report, and does not claim that nothing ran")
  func cancelledAfterwards() async throws {
    let migrator = Nomad(try TribeRegistry([.always]), ledger: Unclosable(failure: CancellationError()))
    let error = try #require(await #expect(throws: NomadError.self) { try await migrator.migrate() })
    #expect(error.code == .cancelled)
    #expect(error.report?.migrated.count == 1)
    #expect(!error.advice.contains("Nothing was run"))
  }

  @Test("An error message that ends with a full stop gets no second one")
  func punctuation() async throws {
    let migrator = Nomad(try TribeRegistry([.always]) { _ in throw Closing() }, ledger: .inMemory)
    let error = try #require(await #expect(throws: NomadError.self) { try await migrator.migrate() })
    #expect(error.message == "always .always failed: the connection is gone.")
  }
}
