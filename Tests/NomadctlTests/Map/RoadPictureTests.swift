#if Nomadctl
  import Foundation
  import NomadCheck
  import NomadGenCore
  import Testing

  @testable import nomadctl

  @Suite struct RoadPictureTests {
    private func elements(_ tribes: [TribeSummary], from: String? = nil, to: String? = nil) throws -> [SVGReader
      .Element]
    {
      let map = RoadMap(tribes)
      let isJourney = from != nil || to != nil
      let journey = try isJourney ? map.journey(on: Road(tribes), from: from, to: to, ran: []) : nil
      return try #require(SVGReader.elements(of: RoadPicture(map: map, journey: journey).svg()))
    }

    @Test("Each tribe has a card with its name, target, module, place and conditions")
    func cards() throws {
      let text = "#if os(Linux)\n@available(iOS 17, *)\n" + Roads.tribe("SplitNotes", #".dotted("1.1")"#) + "#endif\n"
      let elements = try elements(Roads.tribes(["App": text, "Kit": Roads.sample]))
      #expect(elements.count { $0.classes.contains("card") } == 8)
      let texts = elements.filter { $0.name == "text" }.map(\.text)
      for text in [
        "SplitNotes", #".dotted("1.1")"#, "App", "Kit", "Sources/App/Tribes.swift:3", "#if os(Linux)",
        "@available iOS 17", "Version 1", "1.0.0-1", "sub-migration", "2.0.0-beta.1", "pre-release", "App · 1",
        "Kit · 7",
      ] { #expect(texts.contains(text), "\(text)") }
      #expect(!elements.contains { $0.classes.contains("fate") || $0.classes.contains("sign") })
    }

    @Test("Each kind of station has its own shape")
    func milestones() throws {
      let kinds = try elements(Roads.tribes(["App": Roads.sample])).filter { $0.classes.contains("milestone") }
        .map { $0.attributes["class"] }
      let names = ["first", "release", "step", "prerelease", "release", "once", "always"]
      #expect(kinds == names.map { "milestone \($0) plain" })
      let shapes = RoadMap.Station.Kind.allCases.map { kind in
        Milestone.shape(of: kind).map { $0.printed() }.joined()
      }
      #expect(Set(shapes).count == shapes.count)
    }

    @Test(
      "For an upgrade, each card shows the decision for its tribe, and signs show the versions of the user and the app"
    )
    func journey() throws {
      let elements = try elements(Roads.tribes(["App": Roads.sample]), from: "1.0.0", to: "1.5")
      let fates = elements.filter { $0.classes.contains("fate") }.map(\.text)
      #expect(
        fates == [
          "✓ no longer due; the data is at 1.0.0", "✓ already ran", "→ runs",
          "… waits for its version; the app is at 1.5.0", "… waits for its version; the app is at 1.5.0", "→ runs",
          "→ runs every time",
        ]
      )
      let texts = elements.filter { $0.name == "text" }.map(\.text)
      let order = ["A", "the user is at 1.0.0", "B", "the app is at 1.5.0", "C"].map { texts.firstIndex(of: $0) ?? -1 }
      #expect(order == order.sorted() && !order.contains(-1))
      #expect(
        elements.first { $0.name == "desc" }?.text.hasSuffix("A user of 1.0.0 who gets 1.5.0 runs 3 of 7 tribes.")
          == true
      )
    }

    @Test("The picture is well-formed and shows ids as text, whatever they contain")
    func hostile() throws {
      let elements = try elements(Roads.tribes(["App": Roads.hostileSource]), from: "1.0")
      #expect(elements.count { $0.classes.contains("card") } == Roads.hostile.count)
      #expect(!elements.contains { $0.name == "script" || $0.name == "b" })
      let targets = Set(elements.filter { $0.classes == ["mono"] }.map(\.text))
      for id in Roads.hostile {
        #expect(targets.contains(Legible.text(".once(\(id.debugDescription))")), "\(id)")
      }
    }

    @Test("The picture has a title, a description and roles, and loads nothing from outside")
    func document() throws {
      let tribes = Roads.tribes(["App": Roads.sample])
      let elements = try elements(tribes)
      #expect(elements.first?.attributes["aria-labelledby"] == elements.first { $0.name == "title" }?.attributes["id"])
      #expect(elements.first?.attributes["aria-describedby"] == elements.first { $0.name == "desc" }?.attributes["id"])
      #expect(elements.count { $0.attributes["role"] == "listitem" } == 7)
      let text = RoadPicture(map: RoadMap(tribes)).svg()
      #expect(text.components(separatedBy: "http").count == 2, "only the name of the namespace")
      for outside in ["href", "url(", "@import", "<image", "<script", "<foreignObject"] {
        #expect(!text.contains(outside))
      }
    }

    @Test("The picture marks a late tribe")
    func late() throws {
      let tribes = Roads.tribes(["App": Roads.sample])
      let text = RoadPicture(map: RoadMap(tribes, late: Set(tribes.filter { $0.name == "D" }))).svg()
      let elements = try #require(SVGReader.elements(of: text))
      #expect(elements.count { $0.classes == ["tag", "late"] } == 1)
    }

    @Test("A picture without tribes contains a message")
    func empty() throws {
      #expect(try elements([]).contains { $0.name == "text" && $0.text == "There are no tribes here." })
    }
  }
#endif
