#if Nomadctl
  extension RoadPicture {
    /// The label of a station, to the left of the road.
    struct Label {
      private let lines: [(text: String, style: String)]

      private init(_ text: String?, remark: String?) {
        let width = Row.Across.labels - Row.Across.edge
        let texts = text.map { Typeface.proportional.lines(of: $0, size: 17, width: width, limit: 4) } ?? []
        let remarks = remark.map { Typeface.proportional.lines(of: $0, size: 12, width: width) } ?? []
        lines = texts.map { ($0, "version end") } + remarks.map { ($0, "dim small end") }
      }

      /// Creates the label of a station.
      ///
      /// A station without a version shows its stretch's heading, if it is the first there.
      init(of station: RoadMap.Station, in stretch: RoadMap.Stretch) {
        if station.version != nil {
          self.init(station.label, remark: station.kind.remark)
        } else if station.number == stretch.stations.first?.number {
          self.init(stretch.heading, remark: stretch.remark)
        } else {
          self.init(nil, remark: nil)
        }
      }

      private static func height(of style: String) -> Int { style == "version end" ? 20 : 16 }

      var height: Int { lines.reduce(22) { $0 + Self.height(of: $1.style) } }

      func drawn() -> [Markup] {
        var y = 12
        return lines.map { line in
          y += Self.height(of: line.style)
          return RoadPicture.text(line.text, x: Row.Across.labels, y: y, line.style)
        }
      }
    }
  }

  extension RoadPicture {
    /// A sign across the road between stations.
    struct Sign {
      let text: String
      let kind: RoadMap.Sign

      /// Returns the signs after a number of stations.
      static func all(of journey: RoadMap.Journey?, on map: RoadMap, at position: Int) -> [Sign] {
        var signs = map.supportEnds.filter { $0.position == position }.map { Sign(text: $0.text, kind: .oldest) }
        guard let journey else { return signs }
        if journey.position == position { signs.insert(Sign(text: journey.startSign, kind: .start), at: 0) }
        if journey.limit == position, let text = journey.limitSign { signs.append(Sign(text: text, kind: .limit)) }
        return signs
      }

      /// The style of the sign.
      var style: String { "sign \(kind.rawValue)" }

      func drawn() -> Markup {
        let (left, right) = (Row.Across.cards, Row.Across.width - Row.Across.edge)
        let text = Typeface.proportional.shortened(text, size: 13, width: right - left - 28)
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

  extension RoadPicture {
    /// A framed tag on a card: a condition of the tribe, or the word "late".
    struct Tag {
      private let lines: [String]
      private let isLate: Bool
      private let left: Int
      private let width: Int

      private init(_ text: String, isLate: Bool = false, limit: Int) {
        lines = Typeface.monospaced.lines(of: text, size: 12, width: limit - 16)
        width = (lines.map { Typeface.monospaced.width(of: $0, size: 12) }.max() ?? 0) + 16
        left = 0
        self.isLate = isLate
      }

      private init(_ tag: Tag, left: Int) {
        (lines, isLate, width) = (tag.lines, tag.isLate, tag.width)
        self.left = left
      }

      var height: Int { lines.count * 16 + 6 }

      /// Returns the tags of a tribe, in rows no wider than a number of pixels.
      static func rows(of stop: RoadMap.Stop, _ fate: RoadMap.Fate?, width: Int) -> [[Tag]] {
        let tags =
          (stop.isLate(with: fate) ? [Tag("late", isLate: true, limit: width)] : [])
          + stop.conditions.map { Tag($0, limit: width) }
        var rows: [[Tag]] = []
        for tag in tags {
          let left = rows.last?.last.map { $0.left + $0.width + 8 } ?? 0
          if rows.isEmpty || left + tag.width > width {
            rows.append([Tag(tag, left: 0)])
          } else {
            rows[rows.count - 1].append(Tag(tag, left: left))
          }
        }
        return rows
      }

      /// Draws the tag in a row, given the row's upper left corner.
      func drawn(x: Int, y: Int) -> Markup {
        let frame = Markup.node(
          "rect",
          [
            ("x", "\(x + left)"), ("y", "\(y)"), ("width", "\(width)"), ("height", "\(height)"), ("rx", "5"),
          ]
        )
        let texts = lines.enumerated().map { number, line in
          RoadPicture.text(line, x: x + left + width / 2, y: y + 15 + number * 16, "mono small middle")
        }
        return .node("g", [("class", isLate ? "tag late" : "tag")], [frame] + texts)
      }
    }
  }
#endif
