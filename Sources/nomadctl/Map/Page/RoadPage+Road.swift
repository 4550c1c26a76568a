#if Nomadctl
  extension RoadPage {
    /// Returns a stretch of the road.
    func section(of stretch: RoadMap.Stretch) -> Markup {
      let first = stretch.stations.first?.number ?? 0
      let isEnd = stretch.stations.last?.number == map.stations.count - 1
      let classes =
        (first == 0 ? ["begin"] : []) + (isEnd ? ["end"] : [])
        + [stretch.stations.first.flatMap(look)].compactMap(\.self)
      let id = "stretch-\(first)"
      let header = Markup.node(
        "header",
        [],
        [.node("h2", [("id", id)], stretch.heading)]
          + (stretch.remark.map { [.node("p", [("class", "remark")], $0)] } ?? [])
          + [.node("p", [("class", "count")], stretch.count)]
      )
      let items = stretch.stations.flatMap { station in
        (station.number == 0 ? signs(at: 0, isFirst: true) : []) + [item(of: station)]
          + signs(at: station.number + 1, isFirst: false)
      }
      return .node(
        "section",
        (classes.isEmpty ? [] : [("class", classes.joined(separator: " "))]) + [("aria-labelledby", id)],
        [header, .node("ol", [], items)]
      )
    }

    /// Returns the style of a station on the chosen journey: the most important fate among its tribes.
    private func look(of station: RoadMap.Station) -> String? {
      choice.chosen?.kind(at: station)?.rawValue
    }

    private func item(of station: RoadMap.Station) -> Markup {
      let look = look(of: station).map { " " + $0 } ?? ""
      let label = station.version == nil ? [] : [Markup.node("h3", [], station.label)]
      let remark = station.kind.remark.map { [Markup.node("p", [], $0)] } ?? []
      return .node(
        "li",
        [("class", "station\(look)")],
        [
          .node("div", [("class", "label")], label + remark),
          picture("milestone \(station.kind.rawValue)\(look)", Milestone.shape(of: station.kind)),
          .node(
            "ul",
            [("class", "tribes")],
            station.stops.map(item) + station.gone.map(item) + shapes(at: station.number)
          ),
        ]
      )
    }

    private func picture(_ style: String, _ shapes: [Markup]) -> Markup {
      .node("svg", [("class", style), ("viewBox", "-16 -16 32 32"), ("aria-hidden", "true")], shapes)
    }

    /// Returns the signs after a number of stations.
    ///
    /// The script moves the signs, so the page has both, although hidden.
    private func signs(at position: Int, isFirst: Bool) -> [Markup] {
      let journey = choice.chosen
      var signs: [Markup] = []
      if journey.map({ $0.position == position }) ?? isFirst { signs.append(sign(.start, journey?.startSign)) }
      signs += map.supportEnds.filter { $0.position == position }.map { sign(.oldest, $0.text) }
      if let limit = choice.journeys.first?.limit, limit == position {
        let text = choice.journeys.first?.limitSign
        signs.append(sign(.limit, journey == nil ? nil : text, waiting: text))
      }
      return signs
    }

    private func sign(_ sign: RoadMap.Sign, _ text: String?, waiting: String? = nil) -> Markup {
      // There may be several ends of support, and the script moves none of them.
      let id: [Markup.Attribute] = sign == .oldest ? [] : [("id", sign.rawValue)]
      return .node(
        "li",
        id + [("class", "sign \(sign.rawValue)")] + (text == nil ? [("hidden", nil)] : []),
        [picture("mark", Milestone.mark(of: sign)), .node("p", [], text ?? waiting ?? "")]
      )
    }
  }
#endif
