import Testing
import ToolSupport

@testable import NomadCheck
@testable import NomadGenCore
@testable import NomadSyntax

/// The changes that count as an edit of a tribe, and those that do not.
///
/// Each test compares the checksums before and after a change.
@Suite struct TribeChecksumTests {
  /// A change of the files of a module.
  struct Edit: Sendable, CustomTestStringConvertible {
    let name: String
    let before: [String: String]
    let after: [String: String]

    init(_ name: String, _ before: [String: String], _ after: [String: String]) {
      (self.name, self.before, self.after) = (name, before, after)
    }

    /// Makes a replacement in the tribe, which is the only file.
    init(_ name: String, _ old: String, _ new: String) {
      let text = TribeChecksumTests.tribe
      self.init(name, ["A.swift": text], ["A.swift": text.replacing(old, with: new)])
    }

    /// Makes an edit of a second file, which does not exist if its text is nil.
    init(_ name: String, besides old: String?, _ new: String?) {
      let files = ["A.swift": TribeChecksumTests.tribe]
      self.init(
        name,
        files.merging(old.map { ["B.swift": $0] } ?? [:]) { $1 },
        files.merging(new.map { ["B.swift": $0] } ?? [:]) { $1 }
      )
    }

    var testDescription: String { name }
  }

  static let tribe = #"""
    @available(macOS 14, *)
    struct Split: Tribe {
      static let target: TribeTarget = .literal("2.0.0")
      enum Step { case one, two }

      func migrate() async throws {
        let notes = [1, 2]
        let text = """
          a // b
            c \(notes)
          """
        print(notes.count + 1, text, Self.self, Split.self)
        try await run()
      }

      private func run() async throws {}
    }
    """#

  private static let other = "extension Split { func more() { print(1) } }"
  private static let nested = "struct Split: Tribe { static let target: TribeTarget = .first; \n }"

  private static let superclass = """
    class Base: Tribe {
      class var target: TribeTarget { .literal("1.0.0") }
      required init() {}
      func migrate() async throws {}
    }
    """
  private static let subclass = """
    final class Split: Base { override class var target: TribeTarget { .literal("2.0.0") } }
    """

  static let harmless: [Edit] = [
    Edit("other indentation", tribe, tribe.replacing("\n", with: "\n        ")),
    Edit("other newlines", "\n", "\r\n"),
    Edit("empty lines", "let notes", "\n\n\nlet notes"),
    Edit("on fewer lines", ")\n  enum", "); enum"),
    Edit("a comment", "let notes", "// let notes\n let /* x */ notes"),
    Edit("a comment of documentation", "  func", "  /// Splits.\n  func"),
    Edit("a comment for the generator that has no effect", "struct", "// nomad:access public\nstruct"),
    Edit("white space around an operator", "count + 1", "count+1"),
    Edit("a semicolon", "[1, 2]\n", "[1, 2];\n"),
    Edit("a comma before a closing bracket", "[1, 2]", "[\n1,\n2,\n]"),
    Edit("a comma behind the last argument", "Split.self)", "Split.self,\n)"),
    Edit("another name", "Split", "SplitNotes"),
    Edit("another file", ["A.swift": tribe], ["Folder/B.swift": tribe]),
    Edit("another tribe beside it", ["A.swift": tribe], ["A.swift": "struct T: Tribe {}\n\(tribe)\nlet x = 1"]),
    Edit("a type of the same name elsewhere", besides: nil, "enum Outer { struct Split {} }"),
    Edit("an extension in another place", besides: other, "\n\nlet x = 1\n" + other),
    Edit(
      "extensions in another order",
      ["A.swift": tribe, "B.swift": other, "C.swift": "extension Split { var two: Int { 2 } }"],
      ["A.swift": "extension Split { var two: Int { 2 } }\n\(other)\n\(tribe)"]
    ),
    Edit("an extension that names the module", besides: other, other.replacing("Split", with: "App.Split")),
    Edit(
      "an extension through an alias",
      besides: other,
      "typealias S = Split\n" + other.replacing("Split", with: "S")
    ),
    Edit(
      "an extension through an alias in a third file",
      ["A.swift": tribe, "B.swift": other],
      ["A.swift": tribe, "B.swift": other.replacing("Split", with: "Alias"), "C.swift": "typealias Alias = Split"]
    ),
    Edit(
      "a tribe nested in it",
      ["A.swift": nested],
      ["A.swift": nested.replacing("\n", with: "\nstruct Inner: Tribe { static let target: TribeTarget = .always }\n")]
    ),
    Edit(
      "a superclass",
      ["A.swift": superclass, "B.swift": subclass],
      ["A.swift": superclass.replacing("{}", with: "{ print(1) }"), "B.swift": subclass]
    ),
    Edit("white space in a condition", condition("os(Linux)&&DEBUG"), condition("os(Linux) && DEBUG")),
  ]

  private static func condition(_ text: String) -> [String: String] {
    ["A.swift": "#if \(text)\n\(tribe)\n#endif"]
  }

  static let harmful: [Edit] = [
    Edit("the name of a local variable", "notes", "items"),
    Edit("a number", "[1, 2]", "[1, 3]"),
    Edit("an element less", "[1, 2]", "[1]"),
    Edit("a text", "a // b", "a // c"),
    Edit("white space in a text", "a // b", "a  // b"),
    Edit("indentation in a text", "  c \\(", "c \\("),
    Edit("a line of a text", "c \\(", "\n c \\("),
    Edit("an interpolation", "\\(notes)", "\\(notes.count)"),
    Edit("an operator", "count + 1", "count - 1"),
    Edit("a call less", "try await run()", ""),
    Edit("two lines in another order", "enum Step { case one, two }", "enum Step { case two, one }"),
    Edit("a nested type", "case one", "case none"),
    Edit("a modifier", "private func", "func"),
    Edit("an access level", "struct Split", "public struct Split"),
    Edit("an attribute", "macOS 14", "macOS 15"),
    Edit("an attribute less", "@available(macOS 14, *)\n", ""),
    Edit("another conformance", ": Tribe {", ": Tribe, Sendable {"),
    Edit("a class for a structure", "struct", "final class"),
    Edit("a member that has its old name", "Split.self", "Splits.self"),
    Edit("a member in a branch", "let notes", "#if DEBUG\nlet notes = [0]\n#endif\nlet notes"),
    Edit("a token cut in two", "count + 1", "cou nt + 1"),
    Edit("a branch around it", ["A.swift": tribe], condition("DEBUG")),
    Edit("another branch", condition("DEBUG"), condition("!DEBUG")),
    Edit("an extension in a file without another hint", besides: nil, other),
    Edit("an extension, edited", besides: other, other.replacing("1", with: "2")),
    Edit("an extension, removed", besides: other, nil),
    Edit("an extension in a branch", besides: other, "#if DEBUG\n\(other)\n#endif"),
    Edit("an extension of a nested type", besides: nil, "extension Split.Step { var next: Step { .two } }"),
    Edit("an extension of a nested type, not of it", besides: other, other.replacing("Split", with: "Split.Step")),
    Edit("an extension twice", besides: other, other + "\n" + other),
    Edit(
      "one of two branches",
      ["A.swift": "#if DEBUG\n\(tribe)\n#else\n\(tribe)\n#endif"],
      ["A.swift": "#if DEBUG\n\(tribe)\n#else\n\(tribe.replacing("[1, 2]", with: "[1, 3]"))\n#endif"]
    ),
    Edit(
      "what is around a tribe that is nested in it",
      ["A.swift": nested + "\nextension Split { struct Inner: Tribe { static let target: TribeTarget = .always } }"],
      [
        "A.swift": nested
          + "\nextension Split { struct Inner: Tribe { static let target: TribeTarget = .always }; let x = 1 }"
      ]
    ),
  ]

  /// Returns the checksum of the only top-level tribe whose name starts with `Split`.
  private func checksum(_ files: [String: String]) throws -> UInt64 {
    let members = census(["App": files]).members.filter { $0.name.hasPrefix("Split") && !$0.name.contains(".") }
    return try #require(members.count == 1 ? members.first : nil).checksum
  }

  @Test("A harmless change keeps the tribe's checksum", arguments: harmless)
  func same(edit: Edit) throws {
    #expect(edit.before != edit.after)
    #expect(try checksum(edit.before) == checksum(edit.after))
  }

  @Test("An edit of a tribe changes its checksum", arguments: harmful)
  func different(edit: Edit) throws {
    #expect(try checksum(edit.before) != checksum(edit.after))
  }

  @Test("Different edits give different checksums")
  func distinct() throws {
    let checksums = try Self.harmful.map { try checksum($0.after) }
    #expect(Set(checksums).count == Self.harmful.count)
  }

  @Test("A comment and a newline between any two tokens keep the checksum")
  func trivia() throws {
    let bytes = Array(Self.tribe.utf8)
    let ends = bytes.withUnsafeBufferPointer { buffer in
      var (cursor, ends) = (TokenCursor(buffer), [Int]())
      while cursor.peek().kind != .end { ends.append(cursor.advance().end) }
      return ends
    }
    let expected = try checksum(["A.swift": Self.tribe])
    #expect(ends.count > 80)
    for end in ends {
      // The attribute's arguments must be on its line.
      let isAttribute = bytes[..<end].elementsEqual("@available".utf8)
      let text = bytes[..<end] + Array((isAttribute ? " /* x */" : " /* x */\n").utf8) + bytes[end...]
      #expect(try checksum(["A.swift": String(decoding: text, as: UTF8.self)]) == expected, "\(end)")
    }
  }

  @Test("The checksum of a tribe with a foreign type covers only the module that makes it a tribe")
  func foreign() throws {
    func checksum(_ base: String, _ own: String) throws -> UInt64 {
      let module = checked(["A.swift": own], imported: ["Base": ["Base.swift": base]])
      return try #require(TribeCensus(of: CheckedPackage([module])).members.first).checksum
    }
    let base = "public struct A { public init() {} }"
    let own = "import Base\nextension A: Tribe { public static let target: TribeTarget = .first }"
    let expected = try checksum(base, own)
    #expect(try checksum(base.replacing("{}", with: "{ print(1) }"), own) == expected)
    #expect(try checksum(base, own.replacing(".first", with: ".always")) != expected)
  }

  @Test("An unclosed declaration extends to the end of the file and has a checksum")
  func unclosed() throws {
    let text = "struct Split: Tribe { static let target: TribeTarget = .first\n func f() { print(1)"
    let expected = try checksum(["A.swift": text])
    #expect(try checksum(["A.swift": text + "\n"]) == expected)
    #expect(try checksum(["A.swift": text.replacing("1", with: "2")]) != expected)
  }

  @Test("A check with checksums finishes on damaged files and on files that shrink between reads")
  func broken() throws {
    var generator = SeededGenerator(seed: 11)
    let start = Array((Self.tribe + "\n" + Self.other + "\n" + Self.nested).utf8)
    var found = 0
    for _ in 0..<400 {
      var bytes = start
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] = Array("{}()\"#/,;. \n\u{7F}é".utf8).randomElement(using: &generator) ?? 0
      }
      var reads = 0
      let output = try Check.run([("App", ["A.swift"])], isForLock: true) { _, body in
        reads += 1
        // The last read gets a shorter file.
        let end = reads < 2 ? bytes.count : Int.random(in: 0...bytes.count, using: &generator)
        bytes[..<end].withUnsafeBufferPointer(body)
      }
      found += output[0].checksums.count
    }
    #expect(found > 100)
  }

  @Test("The checksum matches the published values of FNV-1a")
  func published() {
    let values: [(String, UInt64)] = [
      ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
    ]
    for (text, value) in values {
      var digest = TokenDigest()
      for byte in text.utf8 { digest.add(byte) }
      #expect(digest.value == value)
    }
  }
}
