#if Nomadctl
  import Foundation
  import Nomad
  import NomadCheck
  import NomadGenCore
  import Testing

  @testable import nomadctl

  @Suite struct RoadPageTests {
    private func page(_ tribes: [TribeSummary], from: String? = nil, to: String? = nil, late: Int = 0) throws -> String
    {
      let (map, road) = (RoadMap(tribes, late: Set(tribes.prefix(late))), Road(tribes))
      let isJourney = from != nil || to != nil
      let chosen = try isJourney ? map.journey(on: road, from: from, to: to, ran: []) : nil
      let choice = RoadMap.Choice(journeys: try map.journeys(on: road, to: to, ran: []), chosen: chosen)
      return RoadPage(map: map, choice: choice).html()
    }

    private func script(of page: String) throws -> Substring {
      let start = try #require(page.range(of: "<script>")), end = try #require(page.range(of: "</script>"))
      return page[start.upperBound..<end.lowerBound]
    }

    @Test(
      "Each choice contains the planner's decisions for users of that version",
      arguments: [(nil, 5), ("1.5", 3)] as [(String?, Int)]
    )
    func choices(to: String?, count: Int) throws {
      let tribes = Roads.tribes(["App": Roads.sample])
      let page = try page(tribes, to: to)
      let fates = page.matches(of: /<li data-kind="(.*?)" data-sign=".*?">(.*?)<\/li>/).map {
        ($0.output.1, $0.output.2)
      }
      let options = page.matches(of: /<option data-fates="(.*?)".*?>(.*?)<\/option>/).map { ($0.output.1, $0.output.2) }
      let starts = [nil, "1.0.0", "1.0.0.0-1", "2.0.0-beta.1", "2.0.0"]
      let labels = ["none: a fresh install", "1.0.0", "1.0.0-1 (sub-migration)", "2.0.0-beta.1 (pre-release)", "2.0.0"]
      // Journeys only lead to newer versions.
      #expect(options.map { String($0.1) } == Array(labels.prefix(count)))
      for (option, from) in zip(options, starts) {
        let decided = option.0.split(separator: " ").flatMap { span in
          let parts = span.split(separator: ":").compactMap { Int($0) }
          return Array(repeating: fates[parts[0]], count: parts[1])
        }
        let steps = try Road(tribes).steps(from: from, to: to, ran: [])
        #expect(decided.map { String($0.1) } == steps.map(\.reason))
        #expect(decided.map { $0.0 == "runs" } == steps.map(\.decision.isRun))
      }
    }

    @Test("Hostile ids cannot change the page's script or add another one")
    func hostile() throws {
      let page = try page(Roads.tribes(["App": Roads.hostileSource]), from: "1.0")
      #expect(try script(of: page) == script(of: self.page(Roads.tribes(["Kit": Roads.sample]))))
      #expect(page.components(separatedBy: "<script").count == 2 && page.components(separatedBy: "</script").count == 2)
      #expect(page.components(separatedBy: "</style").count == 2 && !page.contains("<!--") && !page.contains("<b>"))
      let targets = page.matches(of: /<code>(\.once.*?)<\/code>/).map { String($0.output.1) }
      #expect(Set(targets) == Set(Roads.hostile.map { Markup.escaped(Legible.text(".once(\($0.debugDescription))")) }))
    }

    @Test("A station shows the shapes of the releases from its version up to the next one")
    func shapes() throws {
      let lock = ReleaseLock(
        reading: """
          tribes-lock 1

          shape App.Note 0.9.0 { id: Int }
          shape App.Note 1.5.0 { id: Int, tags: Set<String> }
          shape App.Note 3.0.0 { tags: Set<String> } if "os(iOS)"
          shape App.Theme 1.5 String { dark = "</script>" }
          shape App.Theme unreleased String { } accepted "why not"

          """.utf8
      )
      #expect(lock.readingFindings.isEmpty)
      let tribes = Roads.tribes(["App": Roads.sample])
      let (map, shapes) = (RoadMap(tribes), RoadPage.ReleasedShapes.all(of: lock.shapes))
      let page = RoadPage(map: map, choice: RoadMap.Choice(journeys: [], chosen: nil), shapes: shapes).html()
      let stations = page.components(separatedBy: #"<li class="station"#).dropFirst().map { station in
        station.matches(of: /<summary>(.*? in .*?)<\/summary>/).map { String($0.output.1) }
      }
      #expect(
        stations == [
          ["1 stored type new or changed in 0.9.0"], [], ["2 stored types new or changed in 1.5.0"], [],
          ["1 stored type new or changed in 3.0.0"], [], [],
        ]
      )
      #expect(page.contains("<code>App.Note { tags: Set&lt;String&gt; } #if os(iOS)</code>"))
      #expect(page.contains("<code>App.Theme String { dark = &quot;&lt;/script&gt;&quot; }</code>"))
      let empty = RoadPage(map: RoadMap([]), choice: RoadMap.Choice(journeys: [], chosen: nil), shapes: shapes).html()
      #expect(empty.matches(of: /<summary>/).count == 3)
    }

    @Test("The page loads nothing from the network")
    func alone() throws {
      let page = try page(Roads.tribes(["App": Roads.sample]))
      #expect(page.contains("default-src &#39;none&#39;"))
      for outside in ["http:", "https:", "src=", "href", "url(", "@import", "fetch(", "<link", "<iframe"] {
        #expect(!page.contains(outside), "\(outside)")
      }
    }

    @Test("Without its script, the page shows all tribes and the requested upgrade")
    func withoutScript() throws {
      let tribes = Roads.tribes(["App": Roads.sample, "Kit": Roads.tribe("K", ".always")])
      let page = try page(tribes, from: "1.0.0", to: "1.5")
      #expect(page.contains(#"<form id="choice" autocomplete="off" hidden>"#))
      #expect(page.contains(">A user of 1.0.0 who gets 1.5.0 runs 4 of 8 tribes.</p>"))
      #expect(page.matches(of: /<li class="tribe m\d (runs|done|waits)"/).count == 8)
      #expect(page.contains("<p>the user is at 1.0.0</p>") && page.contains("<p>the app is at 1.5.0</p>"))
      #expect(page.contains(#"<ul id="legend" class="modules">"#))
      let whole = try self.page(tribes)
      #expect(whole.matches(of: /<li class="tribe m\d"/).count == 8 && whole.contains(#"<p class="fate" hidden>"#))
    }

    @Test("The page also offers a requested version that no tribe has")
    func elsewhere() throws {
      let page = try page(Roads.tribes(["App": Roads.sample]), from: "1.7")
      #expect(page.matches(of: /<option .*? selected>(.*?)<\/option>/).map { String($0.output.1) } == ["1.7.0"])
    }

    @Test("The page marks late tribes; a page without tribes has a message and no script")
    func lateAndEmpty() throws {
      let late = try page(Roads.tribes(["App": Roads.sample]), late: 2)
      #expect(late.components(separatedBy: #"<li class="late">late</li>"#).count == 3)
      let empty = try page([])
      #expect(empty.contains("<p>There are no tribes here.</p>") && !empty.contains("<script"))
    }
  }
#endif
