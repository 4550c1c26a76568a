#if Nomadctl
  import NomadCheck
  import NomadTargets

  extension RoadPage {
    /// The shapes of stored types that a release changed.
    struct ReleasedShapes {
      let release: String
      let version: TribeVersion
      /// The types with their shapes, sorted by name.
      let texts: [String]

      /// Returns the shapes of all releases, sorted by version.
      static func all(of lines: [ReleaseLock.ShapeLine]) -> [ReleasedShapes] {
        let released = lines.sorted().compactMap { line in line.release.map { (release: $0, line: line) } }
        return Dictionary(grouping: released, by: \.release.version).sorted { $0.key < $1.key }.map { version, found in
          let texts = found.map { _, line in
            Legible.text("\(line.qualifiedName) \(line.shape.text)" + (line[.if].map { " #if \($0)" } ?? ""))
          }
          return ReleasedShapes(release: Legible.text(found[0].release.text), version: version, texts: texts)
        }
      }
    }

    /// Returns the number of the station that shows a release: the last one at or below it, or else the first one.
    func station(of release: ReleasedShapes) -> Int {
      let reached = map.stations.last { $0.version.map { $0 <= release.version } ?? false }
      return reached?.number ?? 0
    }

    /// Returns the lists of the shapes that a station shows.
    func shapes(at station: Int) -> [Markup] {
      shapes.filter { self.station(of: $0) == station }.map { release in
        let summary = "\(release.texts.count.counted("stored type")) new or changed in \(release.release)"
        let items = release.texts.map { Markup.node("li", [], [.node("code", [], $0)]) }
        return .node(
          "li",
          [],
          [.node("details", [], [.node("summary", [], summary), .node("ul", [("class", "tags")], items)])]
        )
      }
    }
  }
#endif
