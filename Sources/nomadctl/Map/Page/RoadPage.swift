#if Nomadctl
  /// The road as an HTML page, on which a reader chooses a user to follow and modules to see.
  ///
  /// The page is self-contained and makes no network requests. Without JavaScript, it shows the whole road and the
  /// requested journey. The script never contains text from the sources: it is the same on all pages, and reads
  /// attributes.
  struct RoadPage {
    let map: RoadMap
    let choice: RoadMap.Choice

    /// The shapes of stored types by release, sorted by version.
    let shapes: [ReleasedShapes]

    /// The numbers of all fates that occur on the journeys.
    let fates: [RoadMap.Fate: Int]

    init(map: RoadMap, choice: RoadMap.Choice, shapes: [ReleasedShapes] = []) {
      self.map = map
      self.shapes = shapes
      self.choice = choice
      var fates: [RoadMap.Fate: Int] = [:]
      for journey in choice.journeys + [choice.chosen].compactMap(\.self) {
        for fate in journey.fates where fates[fate] == nil { fates[fate] = fates.count }
      }
      self.fates = fates
    }

    /// Returns the text of the document.
    func html() -> String {
      // If there is nothing to choose from, the page needs no script.
      let script = map.stops.isEmpty ? [] : [table, .node("script", [], [.verbatim(Self.script)])]
      let body = Markup.node("body", [], [header, road] + script)
      let root = Markup.node("html", [("lang", "en"), ("class", "nomad-road")], [head, body])
      return "<!DOCTYPE html>\n" + root.printed(as: .html)
    }

    private var head: Markup {
      // Even content injected into the page could not reach anything outside it.
      let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
      return .node(
        "head",
        [],
        [
          .node("meta", [("charset", "utf-8")]),
          .node("meta", [("name", "viewport"), ("content", "width=device-width, initial-scale=1")]),
          .node("meta", [("http-equiv", "Content-Security-Policy"), ("content", policy)]),
          .node("meta", [("name", "description"), ("content", map.summary)]),
          .node("title", [], map.title),
          .node("style", [], [.verbatim(StyleSheet.page)]),
        ]
      )
    }

    private var header: Markup {
      // The element exists even when empty, so that screen readers announce text that is added later.
      let sentence = Markup.node(
        "p",
        [("id", "sentence"), ("class", "journey"), ("role", "status")],
        choice.chosen.map { [.text($0.sentence)] } ?? []
      )
      let choice = map.stops.isEmpty ? [] : [form] + legend + [sentence]
      return .node("header", [], [.node("h1", [], map.title), .node("p", [], map.summary)] + choice)
    }

    private var road: Markup {
      let nothing = Markup.node(
        "p",
        [("id", "nothing"), ("class", "nothing"), ("role", "status"), ("hidden", nil)],
        "No tribe to show."
      )
      // Without a station, the shapes have a list of their own.
      let rest = map.stations.isEmpty && !shapes.isEmpty ? [Markup.node("ul", [], shapes(at: 0))] : []
      return .node("main", [], map.stretches.map(section) + [nothing] + rest)
    }

    private static let script = "\n" + String(decoding: PackageResources.page_js, as: UTF8.self)
  }
#endif
