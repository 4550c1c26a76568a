#if Nomadctl
  extension RoadPicture {
    /// A sign across the road between stations: the user's position, or the end of the app's version.
    struct Sign {
      let text: String
      let isLimit: Bool

      /// Returns the signs of a journey after a number of stations.
      static func all(of journey: RoadMap.Journey?, at position: Int) -> [Sign] {
        guard let journey else { return [] }
        let start = journey.position == position ? [Sign(text: journey.startSign, isLimit: false)] : []
        guard journey.limit == position, let text = journey.limitSign else { return start }
        return start + [Sign(text: text, isLimit: true)]
      }

      /// The style of the sign.
      var style: String { isLimit ? "sign limit" : "sign start" }

      func drawn() -> Markup {
        let (left, right) = (Row.Across.cards, Row.Across.width - Row.Across.edge)
        let width = Typeface.proportional.width(of: text, size: 13) + 28
        return .node(
          "g",
          [("class", style)],
          [
            .node("path", [("class", "line"), ("d", "M\(Row.Across.edge) 20H\(right)")]),
            .node("rect", [("x", "\(left)"), ("y", "7"), ("width", "\(width)"), ("height", "26"), ("rx", "13")]),
            RoadPicture.text(text, x: left + width / 2, y: 25, "middle"),
          ]
        )
      }
    }
  }
#endif
