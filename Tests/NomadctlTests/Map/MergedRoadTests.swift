#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore
  import NomadTargets
  import Testing
  import ToolSupport

  @testable import nomadctl

  /// Tribes that are gone, and the end of the support for old data.
  @Suite struct MergedRoadTests {
    private static let merged =
      #"struct Notes: Tribe { static let target: TribeTarget = .literal("1.2.0"); "#
      + #"static let merges: [String] = ["1.0.0", "1.1.0", "1.2.0", "0.9"] }"# + "\n"
    private static let lock = """
      tribes-lock 1

      App.Gone .literal("0.5.0") 0.5.0 0000000000000001 retired "1.2.0"
      App.Notes .literal("1.2.0") 1.3.0 0000000000000001
      App.SplitNotes .literal("1.0.0") 1.0.0 0000000000000001 merged "App.Notes"

      """
    private static let end = "data before 1.2.0 is refused; release 1.3.0 can still migrate it; 1 tribe retired"

    private let tribes: [TribeSummary]
    private let map: RoadMap

    init() throws {
      // The tribe 1.1.0 of another module has the place of a merged one.
      tribes = Roads.tribes([
        "App": Self.merged + Roads.tribe("Two", #".literal("2.0.0")"#),
        "Kit": Roads.tribe("Other", #".literal("1.1.0")"#),
      ])
      let lock = ReleaseLock(reading: Self.lock.utf8)
      #expect(lock.readingFindings.isEmpty)
      map = RoadMap(tribes, shipped: lock.entries, oldest: [try TribeVersion(app: "1.2")])
    }

    private func journey(from: String?) throws -> RoadMap.Journey {
      try map.journey(on: Road(tribes), from: from, to: nil, ran: [])
    }

    @Test("A merged tribe stays where it was, with its name from the release lock and the tribe that merges it")
    func departures() {
      #expect(map.stations.map(\.label) == ["0.9", "1.0.0", "1.1.0", "1.2.0", "2.0.0"])
      #expect(map.stations.map(\.kind) == [.merged, .merged, .release, .release, .release])
      #expect(map.stations.map { $0.gone.map(\.name) } == [["0.9"], ["SplitNotes"], ["1.1.0"], [], []])
      #expect(map.gone.map(\.written) == [#".dotted("0.9")"#, #".literal("1.0.0")"#, #".literal("1.1.0")"#])
      #expect(map.gone.allSatisfy { $0.remark == #"merged into Notes .literal("1.2.0")"# })
      #expect(map.gone.allSatisfy { map.stops[$0.into].name == "Notes" })
    }

    @Test("The end of support is before the station of the oldest version, and the summary names it")
    func end() {
      #expect(map.supportEnds.map(\.text) == [Self.end] && map.supportEnds.map(\.position) == [3])
      #expect(
        map.summary
          == "3 tribes at 3 versions in 2 modules. They merge 3 older tribes. D\(Self.end.dropFirst())."
      )
      #expect(RoadMap(tribes).supportEnds.isEmpty)
    }

    @Test("A user of a merged version is at its station, and has passed the merged tribes up to it")
    func passed() throws {
      let journey = try journey(from: "1.0.0")
      #expect(journey.position == 2)
      #expect(map.stations.map(journey.kind) == [.done, .done, .runs, .runs, .runs])
    }

    @Test("The picture has a card for each merged tribe, and a sign for the end of support")
    func picture() throws {
      for from in [nil, "1.0.0"] {
        let journey = try from.map(journey)
        let elements = try #require(SVGReader.elements(of: RoadPicture(map: map, journey: journey).svg()))
        #expect(elements.count { $0.classes.isSuperset(of: ["card", "gone"]) } == 3)
        #expect(elements.count { $0.classes.isSuperset(of: ["card", "gone", "done"]) } == (from == nil ? 0 : 2))
        let texts = elements.filter { $0.name == "text" }.map(\.text)
        #expect(texts.count { $0 == #"merged into Notes .literal("1.2.0")"# } == 3)
        let places = ["1.0.0", "SplitNotes", "1.1.0", Self.end, "Notes"].map { texts.firstIndex(of: $0) ?? -1 }
        #expect(places == places.sorted() && !places.contains(-1))
        #expect(elements.count { $0.classes == ["sign", "oldest"] } == 2, "one on the road, and one beside it")
      }
    }

    @Test("The graph leads from each merged tribe to the one that merges it, and past the end of support")
    func graph() {
      let lines = RoadGraph(map: map).mermaid().split(separator: "\n")
      #expect(lines.filter { $0.contains("-.->") } == ["gone0-.->tribe1", "gone1-.->tribe1", "gone2-.->tribe1"])
      #expect(lines.contains("tribe0-->end1-->tribe1-->tribe2"))
      #expect(lines.contains(#"gone1["SplitNotes<br>.literal(#34;1.0.0#34;) · App<br>merged"]:::gone"#))
      #expect(lines.contains { $0.hasPrefix(#"end1["data before 1.2.0 is refused#59; release 1.3.0"#) })
    }

    @Test("An end of support after the last tribe is on the picture and in the graph")
    func lastEnd() throws {
      let map = RoadMap(tribes, oldest: [try TribeVersion(app: "3.0.0")])
      let end = "data before 3.0.0 is refused"
      #expect(RoadPicture(map: map, journey: nil).svg().contains(">\(end)"))
      let lines = RoadGraph(map: map).mermaid().split(separator: "\n")
      #expect(lines.contains { $0.hasPrefix("end3[\"\(end)#59;") })
      #expect(lines.contains("tribe0-->tribe1-->tribe2-->end3"))
    }

    @Test("The command reads the lock and the policy, and a user with refused data runs nothing")
    func command() throws {
      let folder = try Folder()
      let policy = "import Nomad\nlet policy = MigrationPolicy(oldest: \"1.2.0\")\n"
      try folder.write(policy + Self.merged, to: "Sources/App/A.swift")
      try folder.write(Self.lock, to: "Tribes.lock")
      let run = { try Tool("nomadctl").run($0, in: folder.url) }
      let picture = try run(["map", "--from", "1.0.0"])
      #expect(picture.code == 0 && picture.output.contains(">SplitNotes<") && picture.output.contains(">\(Self.end)<"))
      #expect(picture.output.contains("held back; the data is older than this release supports"))
      let plan = try run(["plan", "--from", "1.0.0"])
      #expect(plan.output.hasSuffix("\nA user of 1.0.0 runs none of 1 tribe. The app refuses data before 1.2.0.\n"))
      #expect(try run(["plan"]).output.hasSuffix("\nA fresh install runs the only tribe.\n"))
      #expect(try run(["plan", "--from", "1.2.0"]).output.contains("already ran"))
      #expect(try run(["plan", "--to", "1.1.0"]).output.contains("waits for its version"))
      // A policy without a lock.
      try FileManager.default.removeItem(at: folder.url.appending(path: "Tribes.lock"))
      #expect(
        try run(["map"]).output.contains(">data before 1.2.0 is refused; release 1.2.0 can still migrate it<")
      )
      // Without the policy, the merged tribe does the open parts.
      try folder.write(Self.merged, to: "Sources/App/A.swift")
      let merges = try run(["plan", "--from", "1.0.0"]).output
      #expect(
        merges.contains("runs, merges 1.0.0, 1.1.0") && merges.hasSuffix("A user of 1.0.0 runs the only tribe.\n")
      )
    }
  }
#endif
