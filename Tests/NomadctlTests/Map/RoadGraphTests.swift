#if Nomadctl
  import Testing

  @testable import nomadctl

  @Suite struct RoadGraphTests {
    private let tribes = Roads.tribes([
      "App": Roads.tribe("A", #".dotted("1.1-1")"#), "Kit": Roads.tribe("B", #".once("\"]\\&#<x>")"#),
    ])

    private func graph(of count: Int) -> RoadGraph {
      let source = (0..<count).map { Roads.tribe("TribeWithANameOfSomeLength\($0)", ".literal(\"1.\($0).0\")") }
      return RoadGraph(map: RoadMap(Roads.tribes(["App": source.joined()])))
    }

    @Test("The Mermaid graph contains every tribe, with special characters as numeric entities")
    func mermaid() throws {
      let map = RoadMap(tribes)
      let journey = try map.journey(on: Road(tribes), from: "2", to: nil, ran: [])
      let id = "#34;#92;#34;#93;#92;#92;#38;#35;#60;x#62;#34;"
      #expect(
        RoadGraph(map: map, journey: journey).mermaid() == """
          flowchart TB
          accTitle: The road of App and Kit
          accDescr: 2 tribes at 1 version in 2 modules. A user of 2.0.0 runs 1 of 2 tribes.
          subgraph stretch0["Version 1"]
          tribe0("A<br>.dotted(#34;1.1-1#34;) · App · sub-migration<br>Sources/App/Tribes.swift#58;1<br>✓ already \
          ran"):::m0
          end
          subgraph stretch1["Once"]
          tribe1{{"B<br>.once(\(id)) · Kit<br>Sources/Kit/Tribes.swift#58;1<br>→ runs"}}:::m1
          end
          tribe0-->tribe1
          classDef m0 stroke:#398AD6,stroke-width:2px
          classDef m1 stroke:#BA5530,stroke-width:2px
          classDef runs stroke-width:4px
          classDef rests stroke-dasharray:5 4
          class tribe0 rests
          class tribe1 runs

          """
      )
    }

    @Test("Hostile ids cannot add or change lines of a graph")
    func hostile() {
      let graph = RoadGraph(map: RoadMap(Roads.tribes(["App": Roads.hostileSource])))
      let mermaid = graph.mermaid().split(separator: "\n")
      let node = /tribe\d+\{\{"([^"`<>&;#]|<br>|#\d+;)*"\}\}:::m0/
      let nodes = mermaid.filter { $0.wholeMatch(of: node) != nil }
      #expect(nodes.count == Roads.hostile.count && mermaid.count == nodes.count + 7)
    }

    @Test("A large Mermaid graph omits the places of the tribes, but no tribe")
    func limit() {
      let (short, long) = (graph(of: 200).mermaid(), graph(of: 450).mermaid())
      #expect(short.contains("Tribes.swift") && short.count < RoadGraph.mermaidLimit)
      #expect(!long.contains("Tribes.swift") && long.contains("TribeWithANameOfSomeLength449"))
    }

    @Test("A graph without tribes has a header, and a graph with one tribe has no edge")
    func few() {
      #expect(RoadGraph(map: RoadMap([])).mermaid().hasPrefix("flowchart TB\n"))
      #expect(!graph(of: 1).mermaid().contains("-->"))
    }

    @Test("The graph marks a late tribe")
    func late() {
      let graph = RoadGraph(map: RoadMap(tribes, late: Set(tribes.prefix(1))))
      #expect(graph.mermaid().contains("<br>late\""))
    }
  }
#endif
