#if Nomadctl
  /// The road as a graph for Mermaid, with a node for each tribe and each sign.
  struct RoadGraph {
    let map: RoadMap

    /// The maximum number of characters that Mermaid draws, unless the page that shows the text configures another.
    static let limit = 50_000

    /// Returns the road in Mermaid's language.
    ///
    /// It has no locations: they would make the nodes wide.
    func mermaid() -> String {
      var lines = ["flowchart TB", "accTitle: \(Self.escaped(map.title))"]
      lines.append("accDescr: \(Self.escaped(map.summary.joined(separator: " ")))")
      for (number, row) in map.rows.enumerated() {
        switch row {
        case .stop(let stop):
          let texts = [stop.name, stop.target] + stop.remarks + (stop.reason.map { [$0] } ?? [])
          let label = texts.map(Self.escaped).joined(separator: "<br>")
          lines.append("row\(number)[\"\(label)\"]" + (stop.fate.map { ":::\($0.rawValue)" } ?? ""))
        case .sign(_, let text): lines.append("row\(number)([\"\(Self.escaped(text))\"])")
        }
      }
      if map.rows.count > 1 { lines.append(map.rows.indices.map { "row\($0)" }.joined(separator: "-->")) }
      // The theme determines the colors.
      lines += ["classDef runs stroke-width:4px", "classDef waits stroke-dasharray:5 4"]
      return lines.joined(separator: "\n") + "\n"
    }

    /// Returns a text in which every character that Mermaid, Markdown or HTML might interpret is a numbered entity.
    private static func escaped(_ text: String) -> String {
      text.unicodeScalars.reduce(into: "") { result, scalar in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", "_", "-", "/", "(", ")":
          result.unicodeScalars.append(scalar)
        case _ where scalar.isASCII: result += "#\(scalar.value);"
        default: result.unicodeScalars.append(scalar)
        }
      }
    }
  }
#endif
