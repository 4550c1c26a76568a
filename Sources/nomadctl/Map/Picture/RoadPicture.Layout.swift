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

  extension RoadPicture {
    /// A typesetter that arranges rows in columns, one after another.
    struct Typesetter {
      private typealias Placed = Layout.Placed

      private let columns: Int
      /// The approximate height of a column.
      private let limit: Int

      private(set) var panels: [Layout.Panel] = []
      private var (column, y, start) = (0, 0, 0)
      private var placed: [Placed] = []

      init(columns: Int, limit: Int) {
        (self.columns, self.limit) = (columns, limit)
      }

      /// Arranges the rows of one stretch.
      mutating func lay(_ rows: [Row], of stretch: RoadMap.Stretch) {
        start = y
        var rest = rows.reduce(0) { $0 + $1.height }
        for (index, row) in rows.enumerated() {
          if isFull(before: row, rest: rest) {
            close(stretch)
            (column, y, start) = (column + 1, 0, 0)
          }
          if placed.isEmpty { open(stretch, isContinued: index > 0) }
          place(row)
          rest -= row.height
        }
        close(stretch)
        y += Layout.foot + Layout.gap
      }

      /// Whether the next column begins before a row.
      ///
      /// A column ends with the row that fills it, or with its stretch, if the end of the stretch is near.
      private func isFull(before row: Row, rest: Int) -> Bool {
        guard column < columns - 1, y > 0, y + row.height / 2 > limit else { return false }
        return placed.isEmpty || y + rest > limit + limit / 12
      }

      private mutating func open(_ stretch: RoadMap.Stretch, isContinued: Bool) {
        if isContinued {
          place(.heading(stretch.heading, remark: "continued"))
        } else if case .major = stretch.section {
          place(.heading(stretch.heading, remark: stretch.count))
        } else {
          // The other stretches show their heading as the label of their first station.
          y += Layout.foot
        }
      }

      private mutating func place(_ row: Row) {
        placed.append(Placed(row: row, column: column, y: y))
        y += row.height
      }

      private mutating func close(_ stretch: RoadMap.Stretch) {
        guard !placed.isEmpty else { return }
        panels.append(Layout.Panel(heading: stretch.heading, column: column, start: start, rows: placed))
        placed = []
      }
    }
  }
#endif
