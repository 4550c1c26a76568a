import Foundation
import Testing

@testable import NomadTesting

@Suite("Descriptions and differences of states")
struct StateLinesTests {
  private struct Note: Equatable {
    var text: String
    var tags: Set<String> = []
    var author: String?
  }

  private enum Place { case nowhere, at(x: Int, y: Int), named(String) }

  private class Node {
    let name: String
    var next: Node?
    init(_ name: String) { self.name = name }
  }

  private final class Leaf: Node {
    let color = "green"
  }

  private final class Crowd {
    var members: [String: Crowd] = [:]
  }

  private func text(_ value: Any) -> String { StateLines(of: value).lines.joined(separator: "\n") }

  @Test("A value is written with its parts, and unordered collections are sorted")
  func parts() {
    let value = ["b": Note(text: "one", tags: ["z", "a", "m"]), "a": Note(text: "two", author: "Idris")]
    let expected = """
      Dictionary<String, Note>
        "a": Note
          text: "two"
          tags: Set<String>
          author: "Idris"
        "b": Note
          text: "one"
          tags: Set<String>
            · "a"
            · "m"
            · "z"
          author: nil
      """
    for _ in 0..<20 { #expect(text(Dictionary(uniqueKeysWithValues: value.shuffled())) == expected) }
  }

  @Test("A text of several lines is written on several lines with visible line ends")
  func texts() {
    #expect(text("one") == #""one""#)
    #expect(text("") == #""""#)
    #expect(StateLines(of: "one\ntwo\n").lines == ["String", #"  "one\n""#, #"  "two\n""#])
    let note = StateLines(of: Note(text: "one\r\ntwo")).lines
    #expect(note.prefix(4) == ["Note", "  text: String", #"    "one\r\n""#, #"    "two""#])
    #expect(StateLines(of: Data("a\nb".utf8)).lines == ["Data", #"  "a\n""#, #"  "b""#])
    #expect(text(Data([0xFF, 0, 0x10])) == "ff 00 10")
    #expect(StateLines(of: Data(repeating: 0xFF, count: 20)).lines.count == 3)
  }

  @Test("Dates, URLs, UUIDs and optionals are written as single values")
  func wholes() throws {
    #expect(text(Date(timeIntervalSinceReferenceDate: 0.5)) == "2001-01-01 00:00:00 +0000, 0.5 s")
    #expect(text(try #require(URL(string: "https://example.org/a"))) == "https://example.org/a")
    let id = UUID()
    #expect(text(id) == id.uuidString)
    #expect(text([Optional(1), nil]) == "Array<Optional<Int>>\n  · 1\n  · nil")
  }

  @Test("Enumerations, tuples and classes are written, even if they contain reference cycles")
  func types() {
    #expect(text(Place.nowhere) == "nowhere")
    #expect(text(Place.named("Gao")) == ".named\n  · \"Gao\"")
    #expect(StateLines(of: Place.at(x: 1, y: 2)).lines == [".at", "  · ", "    x: 1", "    y: 2"])
    let crowd = Crowd()
    crowd.members = ["self": crowd, "other": Crowd()]
    #expect(text(crowd).contains(#""self": Crowd, again"#))
    let (one, leaf) = (Node("one"), Leaf("leaf"))
    (one.next, leaf.next) = (leaf, one)
    #expect(
      text(one) == """
        Node
          name: "one"
          next: Leaf
            name: "leaf"
            next: Node, again
            color: "green"
        """
    )
  }

  @Test("A difference shows only the changed lines and the values that contain them")
  func difference() {
    var notes = (0..<50).map { Note(text: "note \($0)\nof many\nlines") }
    let old = StateLines(of: notes).lines
    notes[30].text = "note 30\nof few\nlines"
    notes[40].tags = ["salt"]
    let difference = LineDifference(from: old, to: StateLines(of: notes).lines)
    #expect(
      difference.description == """
          Array<Note>
          …
            · Note
              text: String
                "note 30\\n"
        -       "of many\\n"
        +       "of few\\n"
                "lines"
          …
            · Note
          …
              tags: Set<String>
        +       · "salt"
              author: nil
          …
        """
    )
  }

  @Test("Inserted lines do not make other lines differ")
  func inserted() {
    let lines = (0..<10).map { "line \($0)" }
    let difference = LineDifference(from: lines, to: ["new"] + lines + ["last"])
    #expect(difference.lines == ["+ new", "  line 0", "  …", "  line 9", "+ last"])
    #expect(LineDifference(from: lines, to: lines).isEmpty)
    #expect(LineDifference(from: [], to: ["a"]).lines == ["+ a"])
    #expect(LineDifference(from: ["a"], to: []).lines == ["- a"])
  }

  @Test("A difference shortens long texts, and shows only the changed part of a long line")
  func walls() {
    let (one, other) = ((0..<5_000).map { "old \($0)" }, (0..<5_000).map { "new \($0)" })
    let lines = LineDifference(from: one, to: other).lines
    #expect(lines.count == 41)
    #expect(lines.last?.hasPrefix("  … and ") == true)
    let long = String(repeating: "x", count: 1_000)
    let shown = LineDifference(from: [long + "a" + long], to: [long + "b" + long]).lines
    #expect(shown.count == 2)
    #expect(shown.allSatisfy { $0.count < 130 })
    #expect(shown[0].hasPrefix("- …xxx") && shown[0].contains("xxaxx") && shown[0].hasSuffix("x…"))
    #expect(shown[1].contains("xxbxx"))
  }
}
