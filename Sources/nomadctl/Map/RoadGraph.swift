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

    private func nodes(at station: RoadMap.Station) -> [Node] {
      station.stops.map { Node(stop: $0, kind: station.kind, fate: journey?.fates[$0.number]) }
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
      let stretches = map.stretches
      var (chain, exits) = ([String](), [String]())
      func addEnds(at position: Int) {
        for end in map.supportEnds.filter({ $0.position == position }) {
          lines.append("end\(chain.count)[\"\(Self.escaped(end.text))\"]:::oldest")
          chain.append("end\(chain.count)")
        }
      }
      for (number, stretch) in stretches.enumerated() {
        lines.append("subgraph stretch\(number)[\"\(Self.escaped(stretch.heading))\"]")
        for station in stretch.stations {
          addEnds(at: station.number)
          for gone in station.gone {
            let label = [gone.name, "\(gone.written) · \(gone.module.name)", "merged"].map(Self.escaped)
            lines.append("gone\(exits.count)[\"\(label.joined(separator: "<br>"))\"]:::gone")
            exits.append("gone\(exits.count)-.->tribe\(gone.into)")
          }
          let nodes = nodes(at: station)
          lines += nodes.map { Self.line(of: $0, withPlace: withPlaces) }
          chain += nodes.map(\.id)
        }
        lines.append("end")
      }
      addEnds(at: map.stations.count)
      if chain.count > 1 { lines.append(chain.joined(separator: "-->")) }
      lines += exits
      if !exits.isEmpty { lines.append("classDef gone stroke-dasharray:2 3") }
      if !map.supportEnds.isEmpty { lines.append("classDef oldest stroke-width:4px") }
      let nodes = stretches.flatMap(\.stations).flatMap(nodes)
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
        case .release, .merged: ("[", "]")
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
