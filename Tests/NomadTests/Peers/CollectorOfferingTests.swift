import Foundation
import NomadAdoption
import NomadRepair
import Testing

@testable import Nomad

/// The features of Collector and MFMigrationManager: closures in code, with versions.
@Suite("Features of Collector")
struct CollectorOfferingTests {
  private let folder: TemporaryFolder
  private let trace = Trace()

  init() throws { folder = try TemporaryFolder() }

  private func ledger(of manager: String = "default") -> FileLedger {
    FileLedger(at: folder.url.appendingPathComponent("\(manager).ledger"))
  }

  /// Returns the names of the closures that a launch of the app runs.
  private func launch(at version: String?, _ versions: [String], manager: String = "default") async throws -> [String] {
    let trace = trace
    let registry = try TribeRegistry {
      for version in versions { Nomad.migration(version) { trace.note("\(manager) \(version)") } }
    }
    let current = version.map { CurrentVersion.exactly($0) } ?? .bundle
    let nomad = Nomad(registry, ledger: ledger(of: manager), currentVersion: current)
    return try await nomad.migrate().migrated.map(\.name)
  }

  @Test("A launch runs the closures between the version of the last launch and the current one, and no others")
  func closures() async throws {
    #expect(try await launch(at: "1.1", ["1.1"]) == ["1.1"])
    let all = ["1.1", "1.2.5", "1.4", "1.5"]
    #expect(try await launch(at: "1.4", all) == ["1.2.5", "1.4"])
    #expect(try await launch(at: "1.4", all) == [])
    #expect(try await launch(at: "1.5", all) == ["1.5"])
  }

  @Test("A version can have any number of components, and missing ones count as zero")
  func components() async throws {
    #expect(
      try await launch(at: "3.0", ["2.0.3.9.6", "2.0.3.9.10", "2.0.3.9", "2.1"]) == [
        "2.0.3.9", "2.0.3.9.6", "2.0.3.9.10", "2.1",
      ]
    )
    #expect(try await launch(at: "3.0", ["2.1.0.0.0"]) == [])
  }

  @Test("Sub-migrations run after their version, even if they are added later in the same app version")
  func subMigrations() async throws {
    #expect(try await launch(at: "1.1", ["1.1-2", "1.1-1", "1.1"]) == ["1.1", "1.1-1", "1.1-2"])
    #expect(try await launch(at: "1.1", ["1.1", "1.1-1", "1.1-2", "1.1-3"]) == ["1.1-3"])
    #expect(try await launch(at: "1.1", ["1.1", "1.1-1", "1.1-2", "1.1-3", "1.1.1"]) == [])
  }

  @Test("Named managers are independent of each other, and so are their resets")
  func namedManagers() async throws {
    #expect(try await launch(at: "2.0", ["1.0", "2.0"], manager: "cache") == ["1.0", "2.0"])
    #expect(try await launch(at: "2.0", ["1.0"], manager: "notes") == ["1.0"])
    try await ledger(of: "cache").forgetAll()
    #expect(try await launch(at: "2.0", ["1.0"], manager: "notes") == [])
    #expect(try await launch(at: "2.0", ["1.0", "2.0"], manager: "cache") == ["1.0", "2.0"])
    #expect(FileLedger.standard(named: "cache").identity != FileLedger.standard(named: "notes").identity)
    #expect(Nomad(try TribeRegistry {}, name: "cache").ledger.identity == FileLedger.standard(named: "cache").identity)
  }

  @Test("A given current version limits what runs, and everything runs if the process has no bundle")
  func currentVersion() async throws {
    #expect(try await launch(at: "1", ["1.0", "1.0.1"]) == ["1.0"])
    #expect(try await launch(at: "1.0.1", ["1.0", "1.0.1"]) == ["1.0.1"])
    #if !canImport(Darwin)
      #expect(try await launch(at: nil, ["99.0"], manager: "bundle") == ["99.0"])
    #endif
  }

  @Test("The delegate is told of each version after the version is recorded")
  @MainActor
  func delegate() async throws {
    final class Listener: NomadDelegate {
      var heard: [String] = []
      let ledger: FileLedger
      init(_ ledger: FileLedger) { self.ledger = ledger }

      func didMigrate(to target: TribeTarget) {
        let isRecorded = (try? ledger.history().finished.contains { $0.name == target.name }) == true
        heard.append("\(target.name) \(isRecorded)")
      }
    }
    let listener = Listener(ledger())
    let registry = try TribeRegistry {
      Nomad.migration("1.1") {}
      Nomad.migration("1.1-1") {}
    }
    try await Nomad(registry, ledger: ledger()).migrate(telling: listener)
    #expect(listener.heard == ["1.1 true", "1.1-1 true"])
  }

  @Test("Everything runs again after a reset")
  func reset() async throws {
    #expect(try await launch(at: "1.1", ["1.0", "1.1"]) == ["1.0", "1.1"])
    try await ledger().forgetAll()
    #expect(try await launch(at: "1.1", ["1.0", "1.1"]) == ["1.0", "1.1"])
  }
}
