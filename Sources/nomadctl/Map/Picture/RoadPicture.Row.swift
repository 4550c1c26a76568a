#if Nomadctl
  extension RoadPicture {
    /// A row of a column.
    ///
    /// Rows take the column's full width, one below another.
    enum Row {
      case heading(String, remark: String)
      case station(RoadMap.Station, Label, [Card])
      case sign(Sign)

      /// The horizontal positions, from the left end of a column.
      enum Across {
        static let labels = 150
        static let road = 184
        static let cards = 216
        static let width = 880
        static let edge = 20
      }
    }
  }

  extension RoadPicture.Row {
    /// The height of the row.
    var height: Int {
      switch self {
      case .heading: 44
      case .sign: 40
      case .station(_, let label, let cards): max(label.height, cards.reduce(0) { $0 + $1.height + 10 } + 2)
      }
    }

    /// The distance from the row's upper end to its mark on the road; nil if it has none.
    var milestone: Int? {
      switch self {
      case .heading: nil
      case .sign: 20
      case .station: 26
      }
    }

    /// Draws the row from its upper left corner, without its mark on the road.
    func drawn() -> Markup {
      switch self {
      case .heading(let text, let remark):
        return .node(
          "g",
          [],
          [
            RoadPicture.text(text, x: Across.edge, y: 30, "heading"),
            RoadPicture.text(remark, x: Across.width - Across.edge, y: 30, "dim end"),
          ]
        )
      case .sign(let sign):
        return sign.drawn()
      case .station(let station, let label, let cards):
        var children = label.drawn()
        var y = 4
        for card in cards {
          children.append(RoadPicture.moved(x: Across.cards, y: y, card.drawn(), card.attributes))
          y += card.height + 10
        }
        return .node("g", [("role", "list"), ("aria-label", station.name)], children)
      }
    }
  }
#endif
