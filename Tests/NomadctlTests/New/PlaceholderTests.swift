#if Nomadctl
  import Foundation
  import Nomad
  import Testing
  import ToolSupport

  /// A tribe that `nomadctl new` wrote, and that nobody has edited: `Tribe_2_1_0.swift` beside this file.
  @Suite struct PlaceholderTests {
    @Test("The tribes that these tests run are what new writes", arguments: ["2.1.0", "2.2.0"])
    func written(version: String) throws {
      let name = "Tribe_\(version.replacing(".", with: "_"))"
      let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("\(name).swift")
      let folder = try Folder()
      try folder.write("", to: "Sources/App/App.swift")
      let result = try Tool("nomadctl").run(["new", version, "--dry-run", "--test", "none"], in: folder.url)
      var text = result.output
      // The second one is filled in.
      if version == "2.2.0" {
        for (part, value) in [
          ("the name of the file in \(name)", #""notes.json""#), ("\(name).migrated(_:)", #"Data("[2]".utf8)"#),
        ] {
          text = text.replacing("try NomadError.unwritten(\"\(part)\")", with: value)
        }
      }
      #expect(try "// Sources/App/Tribes/\(name).swift\n\(String(contentsOf: file, encoding: .utf8))\n" == text)
    }

    @Test("It fails until it is edited, is not recorded as done, and stays due")
    func fails() async throws {
      let (ledger, folder) = (InMemoryLedger(), try Folder())
      let registry = try TribeRegistry([Tribe_2_1_0.self])
      let nomad = Nomad(registry, ledger: ledger, currentVersion: .exactly("2.1.0")).providing(folder.url)
      for attempt in 1...2 {
        let error = try await #require(throws: NomadError.self) { try await nomad.migrate() }
        #expect(error.code == .tribeFailed)
        let problem = "the name of the file in Tribe_2_1_0 is not written yet."
        #expect(error.localizedDescription == "Tribe_2_1_0 .literal(\"2.1.0\") failed: \(problem)")
        #expect(String(describing: error.underlying as Any).contains("in place of NomadError.unwritten(_:)."))
        #expect(!ledger.history().records.contains { $0.kind == .finished }, "\(attempt)")
        #expect(try await nomad.plan().steps.map(\.decision.isRun) == [true])
      }
    }

    @Test("Filled in, it creates nothing for a new user, and migrates the data of others")
    func migrates() async throws {
      let (new, old) = (try Folder(), try Folder())
      try old.write("[1]", to: "notes.json")
      for folder in [new, old] {
        let registry = try TribeRegistry([Tribe_2_2_0.self])
        let nomad = Nomad(registry, ledger: .inMemory, currentVersion: .exactly("2.2.0")).providing(folder.url)
        #expect(try await nomad.migrate().migrated.map(\.name) == ["Tribe_2_2_0"])
      }
      #expect(try new.names() == [] && old.text("notes.json") == "[2]")
    }

    @Test(
      "Its test runs the tribe twice, and ends with a failure that says what to write",
      arguments: [("testing", "Issue.record("), ("xctest", "XCTFail(")]
    )
    func test(kind: String, failure: String) throws {
      let folder = try Folder()
      try folder.write("", to: "Sources/App/App.swift")
      let result = try Tool("nomadctl").run(["new", "2.1.0", "--dry-run", "--test", kind], in: folder.url)
      let lines = result.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      let run = try #require(lines.firstIndex { $0.hasPrefix("for _ in 1...2 {") })
      #expect(lines[run + 1].contains("runAlone("))
      // A fresh install stays empty.
      #expect(lines.contains { $0.contains("contentsOfDirectory(atPath: folder.path)") })
      #expect(lines[run + 3].hasPrefix("\(failure)\"Write the old data above, and replace this line with "))
    }
  }
#endif
