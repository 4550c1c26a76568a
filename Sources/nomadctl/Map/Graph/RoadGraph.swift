#if Nomadctl
  /// What the texts say that other programs draw: a node for each tribe, its lines, and what it looks like.
  struct RoadGraph {
    /// A tribe as a node.
    struct Node {
      let stop: RoadMap.Stop
      let kind: RoadMap.Station.Kind
      let fate: RoadMap.Fate?

      /// What it is called in the text, and nowhere else.
      var id: String { "tribe\(stop.number)" }

      /// The lines of its label.
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

    /// What there is to say of all.
    var description: String { ([map.summary] + (journey.map { [$0.sentence] } ?? [])).joined(separator: " ") }
  }
#endif
