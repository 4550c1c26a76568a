import Foundation
import GRDB
import Nomad
import NomadAdoption
import NomadGRDB
import NomadTesting
import Testing

@testable import NotesData

/// Users upgrade from each of six releases, with its database: three notes, written with 1.0.0.
@MainActor @Suite("Upgrades of the notes app")
struct UpgradeTests {
  nonisolated private static let releases = ["1.0.0", "1.1.0", "2.0.0", "2.1.0", "2.2.0", "3.0.0"]

  private static var paths: UpgradePaths { UpgradePaths(.generated, from: releases) }

  /// Returns a copy of the database of a release.
  private func database(of release: String) throws -> DatabaseQueue {
    let name = "Fixtures/\(release).sqlite"
    return try DatabaseQueue.inMemoryCopy(fromPath: Bundle.module.bundleURL.appendingPathComponent(name).path)
  }

  @Test("Every release upgrades to the same schema and rows, wherever the process dies")
  func killed() async throws {
    let deaths = try await Self.paths.verifyWhenKilled { release, migrate in
      let database = try database(of: release)
      try await migrate(recordingIn: .grdb(database), after: NoteStore(database).nomad().predecessors)
      return try await DatabaseState(of: database)
    } invariant: { state in
      state.rows["note"]?.count == 3 && state.rows["noteTag"]?.count == 3
    }
    #expect(deaths > 60)
  }

  @Test("A fresh install has the same schema objects as an upgraded one", arguments: releases)
  func fresh(release: String) async throws {
    let (fresh, upgraded) = (try DatabaseQueue(), try database(of: release))
    for database in [fresh, upgraded] { try await NoteStore(database).nomad().migrate() }
    #expect(try await DatabaseState(of: fresh).schema.keys == DatabaseState(of: upgraded).schema.keys)
  }

  @Test("The notes can be searched after an upgrade")
  func search() async throws {
    let store = NoteStore(try database(of: "1.0.0"))
    try await store.nomad().migrate()
    #expect(try await store.search("train") == ["Ideas for the trip"])
    #expect(try await store.titles() == ["Shopping #food", "Ideas for the trip #food #travel", "Call Ada"])
  }
}
