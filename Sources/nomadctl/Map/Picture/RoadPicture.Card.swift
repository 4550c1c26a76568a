#if Nomadctl
  extension RoadPicture {
    /// A card with everything that a picture shows about one tribe.
    struct Card {
      static let width = Row.Across.width - Row.Across.cards - 20
      private static let left = 24
      private static let inner = width - left - 16
      private static let moduleWidth = 210

      private let stop: RoadMap.Stop
      private let fate: RoadMap.Fate?
      private let module: String
      private let names: [String]
      private let places: [[(text: String, style: String)]]
      private let tags: [[Tag]]

      init(_ stop: RoadMap.Stop, _ fate: RoadMap.Fate?) {
        self.stop = stop
        self.fate = fate
        module = Typeface.proportional.shortened(stop.module.name, size: 13, width: Self.moduleWidth)
        let moduleWidth = Typeface.proportional.width(of: module, size: 13) + 34
        // The name is bold: measure it in a larger size.
        names = Typeface.proportional.lines(of: stop.name, size: 18, width: Self.inner - moduleWidth)
        places = Self.places(of: stop)
        tags = Tag.rows(of: stop, fate, width: Self.inner)
      }

      /// Returns the cards of a station's tribes.
      static func all(of station: RoadMap.Station, on journey: RoadMap.Journey?) -> [Card] {
        station.stops.map { Card($0, journey?.fates[$0.number]) }
      }

      /// Returns the target and the file, on one line if both fit.
      private static func places(of stop: RoadMap.Stop) -> [[(text: String, style: String)]] {
        let mono = Typeface.monospaced
        let targets = mono.lines(of: stop.target, size: 13, width: inner).map { ($0, "mono") }
        let places = mono.lines(of: stop.place, size: 13, width: inner).map { ($0, "mono dim") }
        let width = mono.width(of: stop.target, size: 13) + mono.width(of: stop.place, size: 13) + 24
        if targets.count == 1, places.count == 1, width <= inner { return [targets + places] }
        return (targets + places).map { [$0] }
      }

      var height: Int {
        18 + names.count * 21 + places.count * 19 + tags.reduce(0) { $0 + (($1.map(\.height).max() ?? 0) + 6) }
          + (fate == nil ? 0 : 23)
      }

      /// The style of the tribe's fate on the journey, if there is one.
      var fateStyle: String { fate?.kind.rawValue ?? "plain" }

      var attributes: [Markup.Attribute] {
        [("class", "card m\(Palette.index(of: stop.module.number)) \(fateStyle)"), ("role", "listitem")]
      }

      /// Draws the card from its upper left corner.
      func drawn() -> [Markup] {
        let right = Self.width - 16
        var children: [Markup] = [
          .node("title", [], title),
          .node("rect", [("class", "face"), ("width", "\(Self.width)"), ("height", "\(height)"), ("rx", "9")]),
          .node(
            "rect",
            [("class", "swatch"), ("x", "9"), ("y", "10"), ("width", "5"), ("height", "\(height - 20)"), ("rx", "2.5")]
          ),
          .node(
            "rect",
            [("class", "swatch"), ("x", "\(right - 11)"), ("y", "15"), ("width", "11"), ("height", "11"), ("rx", "3")]
          ),
          RoadPicture.text(module, x: right - 18, y: 25, "module end"),
        ]
        var y = 26
        for name in names {
          children.append(RoadPicture.text(name, x: Self.left, y: y, "name"))
          y += 21
        }
        for line in places {
          for (column, part) in line.enumerated() {
            // Two texts on one line are at its two ends.
            let end = column == 0 ? "" : " end"
            children.append(RoadPicture.text(part.text, x: column == 0 ? Self.left : right, y: y, part.style + end))
          }
          y += 19
        }
        y -= 10
        for row in tags {
          children += row.map { $0.drawn(x: Self.left, y: y) }
          y += (row.map(\.height).max() ?? 0) + 6
        }
        if let fate {
          children.append(RoadPicture.text("\(fate.kind.sign) \(fate.text)", x: Self.left, y: y + 14, "fate"))
        }
        return children
      }

      /// The whole content as text, for screen readers and for shortened texts.
      private var title: String {
        ([stop.name, stop.target, "module \(stop.module.name)", stop.place] + (stop.isLate(with: fate) ? ["late"] : [])
          + stop.conditions + (fate.map { [$0.text] } ?? [])).joined(separator: ", ")
      }
    }
  }
#endif
