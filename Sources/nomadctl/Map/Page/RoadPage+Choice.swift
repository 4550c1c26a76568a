#if Nomadctl
  import NomadTargets

  extension RoadPage {
    /// The form for choosing a user and modules.
    ///
    /// The script makes it visible.
    var form: Markup {
      let user = Markup.node(
        "label",
        [("for", "user")],
        [.text("The user's version"), .node("select", [("id", "user")], options)]
      )
      let only = Markup.node(
        "label",
        [("class", "only")],
        [.node("input", [("type", "checkbox"), ("id", "only")]), .text(" only tribes that run")]
      )
      return .node(
        "form",
        [("id", "choice"), ("autocomplete", "off"), ("hidden", nil)],
        [.node("p", [], [user, only])] + (map.modules.count > 1 ? [modules] : [])
      )
    }

    private var modules: Markup {
      let boxes = map.modules.map { module in
        Markup.node(
          "label",
          [("class", "m\(Palette.index(of: module.number))")],
          [
            .node(
              "input",
              [
                ("type", "checkbox"), ("name", "module"), ("value", "\(module.number)"),
                ("checked", nil),
              ]
            )
          ] + name(of: module)
        )
      }
      return .node("fieldset", [], [.node("legend", [], "Modules"), .node("div", [("class", "modules")], boxes)])
    }

    /// The list of modules for readers who do not see the form.
    var legend: [Markup] {
      // The title names a single module.
      guard map.modules.count > 1 else { return [] }
      let items = map.modules.map { module in
        Markup.node("li", [("class", "m\(Palette.index(of: module.number))")], name(of: module))
      }
      return [.node("ul", [("id", "legend"), ("class", "modules")], items)]
    }

    private func name(of module: RoadMap.Module) -> [Markup] {
      [
        .node("span", [("class", "swatch")]), .node("bdi", [], module.name), .text(" "),
        .node("span", [("class", "dim")], "\(module.count)"),
      ]
    }

    // MARK: Journeys

    private var options: [Markup] {
      let isSelected = choice.chosen == nil
      let anyUser = Markup.node("option", isSelected ? [("selected", nil)] : [], "any: the whole road")
      var options = [anyUser]
      if let chosen = choice.chosen, choice.chosenIndex == nil {
        options.append(option(chosen, chosen.from ?? "", isSelected: true))
      }
      var groups: [(heading: String, options: [Markup])] = []
      for (index, journey) in choice.journeys.enumerated() {
        let isSelected = choice.chosenIndex == index
        guard let start = journey.start else {
          options.append(option(journey, "none: a fresh install", isSelected: isSelected))
          continue
        }
        let heading = RoadMap.Stretch(section: .init(.version(start))).heading
        let remark = RoadMap.Station.Kind(.version(start)).remark.map { " (\($0))" } ?? ""
        if groups.last?.heading != heading { groups.append((heading, [])) }
        groups[groups.count - 1].options.append(
          option(journey, (journey.from ?? "") + remark, isSelected: isSelected)
        )
      }
      options += groups.map { .node("optgroup", [("label", $0.heading)], $0.options) }
      return options
    }

    private func option(_ journey: RoadMap.Journey, _ text: String, isSelected: Bool) -> Markup {
      var attributes: [Markup.Attribute] = [
        ("data-fates", spans(of: journey)), ("data-position", "\(journey.position)"), ("data-sign", journey.startSign),
        ("data-sentence", journey.sentence),
      ]
      if let limit = journey.limit { attributes.append(("data-limit", "\(limit)")) }
      if isSelected { attributes.append(("selected", nil)) }
      return .node("option", attributes, text)
    }

    /// Returns the fates of a journey as numbers in the list of all fates, each with the count of consecutive tribes
    /// that have it: `0:2 1:5`.
    private func spans(of journey: RoadMap.Journey) -> String {
      var spans: [(fate: Int, count: Int)] = []
      for fate in journey.fates {
        let number = fates[fate] ?? 0
        if spans.last?.fate == number {
          spans[spans.count - 1].count += 1
        } else {
          spans.append((number, 1))
        }
      }
      return spans.map { "\($0.fate):\($0.count)" }.joined(separator: " ")
    }

    /// The table of all fates of all journeys, for the script.
    var table: Markup {
      let items = fates.sorted { $0.value < $1.value }.map { fate, _ in
        Markup.node(
          "li",
          [("data-kind", fate.kind.rawValue), ("data-sign", fate.kind.sign)] + (fate.isLate ? [("data-late", "")] : []),
          fate.text
        )
      }
      return .node("ul", [("id", "fates"), ("hidden", nil)], items)
    }
  }
#endif
