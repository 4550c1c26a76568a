import Foundation
import Nomad
import NomadLibPQ
import NomadPostgres

/// A host that starts, migrates and ends: `host URL [LEASE-IN-SECONDS]`.
///
/// It prints each event at once: waiting, began and finished. ``Pace`` slows its tribes down. With `NOMAD_HOST_REVERT`, it
/// goes back to that version instead. With `NOMAD_HOST_MERGED`, it has a tribe that replaces two others.
@main enum Host {
  static func main() async {
    do {
      try await run()
    } catch {
      // Uncaught, the error would count as a crash, for which Swift's runtime makes a report.
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private static func run() async throws {
    // Under libfaketime, a Swift process does not find its arguments.
    let words = ProcessInfo.processInfo.environment["NOMAD_HOST"]?.split(separator: " ").map(String.init)
    let arguments = words.map { ["host"] + $0 } ?? CommandLine.arguments
    let lease = arguments.count > 2 ? Double(arguments[2]) ?? 30 : 30
    let connection = try await LibPQConnection.connect(arguments[1])
    let ledger = PostgresLedger(connection, lease: .seconds(lease), waitingAtMost: .seconds(600))
    // Attacks end its attempts at random, often several times in a row.
    let policy = MigrationPolicy(quarantine: .never)
    let isMerged = ProcessInfo.processInfo.environment["NOMAD_HOST_MERGED"] != nil
    let registry: TribeRegistry =
      isMerged ? try TribeRegistry([MergeOrders.self, IndexAmounts.self, AddNotes.self]) : .generated
    let nomad = Nomad(registry, ledger: ledger, currentVersion: .unlimited, policy: policy)
    if let version = ProcessInfo.processInfo.environment["NOMAD_HOST_REVERT"] {
      try await nomad.revert(to: version) { if case .reverted(let tribe, _) = $0 { say("reverted \(tribe.name)") } }
      return await connection.close()
    }
    let report = try await nomad.migrate { event in
      switch event {
      case .waiting(let holder): say("waiting for \(holder)")
      case .began(let tribe, _, _): say("began \(tribe.name)")
      case .finished(let tribe, _): say("finished \(tribe.name)")
      default: break
      }
    }
    say("ready after \(report.migrated.count)")
    await connection.close()
  }

  private static func say(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }
}
