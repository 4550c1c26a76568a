#if Nomadctl
  extension RoadPicture {
    /// A framed tag on a card: a condition of the tribe, or the word "late".
    struct Tag {
      private let lines: [String]
      private let isLate: Bool
      private let left: Int
      private let width: Int

      private init(_ text: String, isLate: Bool = false, limit: Int) {
        lines = Typeface.monospaced.lines(of: text, size: 12, width: limit - 16)
        width = (lines.map { Typeface.monospaced.width(of: $0, size: 12) }.max() ?? 0) + 16
        left = 0
        self.isLate = isLate
      }

      private init(_ tag: Tag, left: Int) {
        (lines, isLate, width) = (tag.lines, tag.isLate, tag.width)
        self.left = left
      }

      var height: Int { lines.count * 16 + 6 }

      /// Returns the tags of a tribe, in rows no wider than a number of pixels.
      static func rows(of stop: RoadMap.Stop, _ fate: RoadMap.Fate?, width: Int) -> [[Tag]] {
        let tags =
          (stop.isLate(with: fate) ? [Tag("late", isLate: true, limit: width)] : [])
          + stop.conditions.map { Tag($0, limit: width) }
        var rows: [[Tag]] = []
        for tag in tags {
          let left = rows.last?.last.map { $0.left + $0.width + 8 } ?? 0
          if rows.isEmpty || left + tag.width > width {
            rows.append([Tag(tag, left: 0)])
          } else {
            rows[rows.count - 1].append(Tag(tag, left: left))
          }
        }
        return rows
      }

      /// Draws the tag in a row, given the row's upper left corner.
      func drawn(x: Int, y: Int) -> Markup {
        let frame = Markup.node(
          "rect",
          [
            ("x", "\(x + left)"), ("y", "\(y)"), ("width", "\(width)"), ("height", "\(height)"), ("rx", "5"),
          ]
        )
        let texts = lines.enumerated().map { number, line in
          RoadPicture.text(line, x: x + left + width / 2, y: y + 15 + number * 16, "mono small middle")
        }
        return .node("g", [("class", isLate ? "tag late" : "tag")], [frame] + texts)
      }
    }
  }
#endif
