#if Nomadctl
  import NomadCheck
  import NomadGenCore

  /// A printer of text in columns.
  struct Table {
    /// Returns rows as lines, with two spaces between the columns.
    ///
    /// Each row has the same number of cells.
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
