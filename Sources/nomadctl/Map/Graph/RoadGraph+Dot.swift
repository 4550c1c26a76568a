#if Nomadctl
  extension RoadGraph {
    /// Returns the road in Graphviz's language.
    func dot() -> String {
      var lines = [
        "digraph road {",
        "  graph [label=\(Self.quoted([map.title, description])), labelloc=t, fontsize=18, rankdir=TB]",
        "  graph [fontname=\"sans-serif\", color=\"#D8CDBA\", style=\"rounded\", nodesep=0.3, ranksep=0.35]",
        "  node [fontname=\"sans-serif\", fontsize=12, style=\"rounded\", shape=box, margin=\"0.2,0.1\", penwidth=2]",
        "  edge [color=\"#4B453C\", penwidth=2, arrowsize=0.7]",
      ]
      let stretches = stretches
      for (number, stretch) in stretches.enumerated() {
        lines += [
          "  subgraph cluster\(number) {", "    label=\(Self.quoted([stretch.heading]))",
          "    labeljust=l; fontsize=14",
        ]
        lines += stretch.nodes.map { "    \($0.id) [\(Self.attributes(of: $0))]" }
        lines.append("  }")
      }
      let nodes = stretches.flatMap(\.nodes)
      lines += zip(nodes, nodes.dropFirst()).map { "  \($0.id) -> \($1.id)" }
      return lines.joined(separator: "\n") + "\n}\n"
    }

    private static func attributes(of node: Node) -> String {
      let color = Palette.colors[Palette.index(of: node.stop.module.number)].onLight
      var attributes = ["label=\(quoted(node.lines(withPlace: true)))", "color=\"\(color)\""]
      switch node.kind {
      case .release: break
      case .prerelease: attributes.append("shape=component")
      case .step: attributes.append("shape=note")
      case .first: attributes.append("shape=tab")
      case .once: attributes.append("shape=box3d")
      case .always: attributes.append("peripheries=2")
      }
      switch node.fate?.kind {
      case .runs: attributes.append("penwidth=4")
      case .done, .waits: attributes.append("style=\"rounded,dashed\"")
      case nil: break
      }
      return attributes.joined(separator: ", ")
    }

    /// Returns a string literal of the language with several lines of text.
    ///
    /// In a string, a backslash begins an escape, and an ampersand begins an HTML entity.
    private static func quoted(_ lines: [String]) -> String {
      let lines = lines.map { line in
        line.unicodeScalars.reduce(into: "") { result, scalar in
          switch scalar {
          case "\\": result += "\\\\"
          case "\"": result += "\\\""
          case "&": result += "&amp;"
          default: result.unicodeScalars.append(scalar)
          }
        }
      }
      return "\"" + lines.joined(separator: "\\n") + "\""
    }
  }
#endif
