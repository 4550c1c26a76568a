#if Nomadctl
  import NomadCheck
  import NomadGenCore

  /// Lines in columns.
  struct Table {
    /// Prints rows, each with the same number of cells, two spaces between the columns.
    static func print(_ rows: [[String]]) -> String {
      let rows = rows.map { $0.map(\.printable) }
      let columns = rows.first?.count ?? 0
      let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
      return rows.map { row in
        let cells = zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
        let line = cells.joined(separator: "  ")
        return line.prefix(line.count - line.reversed().prefix { $0 == " " }.count) + "\n"
      }.joined()
    }
  }
#endif
