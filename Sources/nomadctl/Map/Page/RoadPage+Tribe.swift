#if Nomadctl
  extension RoadPage {
    /// Returns the list item with everything about a tribe.
    func item(of stop: RoadMap.Stop) -> Markup {
      let fate = choice.chosen?.fates[stop.number]
      let look = fate.map { " " + $0.kind.rawValue } ?? ""
      let title = Markup.node(
        "div",
        [("class", "line")],
        [
          .node("p", [("class", "name")], stop.name),
          .node(
            "span",
            [("class", "module")],
            [.node("bdi", [], stop.module.name), .text(" "), .node("span", [("class", "swatch")])]
          ),
        ]
      )
      let place = Markup.node(
        "div",
        [("class", "line place")],
        [
          .node("code", [], stop.target), .node("code", [("class", "dim")], Self.breakable(stop.place)),
          details(of: stop),
        ]
      )
      let tags =
        (stop.isLate ? [late(stop.isLate(with: fate))] : [])
        + stop.conditions.map { .node("li", [], [.node("code", [], $0)]) }
      return .node(
        "li",
        [
          ("class", "tribe m\(Palette.index(of: stop.module.number))\(look)"), ("data-module", "\(stop.module.number)"),
        ],
        [title, place] + (tags.isEmpty ? [] : [.node("ul", [("class", "tags")], tags)])
          + [line(of: fate)]
      )
    }

    /// Returns the list item of a tribe that is gone.
    func item(of gone: RoadMap.Departure) -> Markup {
      .node(
        "li",
        [
          ("class", "gone m\(Palette.index(of: gone.module.number))"), ("data-module", "\(gone.module.number)"),
          ("data-into", "\(gone.into)"),
        ],
        [
          .node("p", [("class", "name")], gone.name),
          .node(
            "div",
            [("class", "line")],
            [.node("code", [], gone.written), .node("span", [("class", "dim")], gone.remark)]
          ),
        ]
      )
    }

    private func late(_ isShown: Bool) -> Markup {
      .node("li", [("class", "late")] + (isShown ? [] : [("hidden", nil)]), "late")
    }

    /// Returns a path that prefers to break after a slash.
    private static func breakable(_ path: String) -> [Markup] {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      return parts.enumerated().flatMap { number, part in
        number == parts.count - 1 ? [Markup.text(String(part))] : [.text("\(part)/"), .node("wbr")]
      }
    }

    private func line(of fate: RoadMap.Fate?) -> Markup {
      .node(
        "p",
        [("class", "fate")] + (fate == nil ? [("hidden", nil)] : []),
        [
          .node("span", [("class", "mark-of-fate"), ("aria-hidden", "true")], fate?.kind.sign ?? ""), .text(" "),
          .node("span", [("class", "why")], fate?.text ?? ""),
        ]
      )
    }

    private func details(of stop: RoadMap.Stop) -> Markup {
      let facts: [(String, [Markup])] = [
        ("who runs it", [.text(choice.whoRuns(stop))]),
        ("in the order", [.text("\(stop.number + 1) of \(map.stops.count)")]),
        ("in the ledger", [.node("code", [], stop.key)]),
      ]
      let list = facts.flatMap { [Markup.node("dt", [], $0), .node("dd", [], $1)] }
      let summary = Markup.node("summary", [("aria-label", "Details of \(stop.name)")], "Details")
      return .node("details", [], [summary, .node("dl", [], list)])
    }
  }
#endif
