import NomadTargets
import Testing
import ToolSupport

@testable import NomadCheck
@testable import NomadGenCore
@testable import NomadSyntax
@testable import nomadctl

@Suite struct ShapeLineTests {
  private static let tribe = #"App.Split .literal("2.0.0") 2.0.0 0123456789abcdef"#
  private static let note = "shape App.Note 2.4.0 { id: UUID, text: String }"

  private func read(_ text: String) -> ReleaseLock { ReleaseLock(reading: text.utf8) }

  /// Returns the place and the message of each finding.
  private func findings(_ text: String) -> [String] {
    let findings = read(text).readingFindings
    expectForm(of: findings)
    #expect(findings.allSatisfy { $0.code == .damagedLock && $0.severity == .error })
    return findings.map { "\($0.location.line):\($0.location.column) \($0.message)" }
  }

  @Test(
    "A line is written as it was read",
    arguments: [
      note, "stored Model.Note", #"stored "Model.my note""#, #"stored Model.Note by "me" fine"#,
      #"shape "App.Outer.my note" 2 { a: Int }"#, "shape App.Note 2.0.0-beta.1: Base<A, B> { }",
      #"shape App.Note 2.0 { a "b": Int } if "os(iOS) && DEBUG""#,
      #"shape App.Theme 2.4.0 String { a = "x", b = "} " }"#,
      "shape App.Figure 2.4.0 enum { circle(radius: Double), point }", #"shape App.A 1 { a: Int } signed "me" fine"#,
      "shape App.Note 2.4.0 { a: (\(Array(repeating: "Int", count: 500).joined(separator: ", "))) }",
      #"shape App.Note 2.4.0: Base { a: Int } if "A""#, #"shape App.Note 2.4.0 { a: Int } removed "2.5.0""#,
    ]
  )
  func roundTrip(line: String) {
    let lock = read("tribes-lock 1\n\(line)\n")
    #expect(lock.readingFindings.isEmpty && lock.entries.isEmpty)
    #expect(lock.stored.count + lock.shapes.count == 1)
    #expect(lock.text == "tribes-lock 1\n\(line)\n")
  }

  @Test("The parts of a line are read as what they are")
  func parts() throws {
    let line = try #require(read("tribes-lock 1\nshape App.Outer.Note 2.4: Base { a: Int } if \"A\"").shapes.first)
    #expect(line.module == "App" && line.name == "Outer.Note" && line.qualifiedName == "App.Outer.Note")
    #expect(line.release.text == "2.4" && line.release.version.text == "2.4.0")
    #expect(line.shape.superclass == "Base" && line.shape.properties.map(\.name) == ["a"])
    #expect(line[.if] == "A" && line[.removed] == nil && line.location.line == 2)
  }

  @Test("Lines of stored types and shapes follow those of tribes, sorted, with their comments")
  func sorted() {
    let lines = [
      Self.tribe, "stored App.B", "stored Kit.A", "shape App.A 1 { }", #"shape App.A 1 { } if "A""#,
      "shape App.A 1.10 { }",
      "shape App.B 1.9 { }", "shape App.B 1.10 { }", "shape Kit.A 1 { }",
    ]
    let mixed = lines.reversed().map { "# of \($0)\n\($0)\n" }.joined()
    let text = "tribes-lock 1\n# head\n\n" + lines.map { "# of \($0)\n\($0)\n" }.joined() + "\n# end\n"
    #expect(read("tribes-lock 1\n# head\n\n\(mixed)\n# end\n").text == text)
  }

  @Test("A union merge of two branches reads as one lock, and no comment is lost")
  func merged() {
    let other = "shape App.Note 2.5.0 { id: UUID }"
    let text = """
      tribes-lock 1
      # a

      stored App.A
      # b
      \(Self.note)
      \(other)
      tribes-lock 1
      stored App.A
      stored App.B
      # c
      \(Self.note)
      shape App.Other 2.5.0 { }

      """
    let lock = read(text)
    #expect(lock.readingFindings.isEmpty)
    #expect(
      lock.text
        == "tribes-lock 1\n# a\n\nstored App.A\nstored App.B\n# b\n# c\n\(Self.note)\n\(other)\nshape App.Other 2.5.0 { }\n"
    )
  }

  @Test("Two different lines for one type and release are a finding, unless they are for different builds")
  func twins() throws {
    let other = "shape App.Note 2.4 { id: UUID }"
    #expect(findings("tribes-lock 1\n\(Self.note)\n\(other)") == ["3:1 'App.Note' has two lines for 2.4"])
    #expect(findings("tribes-lock 1\n\(Self.note) if \"A\"\n\(other) if \"!A\"") == [])
    #expect(findings("tribes-lock 1\n\(Self.note)\n\(other.replacing("2.4", with: "2.4.1"))") == [])
    #expect(findings("tribes-lock 1\n\(Self.note)\n\(other.replacing("App", with: "Kit"))") == [])
    let note = try #require(read("tribes-lock 1\n\(Self.note)\n\(other)").readingFindings.first).notes.first
    #expect(note?.location.line == 2)
  }

  @Test("Each invalid line is one finding, at the place that is wrong")
  func lines() {
    let cases: [(String, String)] = [
      ("stored", "7 the type is missing"), ("stored Note", "8 this is not a module and a type, as in 'App.Note'"),
      ("stored App.Note \"x\"", "17 this text has no word before it"), ("shape", "6 the type is missing"),
      ("shape Note 1 { }", "7 this is not a module and a type, as in 'App.Note'"),
      ("shape App.Note", "15 the release is missing"),
      ("shape App.Note { }", "16 this is not a version, as in '2.4.0'"),
      ("shape App.Note one { }", "16 this is not a version, as in '2.4.0'"),
      ("shape App.Note 1", "17 a type is missing"), ("shape App.Note 1: { }", "19 a type is missing"),
      ("shape App.Note 1 { é Int }", "23 ':' is missing"), ("shape App.Note 1 { a: Int", "26 '}' is missing"),
      ("shape App.Note 1 { } }", "22 "),
      ("shape App.Note 1 { } removed", "22 'removed' needs a text in quotation marks after it"),
      ("shape App.Note 1 { } if \"a\" if \"b\"", "29 'if' occurs twice"),
      ("shape App.Note 1 { } removed \"a", "30 a quotation mark is not closed"),
      (
        "accepted shape-change App.Note 0123456789abcdef \"a\" shipped",
        "53 'shipped' needs a text in quotation marks after it"
      ),
      ("shapes App.Note 1 { }", "1 this is not a module and a tribe, as in 'App.SplitNotes'"),
    ]
    for (line, finding) in cases {
      let found = findings("tribes-lock 1\n\(Self.note)\n\(line)\n")
      // A word that this version does not know is kept.
      #expect(found == (line.hasSuffix("} }") ? [] : ["3:\(finding)"]), "\(line)")
    }
    #expect(read("tribes-lock 1\nshape App.N 1 { é x }").readingFindings.map(\.location.codePointColumn) == [19])
  }

  @Test("A damaged lock that reads without findings is written so that it reads the same again")
  func robust() {
    var generator = SeededGenerator(seed: 7)
    let text = """
      tribes-lock 1
      # a

      stored Model.Note
      shape App.Note 2.4.0: Base { @W<Int> let `a b` "k\\"": [(Int, x: String)] if "A", init(from:) { #8c2d0f6a9be13d47 } }
      shape App.Theme 2.4.0 String { dark = "d", light = "l" } if "os(iOS)"
      shape App.Figure 2.4.0 enum { circle(radius: Double), point } removed "2.5.0"
      accepted shape-change App.Theme 0123456789abcdef "why" shipped "2.5.0"

      """
    let start = Array(text.utf8)
    var sound = 0
    for _ in 0..<3_000 {
      var bytes = start
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes.remove(at: index)
        case 1:
          bytes.insert(Array("\" .\\\n#a1\u{7F}é{}()[]<>,:=`@_".utf8).randomElement(using: &generator) ?? 0, at: index)
        default: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        }
      }
      let lock = ReleaseLock(reading: bytes)
      guard lock.readingFindings.isEmpty else { continue }
      sound += 1
      let again = ReleaseLock(reading: lock.text.utf8)
      #expect(again.readingFindings.isEmpty && again.text == lock.text)
    }
    #expect(sound > 100)
  }
}
