import Foundation
import Nomad
import SwiftData

struct StorePlaces: Sendable {
  var old: URL
  var new: URL
}

struct MoveStore: Tribe {
  static let target: TribeTarget = .literal("2.4.0")

  @TribeDependency private var places: StorePlaces

  func migrate() async throws {
    let files = FileManager.default
    try files.createDirectory(at: places.new.deletingLastPathComponent(), withIntermediateDirectories: true)
    for suffix in ["-wal", "-shm", ""] where files.fileExists(atPath: places.old.path + suffix) {
      try files.moveItem(atPath: places.old.path + suffix, toPath: places.new.path + suffix)
    }
  }
}

func openTrips(_ places: StorePlaces) async throws -> ModelContainer {
  try await Nomad(.generated).providing(places).migrate()
  return try ModelContainer(
    for: Trip.self,
    migrationPlan: TripMigrations.self,
    configurations: ModelConfiguration(url: places.new)
  )
}
