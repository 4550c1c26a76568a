#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadTargets
  import Testing
  import ToolSupport

  @testable import nomadctl

  /// The end of the support for old data on maps and in plans.
  @Suite struct EndOfSupportTests {
    private static let merged =
      #"struct Notes: Tribe { static let target: TribeTarget = .literal("1.2.0"); "#
      + #"static let merges: [String] = ["1.0.0", "1.1.0", "1.2.0", "0.9"] }"# + "\n"
    private static let lock = """
      tribes-lock 1

      App.Gone .literal("0.5.0") 0.5.0 0000000000000001 retired "1.2.0"
      App.Notes .literal("1.2.0") 1.3.0 0000000000000001
      App.SplitNotes .literal("1.0.0") 1.0.0 0000000000000001 merged "App.Notes"

      """
    private static let end = "data before 1.2.0 is refused"

    private let tribes = Roads.tribes(["App": Roads.tribe("One", #".literal("1.0.0")"#) + merged])

    private func rows(_ map: RoadMap) -> [String] {
      map.rows.map { row in
        switch row {
        case .stop(let stop): stop.name
        case .sign(_, let text): text
        }
      }
    }

    @Test("The end of support is before the tribe of the oldest version, whether a policy or the lock has it")
    func end() throws {
      let lock = ReleaseLock(reading: Self.lock.utf8)
      #expect(lock.readingFindings.isEmpty)
      let oldest = [try TribeVersion(app: "1.2")]
      for road in [Road(tribes, lock: lock), Road(tribes, oldest: oldest), Road(tribes, lock: lock, oldest: oldest)] {
        #expect(rows(RoadMap(road)) == ["One", Self.end, "Notes"])
      }
      #expect(rows(RoadMap(Road(tribes))) == ["One", "Notes"])
      #expect(
        rows(RoadMap(Road(tribes, oldest: [try TribeVersion(app: "3.0.0")]))).last == "data before 3.0.0 is refused"
      )
    }

    @Test("Signs at one place are in order: the user, the end of support, and the app")
    func order() throws {
      let road = Road(tribes, oldest: [try TribeVersion(app: "1.2")])
      let map = RoadMap(road, journey: try Journey(on: road, from: "1.0.0", to: "1.1.0"))
      #expect(rows(map) == ["One", "the user is at 1.0.0", Self.end, "the app is at 1.1.0", "Notes"])
    }

    @Test("The command reads the lock and the policy, and a user with refused data runs nothing")
    func command() throws {
      let folder = try Folder()
      let policy = "import Nomad\nlet policy = MigrationPolicy(oldest: \"1.2.0\")\n"
      try folder.write(policy + Self.merged, to: "Sources/App/A.swift")
      try folder.write(Self.lock, to: "Tribes.lock")
      let run = { try Tool("nomadctl").run($0, in: folder.url) }
      let picture = try run(["map", "--from", "1.0.0"])
      #expect(picture.code == 0 && picture.output.contains("merges 1.0.0, 1.1.0"))
      #expect(picture.output.contains(">\(Self.end)<"))
      #expect(picture.output.contains("held back; the data is older than this release supports"))
      let plan = try run(["plan", "--from", "1.0.0"])
      #expect(plan.output.hasSuffix("\nA user of 1.0.0 runs none of 1 tribe. The app refuses data before 1.2.0.\n"))
      #expect(try run(["plan"]).output.hasSuffix("\nA fresh install runs the only tribe.\n"))
      #expect(try run(["plan", "--from", "1.2.0"]).output.contains("already ran"))
      #expect(try run(["plan", "--to", "1.1.0"]).output.contains("waits for its version"))
      // A policy without a lock.
      try FileManager.default.removeItem(at: folder.url.appending(path: "Tribes.lock"))
      #expect(try run(["map"]).output.contains(">\(Self.end)<"))
      // Without the policy, the merged tribe does the open parts.
      try folder.write(Self.merged, to: "Sources/App/A.swift")
      let merges = try run(["plan", "--from", "1.0.0"]).output
      #expect(
        merges.contains("runs, merges 1.0.0, 1.1.0") && merges.hasSuffix("A user of 1.0.0 runs the only tribe.\n")
      )
    }
  }
#endif
