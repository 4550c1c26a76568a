#if Nomadctl
  import Testing

  @testable import nomadctl

  @Suite struct MapTextTests {
    @Test(
      "Invisible and direction-changing characters are escaped, except those that writing systems need",
      arguments: [
        ("a\u{1}b", #"a\u{1}b"#), ("\u{202E}x", #"\u{202E}x"#), ("\u{FFFE}", #"\u{FFFE}"#),
        ("\u{1FFFF}", #"\u{1FFFF}"#),
        ("new\nline", #"new\u{A}line"#), ("\u{FEFF}\u{200B}\u{7F}\u{85}", #"\u{FEFF}\u{200B}\u{7F}\u{85}"#),
        ("👩‍👩‍👧‍👦 नु\u{200D}न می\u{200C}خواهم", "👩‍👩‍👧‍👦 नु\u{200D}न می\u{200C}خواهم"), ("a b", "a b"), ("", ""),
      ]
    )
    func legible(text: String, shown: String) {
      #expect(Legible.text(text) == shown)
    }

    @Test(
      "Wrapped lines stay within the width and keep the whole text",
      arguments: [
        "Short", "RenameEveryAttachmentOfEveryNote", "Sources/App/Tribes/RenameEverything.swift:12",
        "日本語日本語日本語日本語日本語", String(repeating: "x", count: 60),
      ]
    )
    func lines(text: String) {
      for face in [Typeface.proportional, .monospaced] {
        let lines = face.lines(of: text, size: 10, width: 120, limit: 9)
        #expect(lines.joined() == text)
        #expect(lines.allSatisfy { face.width(of: $0, size: 10) <= 120 })
      }
    }

    @Test("Lines break between words, and text that does not fit ends in an ellipsis")
    func broken() {
      let face = Typeface.monospaced
      #expect(face.lines(of: "RenameNotes", size: 10, width: 45) == ["Rename", "Notes"])
      #expect(face.lines(of: "at the end", size: 10, width: 45) == ["at the", "end"])
      let long = face.lines(of: String(repeating: "x", count: 99), size: 10, width: 45, limit: 2)
      #expect(long.count == 2 && long[1].hasSuffix("…") && face.width(of: long[1], size: 10) <= 45)
      #expect(face.shortened("short", size: 10, width: 45) == "short")
    }

    @Test("Markup is printed as XML, with text and attributes escaped")
    func markup() {
      let node = Markup.node("p", [("title", "\"<&>'")], "</p> & ]]>")
      #expect(node.printed() == "<p title=\"&quot;&lt;&amp;&gt;&#39;\">&lt;/p&gt; &amp; ]]&gt;</p>\n")
      #expect(Markup.node("g").printed() == "<g/>\n")
      #expect(Markup.node("g", [], [.node("text", [], "a")]).printed() == "<g>\n<text>a</text>\n</g>\n")
    }

    @Test(
      "The extension of a file's name selects the map format",
      arguments: [
        ("road.svg", .svg), ("docs/a.b.SVG", .svg), ("x.html", nil), ("x.mmd", .mermaid), ("x.gv", nil),
        ("x.txt", nil), ("svg", nil), ("road.svg/x", nil),
      ] as [(String, MapFormat?)]
    )
    func format(file: String, format: MapFormat?) {
      #expect(MapFormat(file: file) == format)
    }
  }
#endif
