#if Nomadctl
  extension RoadPicture {
    /// The header above the road: its title, the journey, and the colors of the modules.
    struct Header {
      /// The sentences about the road and the journey.
      let sentences: [String]

      private let titles: [String]
      private let modules: [(module: RoadMap.Module, text: String, x: Int, row: Int)]
      private let lines: [(text: String, style: String)]

      init(_ map: RoadMap, journey: RoadMap.Journey?, width: Int) {
        sentences = [map.summary] + (journey.map { [$0.sentence] } ?? [])
        titles = Typeface.proportional.lines(of: map.title, size: 26, width: width)
        lines = zip(sentences, ["", "journey"]).flatMap { sentence, style in
          Typeface.proportional.lines(of: sentence, size: 15, width: width).map { ($0, style) }
        }
        var (x, row) = (0, 0)
        var modules: [(module: RoadMap.Module, text: String, x: Int, row: Int)] = []
        // The title names a single module.
        for module in map.modules where map.modules.count > 1 {
          let name = Typeface.proportional.shortened(module.name, size: 14, width: width - 80)
          let text = "\(name) · \(module.count)"
          let room = Typeface.proportional.width(of: text, size: 14) + 44
          if x > 0, x + room > width { (x, row) = (0, row + 1) }
          modules.append((module, text, x, row))
          x += room
        }
        self.modules = modules
      }

      var height: Int {
        titles.count * 32 + lines.count * 22 + (modules.last.map { ($0.row + 1) * 26 + 8 } ?? 0) + 18
      }

      func drawn() -> [Markup] {
        var children: [Markup] = []
        var y = 24
        for title in titles {
          children.append(RoadPicture.text(title, x: 0, y: y, "title"))
          y += 32
        }
        y -= 4
        for line in lines {
          children.append(RoadPicture.text(line.text, x: 0, y: y, line.style))
          y += 22
        }
        let legend = modules.map { module, text, x, row in
          Markup.node(
            "g",
            [("role", "listitem"), ("class", "m\(Palette.index(of: module.number))")],
            [
              .node(
                "rect",
                [
                  ("class", "swatch"), ("x", "\(x)"), ("y", "\(y - 4 + row * 26)"), ("width", "14"), ("height", "14"),
                  ("rx", "4"),
                ]
              ),
              RoadPicture.text(text, x: x + 21, y: y + 8 + row * 26, "module"),
            ]
          )
        }
        if !legend.isEmpty { children.append(.node("g", [("role", "list"), ("aria-label", "Modules")], legend)) }
        return children
      }
    }
  }
#endif
