#if Nomadctl
  /// The road as a graph for Mermaid, with a node for each tribe.
  struct RoadGraph {
    /// A node, which represents a tribe.
    struct Node {
      let stop: RoadMap.Stop
      let kind: RoadMap.Station.Kind
      let fate: RoadMap.Fate?

      /// The node's identifier, which appears only in the text and not in the drawing.
      var id: String { "tribe\(stop.number)" }

      /// Returns the lines of the node's label.
      func lines(withPlace: Bool) -> [String] {
        let facts = [stop.target, stop.module.name] + [kind.remark].compactMap(\.self)
        var lines = [stop.name, facts.joined(separator: " · ")]
        if withPlace { lines.append(stop.place) }
        lines += stop.conditions
        if stop.isLate(with: fate) { lines.append("late") }
        if let fate { lines.append("\(fate.kind.sign) \(fate.text)") }
        return lines
      }
    }

    let map: RoadMap
    var journey: RoadMap.Journey?

    /// The nodes of each stretch.
    var stretches: [(heading: String, nodes: [Node])] {
      map.stretches.map { stretch in
        let nodes = stretch.stations.flatMap { station in
          station.stops.map { Node(stop: $0, kind: station.kind, fate: journey?.fates[$0.number]) }
        }
        return (stretch.heading, nodes)
      }
    }

    /// A summary of the road and of the journey.
    var description: String { ([map.summary] + (journey.map { [$0.sentence] } ?? [])).joined(separator: " ") }
  }

  extension RoadGraph {
    /// The maximum number of characters that Mermaid draws, unless the page that shows the text configures another.
    static let mermaidLimit = 50_000

    /// Returns the road in Mermaid's language.
    ///
    /// It leaves out the tribes' locations if the text would otherwise be too long.
    func mermaid() -> String {
      let text = mermaid(withPlaces: true)
      return text.unicodeScalars.count <= Self.mermaidLimit ? text : mermaid(withPlaces: false)
    }

    private func mermaid(withPlaces: Bool) -> String {
      var lines = ["flowchart TB", "accTitle: \(Self.escaped(map.title))", "accDescr: \(Self.escaped(description))"]
      let stretches = stretches
      for (number, stretch) in stretches.enumerated() {
        lines.append("subgraph stretch\(number)[\"\(Self.escaped(stretch.heading))\"]")
        lines += stretch.nodes.map { Self.line(of: $0, withPlace: withPlaces) }
        lines.append("end")
      }
      let nodes = stretches.flatMap(\.nodes)
      if nodes.count > 1 { lines.append(nodes.map(\.id).joined(separator: "-->")) }
      // Only the frames have fixed colors; the theme determines the rest.
      for index in Set(map.modules.map { Palette.index(of: $0.number) }).sorted() {
        lines.append("classDef m\(index) stroke:\(Palette.colors[index].onEither),stroke-width:2px")
      }
      if journey != nil {
        lines += ["classDef runs stroke-width:4px", "classDef rests stroke-dasharray:5 4"]
      }
      let rows =
        journey == nil
        ? []
        : Dictionary(grouping: nodes) { $0.fate?.kind == .runs ? "runs" : "rests" }
          .sorted { $0.key < $1.key }
      lines += rows.map { "class \($0.value.map(\.id).joined(separator: ",")) \($0.key)" }
      return lines.joined(separator: "\n") + "\n"
    }

    private static func line(of node: Node, withPlace: Bool) -> String {
      let (left, right) =
        switch node.kind {
        case .release: ("[", "]")
        case .prerelease: ("([", "])")
        case .step: ("(", ")")
        case .first: (">", "]")
        case .once: ("{{", "}}")
        case .changed: ("[/", "/]")
        case .always: ("[[", "]]")
        }
      let label = node.lines(withPlace: withPlace).map(escaped).joined(separator: "<br>")
      return "\(node.id)\(left)\"\(label)\"\(right):::m\(Palette.index(of: node.stop.module.number))"
    }

    /// Returns a text in which every character that Mermaid, Markdown or HTML might interpret is a numbered entity.
    private static func escaped(_ text: String) -> String {
      text.unicodeScalars.reduce(into: "") { result, scalar in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", "_", "-", "/", "(", ")":
          result.unicodeScalars.append(scalar)
        case _ where scalar.isASCII: result += "#\(scalar.value);"
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
  }
#endif
