#if Nomadctl
  /// The road as a self-contained SVG picture, for light and dark backgrounds.
  ///
  /// A long road is split into several columns.
  struct RoadPicture {
    let map: RoadMap

    /// The journey of a user, if one was chosen.
    var journey: RoadMap.Journey?

    /// The space around everything, in pixels like all numbers in a picture.
    static let margin = 28

    /// Returns the text of the document.
    func svg() -> String {
      let layout = Layout(stretches)
      let header = Header(map, journey: journey, width: layout.width)
      let width = layout.width + 2 * Self.margin
      let height = header.height + layout.height + 2 * Self.margin
      let root = Markup.node(
        "svg",
        [
          ("xmlns", "http://www.w3.org/2000/svg"), ("class", "nomad-road"), ("width", "\(width)"),
          ("height", "\(height)"), ("viewBox", "0 0 \(width) \(height)"), ("role", "graphics-document document"),
          ("aria-labelledby", "nomad-road-title"), ("aria-describedby", "nomad-road-description"), ("lang", "en"),
        ],
        [
          .node("title", [("id", "nomad-road-title")], map.title),
          .node("desc", [("id", "nomad-road-description")], header.sentences.joined(separator: " ")),
          .node("style", [], [.verbatim(StyleSheet.picture)]),
          .node("rect", [("class", "paper"), ("width", "\(width)"), ("height", "\(height)"), ("rx", "14")]),
          Self.moved(x: Self.margin, y: Self.margin, header.drawn()),
          Self.moved(x: Self.margin, y: Self.margin + header.height, layout.drawn()),
        ]
      )
      return root.printed()
    }

    /// The rows of each stretch, with the signs of the journey between the stations.
    private var stretches: [(RoadMap.Stretch, [Row])] {
      map.stretches.map { stretch in
        let rows = stretch.stations.flatMap { station in
          let label = Label(of: station, in: stretch)
          let before = station.number == 0 ? Sign.all(of: journey, on: map, at: 0) : []
          return before.map(Row.sign)
            + [Row.station(station, label, Card.all(of: station, on: journey))]
            + Sign.all(of: journey, on: map, at: station.number + 1).map(Row.sign)
        }
        return (stretch, rows)
      }
    }
  }

  extension RoadPicture {
    /// Returns a group that is moved to a position.
    static func moved(x: Int, y: Int, _ children: [Markup], _ attributes: [Markup.Attribute] = []) -> Markup {
      .node("g", attributes + [("transform", "translate(\(x) \(y))")], children)
    }

    /// Returns a line of text, positioned by its baseline.
    static func text(_ text: String, x: Int, y: Int, _ style: String) -> Markup {
      .node("text", [("class", style), ("x", "\(x)"), ("y", "\(y)")], text)
    }
  }
#endif
