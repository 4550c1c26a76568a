#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  /// Plans that use the releases in `Tribes.lock` to decide who has run a late tribe.
  @Suite struct PlanLockTests {
    private static let tool = Tool("nomadctl")

    private static let shipped =
      LockTests.tribe("One", #".literal("1.0.0")"#) + LockTests.tribe("Two", #".literal("2.0.0")"#)
    private static let fix = LockTests.tribe("Fix", #".literal("1.1.1")"#)

    private func run(_ arguments: String..., in folder: Folder) throws -> Tool.Result {
      try Self.tool.run(arguments, in: folder.url)
    }

    /// Returns a package with two tribes that shipped in 2.0.0, and a late one that was added afterwards.
    private func folder() throws -> Folder {
      let folder = try Folder()
      try folder.write(Self.shipped, to: "Sources/Notes/A.swift")
      #expect(try run("lock", "--release", "2.0.0", in: folder).code == 0)
      try folder.write(Self.fix, to: "Sources/Notes/Fix.swift")
      return folder
    }

    /// Returns the same package, with its late tribe released in 2.4.0, and another tribe in 3.0.0.
    private func released() throws -> Folder {
      let folder = try folder()
      #expect(try run("lock", "--accept", "Notes.Fix", "--reason", "ok", "--release", "2.4.0", in: folder).code == 0)
      try folder.write(LockTests.tribe("Three", #".literal("3.0.0")"#), to: "Sources/Notes/Three.swift")
      #expect(try run("lock", "--release", "3.0.0", in: folder).code == 0)
      return folder
    }

    /// Returns the decision of a plan for a tribe.
    private func fate(of name: String = "Fix", from version: String, in folder: Folder) throws -> String? {
      let result = try run("plan", "--from", version, "--format", "json", in: folder)
      #expect(result.code == 0 && result.error == "")
      let document = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
      let steps = try #require(document?["steps"] as? [[String: Any]])
      return steps.first { $0["name"] as? String == name }?["reason"] as? String
    }

    @Test(
      "Users below the release of a late tribe run it, and users of that release or later do not",
      arguments: [
        ("1.0.0", "runs"), ("1.1.1", "runs"), ("1.5", "runs"), ("2.0.0", "runs, late"), ("2.1.0", "runs, late"),
        ("2.4.0-beta", "runs, late"), ("2.4", "already ran"), ("2.10.0", "already ran"), ("3", "already ran"),
      ]
    )
    func release(from: String, fate: String) throws {
      let folder = try released()
      #expect(try self.fate(from: from, in: folder) == fate)
      #expect(try self.fate(of: "One", from: from, in: folder) == "already ran")
      // Without the lock, the release of a tribe is unknown.
      try FileManager.default.removeItem(atPath: folder.path("Tribes.lock"))
      #expect(try self.fate(from: from, in: folder) == (from == "1.0.0" ? "runs" : "already ran"))
    }

    @Test("An unreleased late tribe runs for every user above its version, accepted or not", arguments: [false, true])
    func unreleased(isAccepted: Bool) throws {
      let folder = try folder()
      if isAccepted {
        #expect(try run("lock", "--accept", "Notes.Fix", "--reason", "ok", in: folder).code == 0)
      }
      #expect(try fate(from: "9", in: folder) == "runs, late")
      let output = try run("plan", "--from", "2.0.0", in: folder).output
      #expect(output.contains(#"→  .literal("1.1.1")  Notes.Fix  runs, late"#), "\(output)")
      #expect(
        output.hasSuffix("runs 1 of 3 tribes. According to Tribes.lock, no release has Notes.Fix yet.\n")
      )
    }

    @Test("The summary names the release of a late tribe, and does not count the tribe as completed")
    func summary() throws {
      let folder = try released()
      let last = { (from: String) in
        try run("plan", "--from", from, in: folder).output.split(separator: "\n").last.map(String.init)
      }
      let reason = "According to Tribes.lock, Notes.Fix came with 2.4.0."
      #expect(try last("2.0.0") == "A user of 2.0.0 runs 2 of 4 tribes. \(reason)")
      #expect(try last("1.1.1") == "A user of 1.1.1 runs 3 of 4 tribes. \(reason)")
      #expect(
        try last("1.2")
          == "A user of 1.2.0 runs 3 of 4 tribes. No tribe is at that version: the newest completed one is 1.0.0. \(reason)"
      )
      #expect(try last("3.0.0") == "A user of 3.0.0 runs none of 4 tribes.")
      #expect(try last("1.0.0") == "A user of 1.0.0 runs 3 of 4 tribes.")
      try folder.write(LockTests.tribe("Two", #".literal("2.0.0")"#), to: "Sources/Notes/A.swift")
      #expect(
        try last("1.2")
          == "A user of 1.2.0 runs all 3 tribes. None of the tribes up to that version has run, as for a fresh install. "
          + reason
      )
    }

    @Test("A shipped tribe that moves to another version below a shipped one runs late")
    func retargeted() throws {
      let folder = try folder()
      try folder.write(Self.shipped.replacing("1.0.0", with: "1.0.5"), to: "Sources/Notes/A.swift")
      #expect(try fate(of: "One", from: "2.0.0", in: folder) == "runs, late")
    }

    @Test("A removed tribe that is restored counts as already run for users above its version")
    func back() throws {
      let folder = try folder()
      try folder.write(Self.shipped.split(separator: "\n")[1] + "\n", to: "Sources/Notes/A.swift")
      #expect(try run("lock", "--accept", "Notes.One", "--reason", "ok", in: folder).code == 0)
      try folder.write(Self.shipped, to: "Sources/Notes/A.swift")
      #expect(try fate(of: "One", from: "2.0.0", in: folder) == "already ran")
    }

    @Test("Of two tribes with one version in different builds, only the one added later runs late")
    func exclusive() throws {
      let folder = try Folder()
      let one = LockTests.tribe("One", #".literal("1.0.0")"#)
      let branches = { (other: String) in
        "#if os(Linux)\n\(one)#else\n\(other)#endif\n" + LockTests.tribe("Two", #".literal("2.0.0")"#)
      }
      try folder.write(branches(""), to: "Sources/Notes/A.swift")
      #expect(try run("lock", "--release", "2.0.0", in: folder).code == 0)
      try folder.write(branches(LockTests.tribe("Other", #".literal("1.0.0")"#)), to: "Sources/Notes/A.swift")
      #expect(try run("lock", "--accept", "Notes.Other", "--reason", "ok", in: folder).code == 0)
      #expect(try fate(of: "One", from: "2.0.0", in: folder) == "already ran")
      #expect(try fate(of: "Other", from: "2.0.0", in: folder) == "runs, late")
    }

    @Test(
      "A .once tribe already ran for users of its release or a later version, even if that version is not in the lock",
      arguments: [
        ("2.0.0", "runs"), ("2.1.0-beta", "runs"), ("2.1.0", "already ran"), ("2.1", "already ran"),
        ("2.2.0", "already ran"), ("9", "already ran"),
      ]
    )
    func shippedOnce(from: String, fate: String) throws {
      let folder = try folder()
      try folder.write(LockTests.tribe("Move", #".once("move")"#), to: "Sources/Notes/Fix.swift")
      #expect(try self.fate(of: "Move", from: from, in: folder) == "runs")
      #expect(try run("lock", "--release", "2.1.0", in: folder).code == 0)
      #expect(try self.fate(of: "Move", from: from, in: folder) == fate)
      let graph = try run("map", "--format", "mermaid", "--from", from, in: folder).output
      #expect(graph.split(separator: "\n").first { $0.contains("\"Move<br>") }?.contains(fate) == true, "\(graph)")
      let ran = try run("plan", "--from", from, "--ran", "move", in: folder).output
      #expect(ran.contains("Notes.Move  already ran"))
      // On a fresh install, no tribe has run.
      #expect(try run("plan", in: folder).output.contains("Notes.Move  runs"))
      // A ledger identifies the tribe by its id.
      try folder.write(LockTests.tribe("Other", #".once("move")"#), to: "Sources/Notes/Fix.swift")
      #expect(try run("plan", "--from", from, in: folder).output.contains("Notes.Other  \(fate)"))
    }

    @Test("The option --ran decides whether an unreleased .once tribe already ran")
    func once() throws {
      let folder = try folder()
      try folder.write(LockTests.tribe("Move", #".once("move")"#), to: "Sources/Notes/Move.swift")
      let runs = try run("plan", "--from", "2.0.0", in: folder).output
      #expect(runs.contains("Notes.Move  runs\n"), "\(runs)")
      let ran = try run("plan", "--from", "2.0.0", "--ran", "move", in: folder).output
      #expect(ran.contains("Notes.Move  already ran") && ran.contains("Notes.Fix   runs, late"), "\(ran)")
    }

    @Test("The map shows the plan's decisions for the requested user and for all users that can be chosen")
    func map() throws {
      let folder = try released()
      let line = { (version: String) in
        try run("map", "--format", "mermaid", "--from", version, in: folder).output.split(separator: "\n")
          .first { $0.contains("\"Fix<br>") }.map(String.init)
      }
      #expect(try #require(try line("2.1.0")).contains("runs, late"))
      #expect(try #require(try line("2.4.0")).contains("already ran"))
    }

    @Test("The map marks a tribe as late if no user is chosen, or if the chosen user runs it late")
    func lateForWhom() throws {
      let folder = try released()
      let calls = { (arguments: String...) in
        let formats = ["svg", "mermaid"].map { ["map", "--format", $0] + arguments }
        return try formats.map { try Self.tool.run($0, in: folder.url).output.contains(/late["<]/) }
      }
      #expect(try calls() == [true, true])
      #expect(try calls("--from", "2.1.0") == [true, true])
      for version in ["1.0.0", "2.4.0", "3.0.0"] {
        let result = try run("map", "--format", "mermaid", "--from", version, in: folder).output
        #expect(!result.contains("<br>late"), "\(result)")
        let picture = try run("map", "--from", version, in: folder).output
        #expect(!picture.contains("late<"))
      }
    }

    @Test("The plan command reports a damaged release lock and prints no plan")
    func damaged() throws {
      let folder = try folder()
      try folder.write("tribes-lock 1\nNotes.One\n", to: "Tribes.lock")
      let result = try run("plan", "--from", "2.1.0", in: folder)
      #expect(result.code == 1 && result.output == "" && result.error.contains("[damaged-lock]"))
    }
  }
#endif
