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
          + [.node("p", [("class", "count")], stretch.stops.count.counted("tribe"))]
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
      guard let chosen = choice.chosen else { return nil }
      let kinds = station.stops.map { chosen.fates[$0.number].kind }
      return RoadMap.Fate.Kind.allCases.first(where: kinds.contains)?.rawValue
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
          .node("ul", [("class", "tribes")], station.stops.map(item) + shapes(at: station.number)),
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
      if journey.map({ $0.position == position }) ?? isFirst {
        signs.append(sign("start", journey?.startSign, Milestone.sign(isLimit: false)))
      }
      if let limit = choice.journeys.first?.limit, limit == position {
        let text = choice.journeys.first?.limitSign
        signs.append(sign("limit", journey == nil ? nil : text, Milestone.sign(isLimit: true), waiting: text))
      }
      return signs
    }

    private func sign(_ id: String, _ text: String?, _ mark: [Markup], waiting: String? = nil) -> Markup {
      .node(
        "li",
        [("id", id), ("class", "sign \(id)")] + (text == nil ? [("hidden", nil)] : []),
        [picture("mark", mark), .node("p", [], text ?? waiting ?? "")]
      )
    }
  }
#endif
