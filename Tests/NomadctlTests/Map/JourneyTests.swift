#if Nomadctl
  import NomadCheck
  import NomadGenCore
  import NomadTargets
  import Testing

  @testable import nomadctl

  @Suite struct JourneyTests {
    private let tribes = Roads.tribes(["App": Roads.sample])

    private func journey(from: String?, to: String? = nil, ran: [String] = []) throws -> RoadMap.Journey {
      try RoadMap(tribes).journey(on: Road(tribes), from: from, to: to, ran: ran)
    }

    @Test("A journey has the plan's decision for each tribe")
    func fates() throws {
      let fates = try journey(from: "1.0.0", to: "1.5", ran: ["move"]).fates
      #expect(fates.map(\.kind) == [.done, .done, .runs, .waits, .waits, .done, .runs])
      #expect(fates[3].text == "waits for its version; the app is at 1.5.0")
      #expect(try journey(from: nil).fates.allSatisfy { $0.kind == .runs })
    }

    @Test(
      "The user's position is after the last station of the user's version",
      arguments: [
        (nil, 0), ("0.9", 1), ("1.0.0", 2), ("1.0.0.0-1", 3), ("1.5", 3), ("2.0.0-beta.2", 4), ("2.0.0", 5), ("99", 5),
      ] as [(String?, Int)]
    )
    func position(from: String?, position: Int) throws {
      #expect(try journey(from: from).position == position)
    }

    @Test(
      "The limit is after the last station that the app's version reaches, including sub-migrations",
      arguments: [
        (nil, nil), ("0.1", 1), ("1.0.0", 3), ("1.9", 3), ("2.0.0-beta.1", 4), ("2", 5),
      ] as [(String?, Int?)]
    )
    func limit(to: String?, limit: Int?) throws {
      #expect(try journey(from: nil, to: to).limit == limit)
    }

    @Test(
      "A version has one spelling on the road, whichever was asked for: the tribes', else the release lock's",
      arguments: [("1.1", "1.2", "3"), ("1.1.0", "1.2.0.0", "3.0.0")]
    )
    func spelling(tribe: String, release: String, other: String) throws {
      let first = Roads.tribe("First", ".first") + Roads.tribe("New", #".literal("4.0.0")"#)
      let tribes = Roads.tribes(["App": first + Roads.tribe("A", #".dotted("1.1")"#)])
      let releases = try ["1.1.0", "1.2"].map { (text: $0, version: try TribeVersion(dotted: $0)) }
      let (map, road) = (RoadMap(tribes), Road(tribes, releases: releases))
      let journey = { try map.journey(on: road, from: $0, to: $1, ran: []) }
      let one = try journey(tribe, other)
      #expect(one.sentence == "A user of 1.1 who gets 3.0.0 runs none of 3 tribes.")
      #expect(one.fates[0].text == "no longer due; the data is at 1.1" && one.startSign == "the user is at 1.1")
      #expect(
        one.fates[2].text == "waits for its version; the app is at 3.0.0" && one.limitSign == "the app is at 3.0.0"
      )
      #expect(try journey(release, nil).sentence == "A user of 1.2 runs 1 of 3 tribes.")
    }
  }
#endif
