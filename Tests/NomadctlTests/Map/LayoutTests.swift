#if Nomadctl
  import Foundation
  import Testing

  @testable import nomadctl

  @Suite struct LayoutTests {
    private typealias Picture = RoadPicture

    /// Returns a map with a number of versions, ten for each major version.
    private func map(of count: Int) -> RoadMap {
      let source = (0..<count).map { Roads.tribe("T\($0)", ".literal(\"\($0 / 10).\($0 % 10).0\")") }.joined()
      return RoadMap(Roads.tribes(["App": source]))
    }

    private func rows(of map: RoadMap) -> [(stretch: RoadMap.Stretch, rows: [RoadPicture.Row])] {
      map.stretches.map { stretch in
        (
          stretch,
          stretch.stations.map { .station($0, Picture.Label(of: $0, in: stretch), Picture.Card.all(of: $0, on: nil)) }
        )
      }
    }

    @Test("Rows do not overlap in their columns, and each station appears once and in order", arguments: [1, 30, 300])
    func order(count: Int) {
      let map = map(of: count)
      var typesetter = Picture.Typesetter(columns: count / 50 + 1, limit: count * 70 / (count / 50 + 1))
      for (stretch, rows) in rows(of: map) { typesetter.lay(rows, of: stretch) }
      let placed = typesetter.panels.flatMap(\.rows)
      let numbers = placed.compactMap { placed -> Int? in
        if case .station(let station, _, _) = placed.row { station.number } else { nil }
      }
      #expect(numbers == Array(0..<count))
      for (row, next) in zip(placed, placed.dropFirst()) {
        #expect(next.column > row.column || next.column == row.column && next.y >= row.end)
      }
      #expect(Set(placed.map(\.column)) == Set(0...count / 50))
    }

    @Test("A section that continues in the next column repeats its heading")
    func continued() {
      var typesetter = Picture.Typesetter(columns: 2, limit: 300)
      for (stretch, rows) in rows(of: map(of: 10)) { typesetter.lay(rows, of: stretch) }
      let headings = typesetter.panels.compactMap { panel -> String? in
        if case .heading(let text, let remark) = panel.rows[0].row { "\(text), \(remark)" } else { nil }
      }
      #expect(headings == ["Version 0, 10 tribes", "Version 0, continued"])
    }

    @Test("A short map has one column, and a long one is wider than high, but less than twice as wide")
    func columns() {
      #expect(Picture.Layout(rows(of: map(of: 1))).width == Picture.Row.Across.width)
      #expect(Picture.Layout(rows(of: map(of: 30))).width == Picture.Row.Across.width)
      let long = Picture.Layout(rows(of: map(of: 300)))
      #expect(long.width > long.height && long.width < long.height * 2)
    }

    @Test("The road of a long map passes through every column")
    func pavement() throws {
      let elements = try #require(SVGReader.elements(of: RoadPicture(map: map(of: 300)).svg()))
      let road = try #require(elements.first { $0.classes.contains("road") }?.attributes["d"])
      let panels = Set(elements.filter { $0.classes == ["panel"] }.compactMap { $0.attributes["x"] })
      #expect(panels.count > 2)
      #expect(road.components(separatedBy: "H").count == 2 * (panels.count - 1) + 1)
    }

    @Test("A name that is too long for a card wraps without losing text")
    func broken() throws {
      let name = "Namespace." + String(repeating: "RenameEveryAttachment", count: 4)
      let parts = name.split(separator: ".")
      let source = "enum \(parts[0]) { \(Roads.tribe(String(parts[1]), ".always")) }"
      let map = RoadMap(Roads.tribes(["App": source]))
      let lines = try #require(SVGReader.elements(of: RoadPicture(map: map).svg())).filter { $0.classes == ["name"] }
        .map(\.text)
      #expect(lines.count > 1 && lines.joined() == name)
    }
  }
#endif
