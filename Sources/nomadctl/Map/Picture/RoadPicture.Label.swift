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
#endif
