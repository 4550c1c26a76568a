import Foundation
import Nomad
import NomadRepair

struct NotesContainers: Sendable {
  var own: URL
  var shared: URL
}

struct ShareNotes: Tribe {
  static let target: TribeTarget = .literal("2.3.0")

  @TribeDependency private var containers: NotesContainers

  func migrate() async throws {
    let (old, new) = (containers.own.appendingPathComponent("Notes"), containers.shared.appendingPathComponent("Notes"))
    guard FileManager.default.fileExists(atPath: old.path) else { return }
    try FileManager.default.moveItem(at: old, to: new)
  }
}

/// Called by the app at each start; its extensions call `waitUntilMigrated()` instead.
func migrateIntoGroup(_ containers: NotesContainers) async throws {
  let ledger = FileLedger.file(inAppGroup: "group.com.example.notes")
  try await FileLedger.standard(named: "default").move(to: ledger)
  try await Nomad(.generated, ledger: ledger).providing(containers).migrate()
}
