#if Nomadctl
  extension RoadPicture {
    /// The positions of all rows.
    struct Layout {
      /// A row with its position.
      struct Placed {
        let row: Row
        let column: Int
        let y: Int

        var end: Int { y + row.height }
      }

      /// The rows of a stretch in one column, with a common background.
      struct Panel {
        let heading: String
        let column: Int
        let start: Int
        let rows: [Placed]

        var end: Int { (rows.last?.end ?? start) + Layout.foot }
      }

      /// The space between columns.
      static let gutter = 56
      /// The space between stretches.
      static let gap = 16
      /// The space within a panel, above its first row and below its last.
      static let foot = 8

      private let panels: [Panel]
      private let columns: Int

      init(_ stretches: [(stretch: RoadMap.Stretch, rows: [Row])]) {
        // Assume a heading for every stretch.
        let height = stretches.reduce(0) { $1.rows.reduce($0 + 44 + Self.foot + Self.gap) { $0 + $1.height } }
        columns = Self.columns(for: height)
        var typesetter = Typesetter(columns: columns, limit: height / columns)
        for (stretch, rows) in stretches { typesetter.lay(rows, of: stretch) }
        panels = typesetter.panels
      }

      /// Returns the number of columns for a road of some height.
      ///
      /// Beyond a height, the picture is made wider than it is high.
      private static func columns(for height: Int) -> Int {
        guard height > 3200 else { return 1 }
        var columns = 2
        while columns * columns * Row.Across.width * 10 < height * 13 { columns += 1 }
        return columns
      }

      private var top: Int { columns > 1 ? Pavement.bend : 0 }

      var width: Int { Self.x(of: columns) - Self.gutter }

      var height: Int { (panels.map(\.end).max() ?? 0) + 2 * top }

      static func x(of column: Int) -> Int { column * (Row.Across.width + gutter) }

      /// Draws the panels, the road on them, and then the marks on the road.
      func drawn() -> [Markup] {
        let pavement = Pavement(panels.flatMap(\.rows))
        let grounds = panels.map { panel in
          Markup.node(
            "rect",
            [
              ("class", "panel"), ("x", "\(Self.x(of: panel.column))"), ("y", "\(panel.start)"),
              ("width", "\(Row.Across.width)"), ("height", "\(panel.end - panel.start)"), ("rx", "14"),
            ]
          )
        }
        let contents = panels.map { panel in
          Markup.node(
            "g",
            [("role", "group"), ("aria-label", panel.heading)],
            panel.rows.map { RoadPicture.moved(x: Self.x(of: $0.column), y: $0.y, [$0.row.drawn()]) }
          )
        }
        return [RoadPicture.moved(x: 0, y: top, grounds + pavement.drawn() + contents + pavement.marks())]
      }
    }
  }
#endif
