#if Nomadctl
  extension RoadPicture {
    /// What takes the whole width of a column, one below the other.
    enum Row {
      case heading(String, remark: String)
      case station(RoadMap.Station, Label, [Card])
      case sign(Sign)

      /// Where things stand from the left end of a column.
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
    /// How high it is.
    var height: Int {
      switch self {
      case .heading: 44
      case .sign: 40
      case .station(_, let label, let cards): max(label.height, cards.reduce(0) { $0 + $1.height + 10 } + 2)
      }
    }

    /// How far below its upper end the road is marked; nil if it is not.
    var milestone: Int? {
      switch self {
      case .heading: nil
      case .sign: 20
      case .station: 26
      }
    }

    /// Draws it from its upper left corner, but for what stands on the road.
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
