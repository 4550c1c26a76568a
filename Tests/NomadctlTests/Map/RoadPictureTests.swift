#if Nomadctl
  import Foundation
  import NomadGenCore
  import Testing

  @testable import nomadctl

  @Suite struct RoadPictureTests {
    private func elements(_ tribes: [Tribe], from: String? = nil, to: String? = nil) throws -> [SVGReader
      .Element]
    {
      let road = Road(tribes)
      let isJourney = from != nil || to != nil
      let journey = try isJourney ? Journey(on: road, from: from, to: to) : nil
      return try #require(SVGReader.elements(of: RoadPicture(map: RoadMap(road, journey: journey)).svg()))
    }

    @Test("Each tribe has a card with its name, target, module, place and conditions, and a mark on the road")
    func cards() throws {
      let text = "#if os(Linux)\n@available(iOS 17, *)\n" + Roads.tribe("SplitNotes", #".dotted("1.1")"#) + "#endif\n"
      let elements = try elements(Roads.tribes(["App": text, "Kit": Roads.sample]))
      #expect(elements.count { $0.classes == ["card"] } == 8 && elements.count { $0.classes == ["mark"] } == 8)
      #expect(elements.count { $0.classes.contains("road") } == 7)
      let texts = elements.filter { $0.name == "text" }.map(\.text)
      for text in [
        "SplitNotes", #".dotted("1.1") · App · Sources/App/Tribes.swift:3"#, "#if os(Linux) · @available iOS 17",
        "1.1", "1.0.0-1", "2.0.0-beta.1", "first", "once", "always",
      ] { #expect(texts.contains(text), "\(text)") }
      #expect(!elements.contains { $0.classes.contains("sign") })
    }

    @Test(
      "For an upgrade, each card shows the decision for its tribe, and signs show the versions of the user and the app"
    )
    func journey() throws {
      let elements = try elements(Roads.tribes(["App": Roads.sample]), from: "1.0.0", to: "1.5")
      #expect(
        elements.filter { $0.classes == ["sign"] }.map(\.text) == [
          "✓ no longer due; the data is at 1.0.0", "✓ already ran", "the user is at 1.0.0", "→ runs",
          "the app is at 1.5.0", "… waits for its version; the app is at 1.5.0",
          "… waits for its version; the app is at 1.5.0", "→ runs", "→ runs every time",
        ]
      )
      let styles = ["done", "done", "runs", "runs", "waits", "waits", "waits", "runs", "runs"]
      #expect(elements.filter { $0.name == "g" }.map { $0.attributes["class"] } == styles)
      #expect(
        elements.first { $0.name == "desc" }?.text.hasSuffix("A user of 1.0.0 who gets 1.5.0 runs 3 of 7 tribes.")
          == true
      )
    }

    @Test("The picture is well-formed and shows ids as text, whatever they contain")
    func hostile() throws {
      let elements = try elements(Roads.tribes(["App": Roads.hostileSource]), from: "1.0")
      #expect(elements.count { $0.classes == ["card"] } == Roads.hostile.count)
      #expect(!elements.contains { $0.name == "script" || $0.name == "b" })
      let targets = elements.filter { $0.classes == ["code"] }.map(\.text)
      for id in Roads.hostile {
        #expect(targets.contains { $0.hasPrefix(".once(\(id.debugDescription)) · App".printable) }, "\(id)")
      }
    }

    @Test("The picture has a title, a description and a role, and loads nothing from outside")
    func document() throws {
      let tribes = Roads.tribes(["App": Roads.sample])
      let elements = try elements(tribes)
      #expect(elements.first?.attributes["aria-labelledby"] == elements.first { $0.name == "title" }?.attributes["id"])
      #expect(elements.first?.attributes["aria-describedby"] == elements.first { $0.name == "desc" }?.attributes["id"])
      let text = RoadPicture(map: RoadMap(Road(tribes))).svg()
      #expect(text.components(separatedBy: "http").count == 2, "only the name of the namespace")
      for outside in ["href", "url(", "@import", "<image", "<script", "<foreignObject"] {
        #expect(!text.contains(outside))
      }
    }

    @Test("A picture without tribes contains a message")
    func empty() throws {
      #expect(try elements([]).contains { $0.name == "text" && $0.text == "There are no tribes here." })
    }

    @Test("Rows are below one another, and every text and card is inside of the picture, however long a name is")
    func layout() throws {
      let name = String(repeating: "RenameEveryAttachment", count: 9)
      let source = Roads.sample + Roads.tribe(name, #".literal("12345.67890.12345-alpha.beta.gamma")"#)
      let elements = try elements(Roads.tribes(["App": source]), from: "1.0.0", to: "1.5")
      func number(_ key: String, of element: SVGReader.Element) throws -> Int {
        try #require(Int(element.attributes[key] ?? ""))
      }
      let size = try ["width", "height"].map { try number($0, of: elements[0]) }
      let cards = try elements.filter { $0.classes == ["card"] }.map { card in
        try ["x", "y", "width", "height"].map { try number($0, of: card) }
      }
      for (card, next) in zip(cards, cards.dropFirst()) { #expect(card[1] + card[3] < next[1]) }
      for card in cards { #expect(card[0] + card[2] < size[0] && card[1] + card[3] < size[1]) }
      for text in elements where text.name == "text" {
        let (x, length) = (try number("x", of: text), text.text.count * 7)
        #expect(text.classes == ["label"] ? x - length > 0 : x + length < size[0], "\(text)")
      }
    }

    // MARK: Colors

    /// Returns the relative luminance of a color, `#RRGGBB` (WCAG 2.2).
    private func luminance(_ color: String) throws -> Double {
      let value = try #require(Int(color.dropFirst(), radix: 16))
      let parts = [16, 8, 0].map { shift in
        let part = Double(value >> shift & 0xFF) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    private func contrast(_ one: String, _ other: String) throws -> Double {
      let values = [try luminance(one), try luminance(other)].sorted()
      return (values[1] + 0.05) / (values[0] + 0.05)
    }

    @Test("All text has a contrast of at least 4.5 to its background, in light and in dark mode")
    func contrast() throws {
      let light = RoadPicture.colors.map { ($0.name, $0.light) }, dark = RoadPicture.colors.map { ($0.name, $0.dark) }
      for colors in [light, dark].map({ Dictionary(uniqueKeysWithValues: $0) }) {
        for text in ["ink", "dim", "runs", "waits"] {
          for ground in ["paper", "card"] {
            #expect(try contrast(#require(colors[text]), #require(colors[ground])) >= 4.5, "\(text) on \(ground)")
          }
        }
      }
    }

    @Test("A picture uses no CSS variables, which few programs support, and has all colors for dark mode")
    func dark() throws {
      let halves = RoadPicture(map: RoadMap(Road([]))).svg().components(separatedBy: "@media")
      #expect(halves.count == 2 && halves.allSatisfy { !$0.contains("var(") })
      for color in RoadPicture.colors {
        #expect(halves[0].contains(color.light) && halves[1].contains(color.dark), "\(color)")
      }
    }
  }
#endif
