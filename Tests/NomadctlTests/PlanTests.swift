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
        ("D", #".once("move")"#), ("G", #".whenChanged("index")"#), ("E", ".always"),
      ]
      let text = tribes.map { "struct \($0): Tribe { static let target: TribeTarget = \($1) }\n" }.joined()
      try folder.write("#if os(Linux)\n\(text)#endif\n", to: "Sources/App/A.swift")
      return folder
    }

    /// Returns the names of the tribes that run.
    private func running(_ arguments: String...) throws -> [String] {
      let folder = try folder()
      let result = try Self.tool.run(["plan"] + arguments, in: folder.url)
      #expect(result.code == 0 && result.error == "")
      return result.output.split(separator: "\n").filter { $0.hasPrefix("→") }
        .compactMap { $0.split(separator: " ").first { $0.hasPrefix("App.") }?.dropFirst(4) }.map(String.init)
    }

    @Test("A plan lists the tribes that a user runs on an upgrade from one version to another")
    func plan() throws {
      #expect(try running() == ["First", "A", "B", "C", "D", "G", "E"])
      #expect(try running("--from", "1.0.0") == ["B", "C", "D", "G", "E"])
      #expect(try running("--from", "1.1", "--to", "1.1") == ["B", "D", "G", "E"])
      #expect(try running("--from", "2", "--ran", "move") == ["G", "E"])
      #expect(try running("--to", "1.0") == ["First", "A", "D", "G", "E"])
    }

    @Test("A plan shows why a tribe does not run, and the tribe's conditions")
    func reasons() throws {
      let folder = try folder()
      let output = try Self.tool.run(["plan", "--from", "1.0.0", "--to", "1.5"], in: folder.url).output
      #expect(output.contains("App.A      already ran, #if os(Linux)"))
      #expect(output.contains("waits for its version; the app is at 1.5"))
      #expect(output.contains("runs, if its source has changed"))
    }

    @Test("A plan knows what a tribe merges")
    func merged() throws {
      let folder = try Folder()
      let tribe = """
        struct A: Tribe {
          static let target: TribeTarget = .literal("1.2.0")
          static let merges: [String] = ["1.0.0", "1.1.0"]
        }
        """
      try folder.write(tribe, to: "Sources/App/A.swift")
      for (version, line) in [("1.0.0", "  runs"), ("1.1.0", "  is marked as done"), ("1.2.0", "  already ran")] {
        let output = try Self.tool.run(["plan", "--from", version], in: folder.url).output
        #expect(output.contains(line), "\(output)")
      }
    }

    @Test("The JSON plan contains every step")
    func json() throws {
      let folder = try folder()
      let result = try Self.tool.run(["plan", "--from", "1.1-1", "--format", "json"], in: folder.url)
      let document = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      let steps = try #require(document["steps"] as? [[String: Any]])
      #expect(steps.map { $0["runs"] as? Bool } == [false, false, false, true, true, true, true])
      #expect(steps[2]["reason"] as? String == "already ran" && steps[2]["line"] as? Int == 4)
      let targets = try steps.map { try #require($0["target"] as? [String: String]) }
      #expect(targets[0] == ["kind": "first"] && targets[2] == ["kind": "dotted", "value": "1.1-1"])
      let list = try Self.tool.run(["list", "--format", "json"], in: folder.url)
      let tribes = try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [String: Any]
      #expect((tribes?["tribes"] as? [[String: Any]])?.compactMap { $0["target"] as? [String: String] } == targets)
    }

    @Test("The JSON plan repeats the requested options")
    func asked() throws {
      let folder = try folder()
      let document = { (arguments: [String]) in
        let result = try Self.tool.run(["plan", "--format", "json"] + arguments, in: folder.url)
        return try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      }
      let all = try document(["--from", "1.0", "--to", "2.0.0-1", "--ran", "move"])
      #expect(all["from"] as? String == "1.0" && all["to"] as? String == "2.0.0-1")
      #expect(all["ran"] as? [String] == ["move"])
      let nothing = try document([])
      #expect(Set(nothing.keys) == ["version", "ran", "steps"] && nothing["ran"] as? [String] == [])
    }

    @Test("The summary describes the user, and notes a version that no tribe has")
    func summary() throws {
      let folder = try folder()
      let last = { (arguments: [String]) in
        try Self.tool.run(["plan"] + arguments, in: folder.url).output.split(separator: "\n").last.map(String.init)
      }
      #expect(try last([]) == "A fresh install runs all 7 tribes.")
      #expect(try last(["--from", "1.0", "--to", "1.5"]) == "A user of 1.0.0 who gets 1.5.0 runs 4 of 7 tribes.")
      #expect(
        try last(["--from", "1.2"])
          == "A user of 1.2.0 runs 4 of 7 tribes. No tribe is at that version: the newest completed one is 1.1-1."
      )
      #expect(
        try last(["--from", "0.9"])
          == "A user of 0.9.0 runs all 7 tribes. No tribe is at that version or below, as for a fresh install."
      )
      let output = try Self.tool.run(["plan", "--from", "1.2"], in: folder.url).output
      #expect(output.contains("App.First  no longer due; the data is at 1.1-1, #if os(Linux)"))
    }

    @Test("Plan and map refuse an upgrade to a lower version")
    func downgrade() throws {
      let folder = try folder()
      for (from, to) in [("2.0.0", "1.1"), ("2.0.0", "2.0.0-beta"), ("1.1.1", "1.1-1")] {
        for command in ["plan", "map"] {
          let result = try Self.tool.run([command, "--from", from, "--to", to], in: folder.url)
          #expect(result.code == 2 && result.output == "")
          #expect(result.error.contains("--to \(to) is below --from \(from): this is not an upgrade."))
        }
      }
      // A sub-migration is not a version of the app.
      #expect(try running("--from", "1.1-1", "--to", "1.1") == ["D", "G", "E"])
    }

    @Test("An id that no tribe has is refused with a list of the known ids", arguments: ["plan", "map"])
    func unknownID(command: String) throws {
      let folder = try folder()
      let result = try Self.tool.run([command, "--from", "1.0", "--ran", "moove"], in: folder.url)
      #expect(result.code == 2 && result.output == "")
      #expect(result.error == #"nomadctl: error: --ran: no tribe has the id "moove"; the ids are "move""# + "\n")
      let none = try Folder()
      try none.write("", to: "Sources/App/A.swift")
      let empty = try Self.tool.run([command, "--from", "1.0", "--ran", "move"], in: none.url)
      #expect(empty.code == 2 && empty.error.hasSuffix("; the sources have no .once tribe\n"))
    }

    @Test("An ambiguous version is read as a pre-release, with a note if a tribe has the sub-migration")
    func readings() throws {
      let folder = try Folder()
      let tribes = [("A", #".literal("2.0.0")"#), ("B", #".dotted("2.0.0-1")"#)]
      let text = tribes.map { "struct \($0): Tribe { static let target: TribeTarget = \($1) }\n" }.joined()
      try folder.write(text, to: "Sources/App/A.swift")
      let run = { (arguments: [String]) in try Self.tool.run(["plan"] + arguments, in: folder.url) }
      let plain = try run(["--from", "2.0.0-1"])
      #expect(
        plain.code == 0
          && plain.output.hasSuffix(
            " runs all 2 tribes. No tribe is at that version or below, as for a fresh install.\n"
          )
      )
      #expect(
        plain.error
          == "nomadctl: note: --from 2.0.0-1 is read as a pre-release; write 2.0-1 for the sub-migration\n"
      )
      let dotted = try run(["--from", "2.0-1"])
      #expect(dotted.error == "" && dotted.output.hasSuffix("A user of 2.0.0-1 runs none of 2 tribes.\n"))
      let limit = try run(["--to", "2.0.0-1"])
      #expect(limit.error.contains("--to 2.0.0-1 is read") && limit.output.contains("the app is at 2.0.0-1"))
      #expect(try run(["--to", "2.0-1"]).output.hasSuffix(" runs all 2 tribes.\n"))
      #expect(try run(["--from", "3.0.0-1"]).error == "")
      #expect(try Self.tool.run(["map", "--from", "2.0.0-1"], in: folder.url).error == plain.error)
    }

    @Test("Two tribes with one version in exclusive #if branches get the same decision")
    func exclusive() throws {
      let folder = try Folder()
      let tribe = #"struct A: Tribe { static let target: TribeTarget = .literal("1.0.0") }"#
      try folder.write("#if os(Linux)\n\(tribe)\n#else\n\(tribe)\n#endif\n", to: "Sources/App/A.swift")
      let result = try Self.tool.run(["plan", "--from", "1.0.0"], in: folder.url)
      #expect(result.code == 0)
      #expect(result.output.split(separator: "\n").filter { $0.contains("already ran") }.count == 2)
    }

    @Test("An invalid version or a finding is reported, and no plan is printed", arguments: ["--from", "--to"])
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
