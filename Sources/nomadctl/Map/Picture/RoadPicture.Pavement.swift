#if Nomadctl
  extension RoadPicture {
    /// The road itself, with the marks on it.
    struct Pavement {
      /// The space above and below columns in which the road turns into the next column.
      static let bend = 34

      /// A point that the road passes.
      private struct Point {
        let x: Int
        let y: Int
        let column: Int
        /// The style of the road up to this point.
        let style: String
        let mark: Markup
      }

      private let points: [Point]
      /// The lower end of each column.
      private let ends: [Int]

      init(_ rows: [Layout.Placed]) {
        var points: [Point] = []
        for placed in rows {
          guard let milestone = placed.row.milestone else { continue }
          let (x, y) = (Layout.x(of: placed.column) + Row.Across.road, placed.y + milestone)
          let (style, mark) = Self.looks(of: placed.row, after: points.last?.style)
          points.append(
            Point(x: x, y: y, column: placed.column, style: style, mark: RoadPicture.moved(x: x, y: y, mark))
          )
        }
        self.points = points
        ends = Dictionary(grouping: rows, by: \.column).sorted { $0.key < $1.key }.map { $1.map(\.end).max() ?? 0 }
      }

      /// Returns the style of the road up to a row, and the row's mark on the road.
      private static func looks(of row: Row, after last: String?) -> (style: String, mark: [Markup]) {
        switch row {
        case .heading:
          return ("plain", [])
        case .sign(let sign):
          let style =
            switch sign.kind {
            case .start: "done"
            case .limit: last ?? "runs"
            case .oldest: last ?? "plain"
            }
          return (style, [.node("g", [("class", sign.style)], Milestone.mark(of: sign.kind))])
        case .station(let station, _, let cards):
          let styles = cards.map(\.style)
          let style = styles.first { $0 == "runs" } ?? styles.first ?? "plain"
          let classes = "milestone \(station.kind.rawValue) \(style)"
          return (style, [.node("g", [("class", classes)], Milestone.shape(of: station.kind))])
        }
      }

      /// Draws the road from its first point to its last.
      func drawn() -> [Markup] {
        var parts: [(style: String, path: String)] = []
        for (point, next) in zip(points, points.dropFirst()) {
          if parts.last?.style != next.style { parts.append((next.style, "M\(point.x) \(point.y)")) }
          parts[parts.count - 1].path += way(from: point, to: next)
        }
        let layers = ["road", "lane"].flatMap { layer in
          parts.map { Markup.node("path", [("class", "\(layer) \($0.style)"), ("d", $0.path)]) }
        }
        return [.node("g", [("aria-hidden", "true")], layers)]
      }

      /// Returns the path to the next point: straight down, or below this column and above the next one.
      private func way(from point: Point, to next: Point) -> String {
        guard point.column != next.column else { return "V\(next.y)" }
        let low = ends[point.column] + Self.bend / 2 + 8
        let high = -Self.bend / 2
        let gutter = Layout.x(of: next.column) - Layout.gutter / 2
        return "V\(low - 14)q0 14 14 14H\(gutter - 14)q14 0 14 -14V\(high + 14)q0 -14 14 -14H\(next.x - 14)q14 0 14 14"
          + "V\(next.y)"
      }

      /// Draws the marks on the road.
      func marks() -> [Markup] {
        [.node("g", [("aria-hidden", "true")], points.map(\.mark))]
      }
    }
  }
#endif
