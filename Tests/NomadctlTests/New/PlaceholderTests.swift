#if Nomadctl
  import Foundation
  import Nomad
  import Testing
  import ToolSupport

  /// A tribe that `nomadctl new` wrote, and that nobody has edited: `Tribe_2_1_0.swift` beside this file.
  @Suite struct PlaceholderTests {
    @Test("The tribe that these tests run is what new writes")
    func written() throws {
      let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Tribe_2_1_0.swift")
      let folder = try Folder()
      try folder.write("", to: "Sources/App/App.swift")
      let result = try Tool("nomadctl").run(["new", "2.1.0", "--dry-run", "--test", "none"], in: folder.url)
      #expect(
        try "// Sources/App/Tribes/Tribe_2_1_0.swift\n\(String(contentsOf: file, encoding: .utf8))\n" == result.output
      )
    }

    @Test("It fails until it is edited, is not recorded as done, and stays due")
    func fails() async throws {
      let ledger = InMemoryLedger()
      let nomad = Nomad(try TribeRegistry([Tribe_2_1_0.self]), ledger: ledger, currentVersion: .exactly("2.1.0"))
      for attempt in 1...2 {
        let error = try await #require(throws: NomadError.self) { try await nomad.migrate() }
        #expect(error.code == .tribeFailed)
        #expect(
          error.localizedDescription
            == #"Tribe_2_1_0 .literal("2.1.0") failed: Tribe_2_1_0.migrate() is not written yet."#
        )
        #expect(String(describing: error.underlying as Any).contains("in place of NomadError.unwritten(_:)."))
        #expect(!ledger.history().records.contains { $0.kind == .finished }, "\(attempt)")
        #expect(try await nomad.plan().steps.map(\.decision.isRun) == [true])
      }
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
      let run = try #require(lines.firstIndex { $0.hasPrefix("for _ in 1...2 { try await TribeRegistry") })
      #expect(lines[run + 1].hasPrefix("\(failure)\"Write the old data above, and replace this line with "))
    }
  }
#endif
