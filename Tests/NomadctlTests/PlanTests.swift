#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  @Suite struct PlanTests {
    private static let tool = Tool("nomadctl")

    private func folder() throws -> Folder {
      let folder = try Folder()
      let tribes = [
        ("First", ".first"), ("A", #".literal("1.0.0")"#), ("B", #".dotted("1.1-1")"#), ("C", #".literal("2.0.0")"#),
        ("D", #".once("move")"#), ("E", ".always"),
      ]
      let text = tribes.map { "struct \($0): Tribe { static let target: TribeTarget = \($1) }\n" }.joined()
      try folder.write("#if os(Linux)\n\(text)#endif\n", to: "Sources/App/A.swift")
      return folder
    }

    /// The names of what runs.
    private func running(_ arguments: String...) throws -> [String] {
      let folder = try folder()
      let result = try Self.tool.run(["plan"] + arguments, in: folder.url)
      #expect(result.code == 0 && result.error == "")
      return result.output.split(separator: "\n").filter { $0.hasPrefix("→") }
        .compactMap { $0.split(separator: " ").first { $0.hasPrefix("App.") }?.dropFirst(4) }.map(String.init)
    }

    @Test("A plan says what a user of a version runs, up to the version that comes")
    func plan() throws {
      #expect(try running() == ["First", "A", "B", "C", "D", "E"])
      #expect(try running("--from", "1.0.0") == ["B", "C", "D", "E"])
      #expect(try running("--from", "1.1", "--to", "1.1") == ["B", "D", "E"])
      #expect(try running("--from", "2", "--ran", "move") == ["E"])
      #expect(try running("--to", "1.0") == ["First", "A", "D", "E"])
    }

    @Test("What does not run has its reason, and each its conditions")
    func reasons() throws {
      let folder = try folder()
      let output = try Self.tool.run(["plan", "--from", "1.0.0", "--to", "1.5"], in: folder.url).output
      #expect(output.contains("App.A      ran already, #if os(Linux)"))
      #expect(output.contains("waits for its version; the app is at 1.5"))
    }

    @Test("JSON has every step")
    func json() throws {
      let folder = try folder()
      let result = try Self.tool.run(["plan", "--from", "1.1-1", "--format", "json"], in: folder.url)
      let document = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      let steps = try #require(document["steps"] as? [[String: Any]])
      #expect(steps.map { $0["runs"] as? Bool } == [false, false, false, true, true, true])
      #expect(steps[2]["reason"] as? String == "ran already" && steps[2]["line"] as? Int == 4)
    }

    @Test("Two tribes of one version that no build has both of have one fate")
    func exclusive() throws {
      let folder = try Folder()
      let tribe = #"struct A: Tribe { static let target: TribeTarget = .literal("1.0.0") }"#
      try folder.write("#if os(Linux)\n\(tribe)\n#else\n\(tribe)\n#endif\n", to: "Sources/App/A.swift")
      let result = try Self.tool.run(["plan", "--from", "1.0.0"], in: folder.url)
      #expect(result.code == 0)
      #expect(result.output.split(separator: "\n").filter { $0.contains("ran already") }.count == 2)
    }

    @Test("A version that is none, and findings, are said, and no plan is printed", arguments: ["--from", "--to"])
    func bad(option: String) throws {
      let folder = try folder()
      let result = try Self.tool.run(["plan", option, "two"], in: folder.url)
      #expect(result.code == 2 && result.output == "" && result.error.contains(option))
      let illegal = try Folder()
      try illegal.write(
        "struct A: Tribe { static let target: TribeTarget = .literal(\"1\") }",
        to: "Sources/App/A.swift"
      )
      let refused = try Self.tool.run(["plan"], in: illegal.url)
      #expect(refused.code == 1 && refused.output == "" && refused.error.contains("[illegal-target]"))
    }
  }
#endif
