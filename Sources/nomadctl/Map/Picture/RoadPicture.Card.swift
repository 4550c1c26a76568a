#if Nomadctl
  extension RoadPicture {
    /// A card with everything that a picture shows about one tribe.
    struct Card {
      static let width = Row.Across.width - Row.Across.cards - 20
      private static let left = 24
      private static let inner = width - left - 16
      private static let moduleWidth = 210

      private let owner: RoadMap.Module
      private let fate: RoadMap.Fate?
      private let isGone: Bool
      /// The style of the tribe's fate on the journey, if there is one.
      let style: String
      /// The whole content as text, for screen readers and for shortened texts.
      private let title: String
      private let module: String
      private let names: [String]
      private let places: [[(text: String, style: String)]]
      private let tags: [[Tag]]

      private init(
        _ name: String,
        of module: RoadMap.Module,
        at target: String,
        _ place: String,
        _ kind: RoadMap.Fate.Kind?,
        isGone: Bool = false,
        _ fate: RoadMap.Fate? = nil,
        tags: [[Tag]] = [],
        title: [String] = []
      ) {
        (owner, self.isGone, self.fate, self.tags) = (module, isGone, fate, tags)
        style = kind?.rawValue ?? "plain"
        self.title = ([name, target, "module \(module.name)", place] + title).joined(separator: ", ")
        self.module = Typeface.proportional.shortened(module.name, size: 13, width: Self.moduleWidth)
        let moduleWidth = Typeface.proportional.width(of: self.module, size: 13) + 34
        // The name is bold: measure it in a larger size.
        names = Typeface.proportional.lines(of: name, size: 18, width: Self.inner - moduleWidth)
        places = Self.places(target, place)
      }

      /// Creates the card of a tribe.
      private init(_ stop: RoadMap.Stop, _ fate: RoadMap.Fate?) {
        self.init(
          stop.name,
          of: stop.module,
          at: stop.target,
          stop.place,
          fate?.kind,
          fate,
          tags: Tag.rows(of: stop, fate, width: Self.inner),
          title: (stop.isLate(with: fate) ? ["late"] : []) + stop.conditions + (fate.map { [$0.text] } ?? [])
        )
      }

      /// Creates the card of a tribe that is gone.
      private init(_ gone: RoadMap.Departure, _ kind: RoadMap.Fate.Kind?) {
        self.init(gone.name, of: gone.module, at: gone.written, gone.remark, kind, isGone: true)
      }

      /// Returns the cards of a station's tribes.
      static func all(of station: RoadMap.Station, on journey: RoadMap.Journey?) -> [Card] {
        station.stops.map { Card($0, journey?.fates[$0.number]) }
          + station.gone.map { Card($0, journey?.kind(of: $0, at: station)) }
      }

      /// Returns the target and the file, on one line if both fit.
      private static func places(_ target: String, _ place: String) -> [[(text: String, style: String)]] {
        let mono = Typeface.monospaced
        let targets = mono.lines(of: target, size: 13, width: inner).map { ($0, "mono") }
        let places = mono.lines(of: place, size: 13, width: inner).map { ($0, "mono dim") }
        let width = mono.width(of: target, size: 13) + mono.width(of: place, size: 13) + 24
        if targets.count == 1, places.count == 1, width <= inner { return [targets + places] }
        return (targets + places).map { [$0] }
      }

      var height: Int {
        18 + names.count * 21 + places.count * 19 + tags.reduce(0) { $0 + (($1.map(\.height).max() ?? 0) + 6) }
          + (fate == nil ? 0 : 23)
      }

      var attributes: [Markup.Attribute] {
        let gone = isGone ? "gone " : ""
        return [("class", "card m\(Palette.index(of: owner.number)) \(gone)\(style)"), ("role", "listitem")]
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
    }
  }
#endif
