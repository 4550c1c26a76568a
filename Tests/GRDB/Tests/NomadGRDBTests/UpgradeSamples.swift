// The samples of the documentation. `SampleTests` looks for them here.

import Foundation
import GRDB
import Nomad
import NomadGRDB
import NomadTesting

struct UpgradeSamples {
  let fixtures: URL
  let registry: TribeRegistry

  func everyRelease() async throws {
    try await UpgradePaths(registry, from: ["1.0.0", "2.0.0"]).verifyWhenKilled { version, migrate in
      let fixture = fixtures.appendingPathComponent("\(version).sqlite")
      let database = try DatabaseQueue.inMemoryCopy(fromPath: fixture.path)
      try await migrate(recordingIn: .grdb(database))
      return try await DatabaseState(of: database)
    }
  }
}
