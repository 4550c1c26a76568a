import Foundation
import Nomad
import NomadTesting
import Testing

@Suite struct UpgradesFromFixtures {
  @Test("Every release ends with the same notes, wherever the process dies")
  func everyRelease() async throws {
    let fixtures = try #require(Bundle.module.url(forResource: "Fixtures", withExtension: nil))
    let releases = try FileManager.default.contentsOfDirectory(atPath: fixtures.path).filter { $0.first != "." }
    let kills = try await UpgradePaths(.generated, from: releases).verifyWhenKilled { release, migrate in
      let copy = NotesFolder(url: FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString))
      try FileManager.default.copyItem(at: fixtures.appendingPathComponent(release), to: copy.url)
      defer { try? copy.removeAll() }
      try await NotesFolder.$current.withValue(copy) { try await migrate() }
      return try copy.contents
    } invariant: { contents in
      contents.count == 3
    }
    #expect(kills > 0)
  }
}
