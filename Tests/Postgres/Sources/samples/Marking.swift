import Nomad
import NomadPostgres
import NomadRepair

func skip(in ledger: PostgresLedger) async throws {
  try await ledger.markAsDone(.literal("2.3.0"), reason: "by hand, INC-4711")
}
