import NomadSources
import Testing
import ToolSupport

@testable import NomadCheck
@testable import NomadGenCore
@testable import NomadSyntax

@Suite struct PipelineTests {
  /// Runs the pipeline on files in memory, and returns the files that were scanned.
  private static func scanned(_ files: [String: String], reads: inout [String: Int]) throws -> [String] {
    var counts: [String: Int] = [:]
    let paths = files.keys.sorted()
    let output = try Pipeline.run(paths, module: "App") { path, body in
      counts[path, default: 0] += 1
      Array((files[path] ?? "").utf8).withUnsafeBufferPointer(body)
    }
    reads = counts
    return output.finder.table.files.map(\.path).filter { !$0.isEmpty }
  }

  @Test("A file without a relevant name is never scanned")
  func irrelevant() throws {
    var reads: [String: Int] = [:]
    let files = [
      "A.swift": "import Nomad; struct A: Tribe { static let target: TribeTarget = .first }",
      "B.swift": "struct B: Tribes {}", "C.swift": "struct TribeC { let aTribes, Tribe2, Tribe_: Int }",
    ]
    #expect(try Self.scanned(files, reads: &reads) == ["A.swift"])
    // The second time for `migrate`.
    #expect(reads == ["A.swift": 1, "B.swift": 2, "C.swift": 2])
  }

  @Test("A refinement makes the files that name it relevant, and so does a refinement of it")
  func fixpoint() throws {
    var reads: [String: Int] = [:]
    let files = [
      "A.swift": "struct A: P2 {}", "B.swift": "protocol P1: Tribe {}", "C.swift": "protocol P2: P1 {}",
      "D.swift": "struct D {}",
    ]
    #expect(try Self.scanned(files, reads: &reads) == ["A.swift", "B.swift", "C.swift"])
    #expect(reads["B.swift"] == 1)
  }

  @Test("A non-final class makes the files that name it relevant, but a final class does not")
  func classes() throws {
    var reads: [String: Int] = [:]
    let target = "static let target: TribeTarget = .first"
    #expect(
      try Self.scanned(["A.swift": "final class A: Tribe { \(target) }", "B.swift": "// A"], reads: &reads) == [
        "A.swift"
      ]
    )
    #expect(
      try Self.scanned(["A.swift": "class A: Tribe { \(target) }", "B.swift": "// A"], reads: &reads) == [
        "A.swift", "B.swift",
      ]
    )
  }

  @Test("An error of the reader ends the run")
  func failing() {
    struct Unreadable: Error {}
    #expect(throws: Unreadable.self) {
      try Pipeline.run(["A.swift"], module: "App") { _, _ in throw Unreadable() }
    }
  }

  @Test("The order of paths and duplicate paths do not change the registry")
  func order() throws {
    let files = Dictionary(
      uniqueKeysWithValues: (1...9).map {
        ("F\($0).swift", "struct T\($0): Tribe { static let target: TribeTarget = .literal(\"\(10 - $0).0.0\") }")
      }
    )
    func registry(_ paths: [String]) throws -> String? {
      try Pipeline.run(paths, module: "App") { path, body in
        Array((files[path] ?? "").utf8).withUnsafeBufferPointer(body)
      }.registry
    }
    let expected = try registry(files.keys.sorted())
    #expect(expected != nil)
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<10 {
      let shuffled = files.keys.shuffled(using: &generator)
      #expect(try registry(shuffled + shuffled.prefix(3)) == expected)
    }
  }

  @Test("Two paths that differ only in Unicode composition are two files")
  func composition() throws {
    let paths = ["\u{E9}.swift", "e\u{301}.swift"]
    let output = try Pipeline.run(paths, module: "App") { path, body in
      let name = path.utf8.count == paths[0].utf8.count ? "A" : "B"
      Array("struct \(name): Tribe { static let target: TribeTarget = .first }".utf8).withUnsafeBufferPointer(body)
    }
    #expect(output.names == ["A", "B"])
  }

  @Test(
    "A file is relevant if a word in it ends with the name",
    arguments: [
      ("Tribe", true), ("Tribe ", true), (" Tribe", true), ("a.Tribe{", true), ("TribeTribe", true),
      ("TribeTribe Tribe", true),
      ("aTribe", true), ("Tribes", false), ("Tribe_", false), ("", false), ("Trib", false), ("\u{E9}Tribe", true),
      ("TTribe Tribe", true),
    ]
  )
  func relevance(text: String, expected: Bool) {
    #expect(Array(text.utf8).withUnsafeBufferPointer(Relevance(["Tribe"]).isRelevant) == expected)
  }

  @Test("A tribe in a file is found")
  func found() {
    let output = Pipeline.run(
      sources: ["A.swift": #"struct A: Tribe { static let target: TribeTarget = .literal("1.0.0") }"#],
      module: "App"
    )
    #expect(output.tribes.map(\.name) == ["A"])
    #expect(output.findings.isEmpty)
  }
}
