#if Nomadctl
  import Nomad
  import NomadCheck
  import NomadGenCore
  import NomadTargets
  import Testing

  @testable import nomadctl

  @Suite struct JourneyTests {
    private let tribes = Roads.tribes(["App": Roads.sample])

    private func journey(from: String?, to: String? = nil, ran: [String] = []) throws -> Journey {
      try Journey(on: Road(tribes), from: from, to: to, ran: ran)
    }

    @Test("A journey has the plan's decision for each tribe")
    func steps() throws {
      let steps = try journey(from: "1.0.0", to: "1.5", ran: ["move"]).steps
      #expect(steps.map { RoadMap.Fate($0.decision) } == [.done, .done, .runs, .waits, .waits, .done, .runs])
      #expect(steps[3].reason == "waits for its version; the app is at 1.5.0")
      #expect(try journey(from: nil).steps.allSatisfy(\.decision.isRun))
    }

    /// Returns the number of tribes before a sign; nil if there is none.
    private func position(of text: String, from: String?, to: String? = nil) throws -> Int? {
      let rows = RoadMap(Road(tribes), journey: try journey(from: from, to: to)).rows
      let index = rows.firstIndex { if case .sign(_, let sign) = $0 { sign.hasPrefix(text) } else { false } }
      return index.map { rows[..<$0].count { if case .stop = $0 { true } else { false } } }
    }

    @Test(
      "The user's position is after the last tribe of the user's version",
      arguments: [
        (nil, 0), ("0.9", 1), ("1.0.0", 2), ("1.0.0.0-1", 3), ("1.5", 3), ("2.0.0-beta.2", 4), ("2.0.0", 5), ("99", 5),
      ] as [(String?, Int)]
    )
    func position(from: String?, position: Int) throws {
      #expect(try self.position(of: from == nil ? "a fresh install" : "the user", from: from) == position)
    }

    @Test(
      "The limit is after the last tribe that the app's version reaches, including sub-migrations",
      arguments: [
        (nil, nil), ("0.1", 1), ("1.0.0", 3), ("1.9", 3), ("2.0.0-beta.1", 4), ("2", 5),
      ] as [(String?, Int?)]
    )
    func limit(to: String?, limit: Int?) throws {
      #expect(try position(of: "the app", from: nil, to: to) == limit)
    }

    @Test(
      "A version has one spelling on the road, whichever was asked for: the tribes', else the release lock's",
      arguments: [("1.1", "1.2", "3"), ("1.1.0", "1.2.0.0", "3.0.0")]
    )
    func spelling(tribe: String, release: String, other: String) throws {
      let first = Roads.tribe("First", ".first") + Roads.tribe("New", #".literal("4.0.0")"#)
      let tribes = Roads.tribes(["App": first + Roads.tribe("A", #".dotted("1.1")"#)])
      let lock =
        "tribes-lock 1\n"
        + ["1.1.0", "1.2"].map { "App.A\($0.count) .dotted(\"\($0)\") \($0) 0000000000000001\n" }.joined()
      let road = Road(tribes, lock: ReleaseLock(reading: lock.utf8))
      let one = try Journey(on: road, from: tribe, to: other)
      #expect(one.sentence == "A user of 1.1 who gets 3.0.0 runs none of 3 tribes.")
      #expect(one.steps[0].reason == "no longer due; the data is at 1.1")
      #expect(one.steps[2].reason == "waits for its version; the app is at 3.0.0")
      let signs = RoadMap(road, journey: one).rows.compactMap { if case .sign(_, let text) = $0 { text } else { nil } }
      #expect(signs == ["the user is at 1.1", "the app is at 3.0.0"])
      #expect(try Journey(on: road, from: release, to: nil).sentence == "A user of 1.2 runs 1 of 3 tribes.")
    }

    @Test("A journey is summarized in one sentence")
    func sentence() throws {
      #expect(try journey(from: nil).sentence == "A fresh install runs all 7 tribes.")
      #expect(try journey(from: "1.0.0", to: "2.0.0").sentence == "A user of 1.0.0 who gets 2.0.0 runs 5 of 7 tribes.")
      #expect(try journey(from: "9").sentence == "A user of 9.0.0 runs 2 of 7 tribes.")
    }

    @Test("Derived data runs if its source has changed, and for a fresh install")
    func derived() throws {
      let source = Roads.tribe("A", ".always") + Roads.tribe("B", #".whenChanged("index")"#)
      let road = Road(Roads.tribes(["App": source + Roads.tribe("C", #".once("move")"#)]))
      let reasons = try road.steps(from: "1.0.0", to: nil, ran: ["move"]).map(\.reason)
      #expect(reasons == ["already ran", "runs, if its source has changed", "runs every time"])
      #expect(try road.steps(from: nil, to: nil, ran: []).map(\.reason) == ["runs", "runs", "runs every time"])
    }
  }
#endif
