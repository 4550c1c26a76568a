#if Nomadctl
  import NomadCheck
  import NomadGenCore
  import Testing

  @testable import nomadctl

  @Suite struct RoadMapTests {
    private let tribes = Roads.tribes(["App": Roads.sample])

    private func stops(_ tribes: [Tribe]) -> [RoadMap.Stop] {
      RoadMap(Road(tribes)).rows.compactMap { if case .stop(let stop) = $0 { stop } else { nil } }
    }

    @Test("The stops are in migration order, each with its version or its kind")
    func stops() {
      let stops = stops(tribes)
      #expect(stops.map(\.label) == ["first", "1.0.0", "1.0.0-1", "2.0.0-beta.1", "2.0.0", "once", "always"])
      #expect(stops.map(\.name) == ["Before", "A", "B", "C", "D", "E", "F"])
      let derived = Roads.tribe("A", ".always") + Roads.tribe("B", #".whenChanged("index")"#)
      #expect(self.stops(Roads.tribes(["App": derived])).map(\.label) == ["when changed", "always"])
    }

    @Test("Two ids that only look the same are two stops in the order of their bytes")
    func ids() {
      let source = Roads.tribe("D", ".once(\"\u{E9}\")") + Roads.tribe("E", ".once(\"e\u{301}\")")
      #expect(stops(Roads.tribes(["App": source])).map(\.name) == ["E", "D"])
    }

    @Test("A stop has the tribe's target, module, place and conditions, and whether it is late")
    func stop() throws {
      let text = "#if os(Linux)\n@available(iOS 17, *)\n" + Roads.tribe("A", #".dotted("1.1")"#) + "#endif\n"
      let tribes = Roads.tribes(["App": text])
      let stop = try #require(stops(tribes).first)
      #expect(stop.target == #".dotted("1.1") · App"# && stop.place == "Sources/App/Tribes.swift:3")
      #expect(stop.remarks == ["#if os(Linux)", "@available iOS 17"] && stop.fate == nil && stop.reason == nil)
      let identity = try #require(tribes[0].identity)
      let late = RoadMap(Road(tribes, late: [identity: .unreleased]))
      guard case .stop(let stop) = late.rows.first else { throw CancellationError() }
      #expect(stop.remarks.last == "late")
    }

    @Test("The map has a title, and counts its contents in one sentence")
    func words() throws {
      let map = RoadMap(Road(tribes))
      #expect(map.title == "The road of App" && map.summary == ["7 tribes at 4 versions in 1 module."])
      let arrivals = tribes.prefix(2).compactMap(\.identity).map { ($0, ReleaseLock.Arrival.unreleased) }
      let late = RoadMap(Road(tribes, late: Dictionary(uniqueKeysWithValues: arrivals)))
      #expect(late.summary == ["7 tribes at 4 versions in 1 module, 2 of them late."])
      #expect(RoadMap(Road([])).summary == ["There are no tribes here."] && RoadMap(Road([])).title == "The road")
      let both = Road(Roads.tribes(["b": Roads.tribe("X", ".always"), "a": Roads.tribe("X", ".always"), "empty": ""]))
      #expect(RoadMap(both).title == "The road of a, b" && RoadMap(both).summary == ["2 tribes in 2 modules."])
    }
  }
#endif
