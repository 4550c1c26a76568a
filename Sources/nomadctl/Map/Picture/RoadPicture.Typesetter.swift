#if Nomadctl
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
          place(.heading(stretch.heading, remark: RoadMap.count(stretch.stops.count, "tribe")))
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
