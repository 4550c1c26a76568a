#if Nomadctl
  /// The road as a graph for texts that other programs draw, with a node for each tribe.
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
#endif
