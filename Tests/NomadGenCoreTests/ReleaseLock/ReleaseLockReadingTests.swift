import Testing
import ToolSupport

@testable import NomadCheck
@testable import NomadGenCore
@testable import NomadSyntax
@testable import nomadctl

@Suite struct ReleaseLockReadingTests {
  private static let line = #"App.Split .literal("2.0.0") 2.0.0 0123456789abcdef"#

  private func read(_ text: String) -> ReleaseLock { ReleaseLock(reading: text.utf8) }

  /// Returns the place and the message of each finding.
  private func findings(_ text: String) -> [String] { findings(Array(text.utf8)) }

  private func findings(_ bytes: [UInt8]) -> [String] {
    let findings = ReleaseLock(reading: bytes).readingFindings
    expectForm(of: findings)
    return findings.map { finding in
      #expect(finding.code == .damagedLock && finding.severity == .error && finding.location.file == "Tribes.lock")
      return "\(finding.location.line):\(finding.location.column) \(finding.message)"
    }
  }

  @Test(
    "A line is written as it was read",
    arguments: [
      line, #"App.A .first 2 0000000000000001"#, #"App.A .always 2.0.3.9.6-1 ffffffffffffffff"#,
      #"App.A .dotted("1.1-1") 1.1 0123456789abcdef"#,
      #"App.A .once("a \"b\" \\ é 👩‍👩‍👧‍👦") 2.0.0-beta.1 0123456789abcdef"#,
      #""App.Outer.my tribe" .first 1 0123456789abcdef"#, #"App.été.Größe .first 1 0123456789abcdef"#,
      line + #" if "os(Linux) && DEBUG" merged "a" retired "b""#, line + #" merged "a" signed "me" fine"#,
      "release 2.6.0", #"release 2.6.0 channel "beta" fine"#,
      #"accepted late-tribe App.A 0123456789abcdef "why: \u{a}x""#,
      #"accepted changed-tribe "App.Outer.my tribe" ffffffffffffffff "a" signed "me" fine"#,
    ]
  )
  func roundTrip(line: String) {
    let lock = read("tribes-lock 1\n\(line)\n")
    #expect(lock.readingFindings.isEmpty)
    #expect(lock.text == "tribes-lock 1\n\(line)\n")
  }

  @Test("Extra white space between fields, CR LF line ends and a missing final newline do not matter")
  func whiteSpace() {
    let text = "tribes-lock 1\r\n\r\n\(Self.line.replacing(" ", with: " \t"))"
    let lock = read(text)
    #expect(lock.readingFindings.isEmpty)
    #expect(lock.text == "tribes-lock 1\n\n\(Self.line)\n")
    #expect(lock.isSame(as: "tribes-lock 1\r\n\r\n\(Self.line)\r\n") && !lock.isSame(as: text))
  }

  @Test("Lines are sorted by module, name and target with their comments, and the first and last comments stay")
  func sorted() {
    let a = #"App.A .literal("10.0.0") 2.0.0 0123456789abcdef"#
    let b = #"App.A .literal("9.0.0") 2.0.0 0123456789abcdef"#
    let c = #"App.B .first 2.0.0 0123456789abcdef"#
    let d = #"Kit.A .first 2.0.0 0123456789abcdef"#
    let text = "tribes-lock 1\n# head\n\n\(d)\n# of c\n\n\(c)\n\(a)\n# of b\n\(b)\n\n# end\n"
    #expect(read(text).text == "tribes-lock 1\n# head\n\n# of b\n\(b)\n\(a)\n# of c\n\n\(c)\n\(d)\n\n# end\n")
  }

  @Test("A duplicate line from a union merge counts once, and no comment is lost")
  func twice() {
    let text = "tribes-lock 1\n# a\n\n# b\n\(Self.line)\ntribes-lock 1\n# c\n\(Self.line)\n"
    let lock = read(text)
    #expect(lock.readingFindings.isEmpty && lock.entries.count == 1)
    #expect(lock.text == "tribes-lock 1\n# a\n\n# b\n# c\n\(Self.line)\n")
  }

  @Test("The lines of two branches that accept one finding are both kept, and the same line once")
  func acceptedTwice() {
    let line = #"accepted late-tribe App.A 0123456789abcdef "a""#
    let other = line.replacing("\"a\"", with: "\"b\"")
    let lock = read("tribes-lock 1\n\n\(other)\n# a\n\(line)\n# b\n\(line)\n")
    #expect(lock.text == "tribes-lock 1\n\n# a\n# b\n\(line)\n\(other)\n" && lock.readingFindings.isEmpty)
  }

  @Test("Two lines for one version of a module are a finding, unless no build has both")
  func twins() {
    let other = Self.line.replacing("abcdef", with: "abcde0")
    #expect(
      findings("tribes-lock 1\n\(Self.line)\n\(other)") == [
        "3:1 'App.Split' has two lines"
      ]
    )
    let renamed = Self.line.replacing("Split", with: "Other").replacing("literal(\"2.0.0\")", with: "dotted(\"2.0\")")
    #expect(
      findings("tribes-lock 1\n\(Self.line)\n\(renamed)") == [
        "3:1 'App.Other' has two lines"
      ]
    )
    #expect(findings("tribes-lock 1\n\(Self.line) if \"A\"\n\(renamed) if \"!A\"") == [])
    #expect(findings("tribes-lock 1\n\(Self.line)\n\(renamed.replacing("App", with: "Kit"))") == [])
    let first = "App.A .first 1 0123456789abcdef\nApp.B .first 1 0123456789abcdef"
    #expect(findings("tribes-lock 1\n\(first)") == [])
    let note = read("tribes-lock 1\n\(Self.line)\n\(other)").readingFindings.flatMap(\.notes)
    #expect(note.first?.location.line == 2)
  }

  @Test("Each invalid line is one finding, at the field that is wrong")
  func lines() {
    let cases: [(String, String)] = [
      ("App", "1 this is not a module and a tribe, as in 'App.SplitNotes'"),
      ("App. .first 1 0123456789abcdef", "1 this is not a module and a tribe, as in 'App.SplitNotes'"),
      ("App.A", "6 the target is missing"),
      ("App.A first 1 0123456789abcdef", "7 this is not a target, as in '.literal(\"2.0.0\")'"),
      (
        "App.A .literal(\"2.0\") 1 0123456789abcdef",
        "7 .literal(\"2.0\") is not a legal target: a patch number is missing"
      ),
      ("App.A .literal(2) 1 0123456789abcdef", "7 this is not a target, as in '.literal(\"2.0.0\")'"),
      ("App.A .literal(\"2.0.0) 1 0123456789abcdef", "16 a quotation mark is not closed"),
      ("App.é .first", "14 the release is missing"),
      ("App.A .first one 0123456789abcdef", "14 this is not a version, as in '2.4.0'"),
      ("App.A .first 1", "15 the checksum is missing"),
      ("App.A .first 1 0123456789abcde", "16 this is not a checksum of 16 hexadecimal digits"),
      ("App.A .first 1 0123456789abcdeg", "16 this is not a checksum of 16 hexadecimal digits"),
      ("App.A .first 1 +123456789abcdef", "16 this is not a checksum of 16 hexadecimal digits"),
      ("App.A .first 1 0123456789abcdef \"x\"", "33 this text has no word before it"),
      ("App.A .first 1 0123456789abcdef retired", "33 'retired' needs a text in quotation marks after it"),
      ("App.A .first 1 0123456789abcdef if \"a\" if \"b\"", "40 'if' occurs twice"),
      ("accepted", "9 the code of a finding is missing"),
      ("accepted late App.A", "10 this is not the code of a finding, as in 'changed-tribe'"),
      ("accepted late-tribe A 0123456789abcdef \"x\"", "21 this is not a module and a tribe, as in 'App.SplitNotes'"),
      ("accepted late-tribe App.A \"x\"", "27 this is not a checksum of 16 hexadecimal digits"),
      ("accepted late-tribe App.A 0123456789abcdef", "43 the reason is missing"),
      ("accepted late-tribe App.A 0123456789abcdef x", "44 this is not a reason in quotation marks"),
    ]
    for (line, finding) in cases {
      #expect(findings("tribes-lock 1\n\(Self.line)\n\(line)\n") == ["3:\(finding)"], "\(line)")
    }
    #expect(findings("tribes-lock 1\n" + cases.map(\.0).joined(separator: "\n")).count == cases.count)
    // After an é, the column in code points differs from the column in bytes.
    #expect(read("tribes-lock 1\nApp.é x").readingFindings.map(\.location.codePointColumn) == [7])
  }

  @Test("Conflict markers are one finding, at the first marker")
  func conflict() {
    let text = "tribes-lock 1\n<<<<<<< HEAD\n\(Self.line)\n=======\n\(Self.line)\n>>>>>>> other\n"
    #expect(findings(text).map { $0.prefix(28) } == ["2:1 a merge left a conflict "])
    #expect(findings("<<<<<<< HEAD\n" + text).map { $0.prefix(28) } == ["1:1 a merge left a conflict "])
  }

  @Test("A heading that is newer, wrong or missing is one finding")
  func heading() {
    let newer = "this lock has format 2, and this version of Nomad reads only format 1"
    #expect(findings("tribes-lock 2\nnews from afar\n\(Self.line)\n") == ["1:1 \(newer)"])
    #expect(findings("tribes-lock 1\n\(Self.line)\ntribes-lock 2\n") == ["3:1 \(newer)"])
    let none = "the lock does not start with 'tribes-lock 1'"
    for text in ["", "\n\n", "# comment\n", "\(Self.line)\ntribes-lock 1\n", "something\nelse\n"] {
      #expect(findings(text) == ["1:1 \(none)"], "\(text)")
    }
    #expect(findings("# first\ntribes-lock 1\n\(Self.line)\n") == [])
  }

  @Test("Bytes that are not text are a finding")
  func bytes() {
    #expect(findings(Array("tribes-lock 1\n# a\n".utf8) + [0xFF, 0xFE]) == ["3:1 this line is not UTF-8"])
    #expect(findings([0, 0, 0]) == ["1:1 the lock does not start with 'tribes-lock 1'"])
  }

  @Test("A damaged lock that reads without findings is written so that it reads the same again")
  func robust() {
    var generator = SeededGenerator(seed: 7)
    let other = #"accepted late-tribe "Kit.a b" 0123456789abcdef "z""#
    let start = Array("tribes-lock 1\n# a\n\n\(Self.line) if \"A && B\" merged \"x \\\" y\"\n\(other)\n".utf8)
    var sound = 0
    for _ in 0..<3_000 {
      var bytes = start
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes.remove(at: index)
        case 1: bytes.insert(Array("\" .\\\n#a1\u{7F}é".utf8).randomElement(using: &generator) ?? 0, at: index)
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
