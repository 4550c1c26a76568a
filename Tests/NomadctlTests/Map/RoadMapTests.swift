#if Nomadctl
  import Testing

  @testable import nomadctl

  @Suite struct RoadMapTests {
    private let tribes = Roads.tribes(["App": Roads.sample])

    @Test("Stations are in migration order, under one heading for each major version")
    func stretches() {
      let map = RoadMap(tribes)
      #expect(map.stretches.map(\.heading) == ["First", "Version 1", "Version 2", "Once", "Always"])
      #expect(
        map.stretches.map { $0.stations.map(\.label) } == [
          ["first"], ["1.0.0", "1.0.0-1"], ["2.0.0-beta.1", "2.0.0"], ["once"], ["always"],
        ]
      )
      #expect(map.stations.map(\.number) == Array(0..<7))
      #expect(map.stops.map(\.name) == ["Before", "A", "B", "C", "D", "E", "F"])
      #expect(map.stops.map(\.number) == Array(0..<7))
    }

    @Test("Sub-migrations and pre-releases are distinguished from releases")
    func kinds() {
      let map = RoadMap(tribes)
      #expect(map.stations.map(\.kind) == [.first, .release, .step, .prerelease, .release, .once, .always])
      #expect(map.stations.compactMap(\.kind.remark) == ["sub-migration", "pre-release"])
    }

    @Test("Derived data has a heading of its own, between the tribes that run once and those that always run")
    func derived() throws {
      let tribes = Roads.tribes([
        "App": Roads.tribe("A", ".always") + Roads.tribe("B", #".whenChanged("index")"#)
          + Roads.tribe("C", #".once("move")"#)
      ])
      let map = RoadMap(tribes)
      #expect(map.stretches.map(\.heading) == ["Once", "When changed", "Always"])
      #expect(map.stations.map(\.kind) == [.once, .changed, .always])
      #expect(map.stops.map(\.key) == ["once:move", "changed:index", "always:App.A"])
      let reasons = try Road(tribes).steps(from: "1.0.0", to: nil, ran: ["move"]).map(\.reason)
      #expect(reasons == ["already ran", "runs, if its source has changed", "runs every time"])
      #expect(try Road(tribes).steps(from: nil, to: nil, ran: []).map(\.reason) == ["runs", "runs", "runs every time"])
    }

    @Test("Tribes at one position share a station; two ids that only look the same do not")
    func shared() {
      let map = RoadMap(
        Roads.tribes([
          "App": Roads.tribe("A", ".first") + Roads.tribe("B", ".first") + Roads.tribe("C", #".literal("1.0.0")"#)
            + Roads.tribe("D", ".once(\"\u{E9}\")") + Roads.tribe("E", ".once(\"e\u{301}\")"),
          "Kit": Roads.tribe("K", #".dotted("1.0")"#),
        ])
      )
      #expect(map.stations.map { $0.stops.map(\.name) } == [["A", "B"], ["C", "K"], ["E"], ["D"]])
    }

    @Test("Modules are numbered by name, and count their tribes")
    func modules() {
      let map = RoadMap(Roads.tribes(["b": Roads.sample, "a": Roads.tribe("X", ".always"), "empty": ""]))
      #expect(map.modules.map(\.name) == ["a", "b"])
      #expect(map.modules.map(\.number) == [0, 1] && map.modules.map(\.count) == [1, 7])
      #expect(map.stops.first { $0.name == "X" }?.module.name == "a")
    }

    @Test("The map has each tribe's target, place, conditions and key, and whether it is late")
    func stop() throws {
      let text = "#if os(Linux)\n@available(iOS 17, *)\n" + Roads.tribe("A", #".dotted("1.1")"#) + "#endif\n"
      let tribes = Roads.tribes(["App": text])
      let stop = try #require(RoadMap(tribes).stops.first)
      #expect(stop.target == #".dotted("1.1")"# && stop.place == "Sources/App/Tribes.swift:3")
      #expect(stop.conditions == ["#if os(Linux)", "@available iOS 17"] && stop.key == "version:1.1.0")
      #expect(!stop.isLate)
      #expect(try #require(RoadMap(tribes, late: Set(tribes)).stops.first).isLate)
    }

    @Test("The map summarizes its contents and each journey in one sentence")
    func words() throws {
      let map = RoadMap(tribes)
      #expect(map.title == "The road of App")
      #expect(map.summary == "7 tribes at 4 versions in 1 module.")
      #expect(
        RoadMap(tribes, late: Set(tribes.prefix(2))).summary == "7 tribes at 4 versions in 1 module, 2 of them late."
      )
      #expect(RoadMap([]).summary == "There are no tribes here.")
      let road = Road(tribes)
      let sentence = { (from: String?, to: String?) in try map.journey(on: road, from: from, to: to, ran: []).sentence }
      #expect(try sentence(nil, nil) == "A fresh install runs all 7 tribes.")
      #expect(try sentence("1.0.0", "2.0.0") == "A user of 1.0.0 who gets 2.0.0 runs 5 of 7 tribes.")
      #expect(try sentence("9", nil) == "A user of 9.0.0 runs 2 of 7 tribes.")
    }
  }
#endif
