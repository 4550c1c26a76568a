import Testing

@testable import NomadCheck
@testable import NomadGenCore
@testable import NomadSyntax
@testable import NomadTargets

/// The registry of a `.whenChanged` tribe, which contains the checksum of its source.
@Suite struct DerivedTribeTests {
  private static let index = """
    struct Index: Tribe {
      static let target: TribeTarget = .whenChanged("index")
      func migrate() async throws { print(1) }
    }

    """

  /// Returns the checksums in a registry, in its order.
  private func sources(_ files: [String: String]) throws -> [String] {
    let output = find(files)
    #expect(output.places == [])
    return try #require(output.registry).split(separator: "\n").compactMap { line in
      guard let start = line.firstRange(of: "_tribes.source(\"") else { return nil }
      return String(line[start.upperBound...].prefix { $0 != "\"" })
    }
  }

  /// Returns the checksum of the only tribe.
  private func source(_ text: String, _ other: String = "") throws -> String {
    let all = try sources(["A.swift": text, "B.swift": other])
    #expect(all.count == 1 && all[0].utf8.count == 16)
    return all.first ?? ""
  }

  @Test("Only a .whenChanged tribe has a checksum, which follows it")
  func registry() throws {
    let targets = [".first", #".literal("1.0.0")"#, #".dotted("1.1")"#, #".once("a")"#, ".always"]
    let others = targets.enumerated().map { tribe("T\($0)", $1) }.joined()
    #expect(try sources(["A.swift": others]) == [])
    let text = try #require(find(["A.swift": Self.index + others]).registry)
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    let place = try #require(lines.firstIndex { $0.hasPrefix("_tribes.source(") })
    #expect(lines[..<place].last { $0.hasPrefix("target:") } == "target: .whenChanged(\"index\"),")
    #expect(lines[place...].contains("target: .always,"))
    #expect(!lines[place...].contains { $0.contains(".once(") })
  }

  @Test("The checksum is that of the release lock, also with declarations in other files and nested tribes")
  func lock() throws {
    let files = [
      "A.swift": Self.index.replacing(
        "func",
        with: #"struct Inner: Tribe { static let target: TribeTarget = .whenChanged("b"); func migrate() {} }; func"#
      ),
      "B.swift": "extension Index { struct Part {} }",
      "C.swift": "extension Index.Part { func run() {} }",
      "D.swift": "extension Index.Inner { func more() {} }",
    ]
    let module = checked(files)
    let expected = module.tribes.map { TokenDigest.digits(of: module.checksums[$0.symbol] ?? 0) }
    #expect(expected.count == 2)
    #expect(try sources(files) == expected)
  }

  @Test("An edit of the tribe in any file changes the checksum")
  func edits() throws {
    let plain = try source(Self.index)
    #expect(try source(Self.index.replacing("1", with: "2")) != plain)
    #expect(try source(Self.index.replacing("\"index\"", with: "\"Index\"")) != plain)
    #expect(try source("#if DEBUG\n\(Self.index)#endif\n") != plain)
    let helper = try source(Self.index, "extension Index { func more() {} }")
    #expect(helper != plain)
    #expect(try source(Self.index, "extension Index { func more() { print(2) } }") != helper)
  }

  @Test("Formatting, another name, and code that the tribe only calls do not change the checksum")
  func harmless() throws {
    let plain = try source(Self.index)
    #expect(try source(Self.index.replacing("\n", with: "\r\n    // a comment\r\n")) == plain)
    #expect(try source(Self.index.replacing("Index:", with: "SearchIndex:")) == plain)
    #expect(try source(Self.index, "func print(_ value: Int) {}\nstruct Other {}") == plain)
    let moved = Self.index.replacing("  func migrate() async throws { print(1) }\n", with: "")
    let parts = try source(moved, "extension Index { func migrate() async throws { print(1) } }")
    #expect(try source("extension Index { func migrate() async throws { print(1) } }", moved) == parts)
  }

  @Test("A target from a constant or in a branch of #if has the checksum, too")
  func targets() throws {
    let constant = Self.index.replacing("\"index\"", with: "id").replacing(
      "func",
      with: "static let id = \"index\"; func"
    )
    #expect(try source(constant).utf8.count == 16)
    let branches = Self.index.replacing(
      #"  static let target: TribeTarget = .whenChanged("index")"#,
      with: """
        #if DEBUG
          static let target: TribeTarget = .always
        #else
          static let target: TribeTarget = .whenChanged("index")
        #endif
        """
    )
    #expect(try source(branches).utf8.count == 16)
  }

  @Test("Two tribes with one id are a finding, and one with an .once of the same id is not")
  func duplicates() {
    let other = Self.index.replacing("Index:", with: "Other:")
    #expect(find(Self.index, other).places == ["B.swift:2:49 duplicate-target"])
    #expect(find(Self.index, other.replacing(".whenChanged", with: ".once")).places == [])
  }
}
