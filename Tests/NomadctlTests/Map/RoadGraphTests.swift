#if Nomadctl
  import NomadCheck
  import NomadGenCore
  import Testing

  @testable import nomadctl

  @Suite struct RoadGraphTests {
    private let tribes = Roads.tribes([
      "App": Roads.tribe("A", #".dotted("1.1-1")"#), "Kit": Roads.tribe("B", #".once("\"]\\&#<x>")"#),
    ])

    @Test("The Mermaid graph contains every tribe and sign, with special characters as numeric entities")
    func mermaid() throws {
      let road = Road(tribes)
      let id = "#34;#92;#34;#93;#92;#92;#38;#35;#60;x#62;#34;"
      #expect(
        RoadGraph(map: RoadMap(road, journey: try Journey(on: road, from: "2", to: nil))).mermaid() == """
          flowchart TB
          accTitle: The road of App, Kit
          accDescr: 2 tribes at 1 version in 2 modules. A user of 2.0.0 runs 1 of 2 tribes.
          row0["A<br>.dotted(#34;1.1-1#34;) · App<br>✓ already ran"]:::done
          row1(["the user is at 2.0.0"])
          row2["B<br>.once(\(id)) · Kit<br>→ runs"]:::runs
          row0-->row1-->row2
          classDef runs stroke-width:4px
          classDef waits stroke-dasharray:5 4

          """
      )
    }

    @Test("Hostile ids cannot add or change lines of a graph")
    func hostile() {
      let graph = RoadGraph(map: RoadMap(Road(Roads.tribes(["App": Roads.hostileSource]))))
      let mermaid = graph.mermaid().split(separator: "\n")
      let node = /row\d+\["([^"`<>&;#]|<br>|#\d+;)*"\]/
      let nodes = mermaid.filter { $0.wholeMatch(of: node) != nil }
      #expect(nodes.count == Roads.hostile.count && mermaid.count == nodes.count + 6)
    }

    @Test("A graph without tribes has a header, and a graph with one tribe has no edge")
    func few() {
      #expect(RoadGraph(map: RoadMap(Road([]))).mermaid().hasPrefix("flowchart TB\n"))
      let one = Road(Roads.tribes(["App": Roads.tribe("A", ".first")]))
      #expect(!RoadGraph(map: RoadMap(one)).mermaid().contains("-->"))
    }

    @Test("The graph marks a late tribe")
    func late() throws {
      let identity = try #require(tribes[0].identity)
      let graph = RoadGraph(map: RoadMap(Road(tribes, late: [identity: .unreleased])))
      #expect(graph.mermaid().contains("<br>late\""))
    }
  }
#endif
