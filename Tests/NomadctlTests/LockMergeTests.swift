#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  /// Merges of git branches that each change `Tribes.lock`.
  @Suite struct LockMergeTests {
    private static let git = Tool(at: ["/usr/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git"])

    @discardableResult
    private func git(_ arguments: String..., in folder: Folder) throws -> Tool.Result {
      let options = [
        "-c", "user.name=Test", "-c", "user.email=test@example.invalid", "-c", "commit.gpgsign=false", "-c",
        "core.autocrlf=false",
      ]
      return try Self.git.run(options + arguments, in: folder.url)
    }

    private func commit(_ folder: Folder) throws {
      #expect(try git("add", "--all", in: folder).code == 0)
      #expect(try git("commit", "--quiet", "--message", "Work", in: folder).code == 0)
    }

    /// Returns a repository whose lock contains some tribes.
    private func repository(_ names: [String], union: Bool = false) throws -> Folder {
      let folder = try Folder()
      #expect(try git("init", "--quiet", "--initial-branch", "main", in: folder).code == 0)
      if union { try folder.write("Tribes.lock merge=union\n", to: ".gitattributes") }
      for name in names { try add(name, to: folder) }
      try lock("2.0.0", in: folder)
      try commit(folder)
      return folder
    }

    private func add(_ name: String, to folder: Folder) throws {
      try folder.write(LockTests.tribe(name, ".once(\"\(name)\")"), to: "Sources/App/\(name).swift")
    }

    private func lock(_ release: String, in folder: Folder) throws {
      let result = try Tool("nomadctl").run(["lock", "--release", release], in: folder.url)
      #expect(result.code == 0, "\(result.error)")
    }

    private func check(_ folder: Folder) throws -> Tool.Result { try Tool("nomadctl").run(["check"], in: folder.url) }

    /// Creates two branches with one change each, and merges them.
    private func merge(_ folder: Folder, _ one: () throws -> Void, _ other: () throws -> Void) throws -> Tool.Result {
      #expect(try git("checkout", "--quiet", "-b", "one", in: folder).code == 0)
      try one()
      try commit(folder)
      #expect(try git("checkout", "--quiet", "-b", "other", "main", in: folder).code == 0)
      try other()
      try commit(folder)
      return try git("merge", "--quiet", "--no-edit", "one", in: folder)
    }

    @Test("Two branches that add lines at different places of Tribes.lock merge without a conflict")
    func apart() throws {
      let folder = try repository(["B", "D"])
      let result = try merge(folder) {
        try add("A", to: folder)
        try lock("2.1.0", in: folder)
      } _: {
        try add("C", to: folder)
        try lock("2.1.0", in: folder)
      }
      #expect(result.code == 0, "\(result.output)")
      #expect(try check(folder).output == "4 tribes in 1 module, 4 of them shipped, nothing wrong\n")
    }

    @Test("A new line and a changed line merge without a conflict if one line is between them")
    func changed() throws {
      let folder = try repository(["B", "D", "F"])
      let result = try merge(folder) {
        try add("G", to: folder)
        try lock("2.1.0", in: folder)
      } _: {
        try folder.write(
          LockTests.tribe("D", ".once(\"D\")").replacing(" }", with: "; let x = 1 }"),
          to: "Sources/App/D.swift"
        )
        let arguments = ["lock", "--accept", "App.D", "--reason", "so be it"]
        #expect(try Tool("nomadctl").run(arguments, in: folder.url).code == 0)
      }
      #expect(result.code == 0, "\(result.output)")
      #expect(try check(folder).code == 0)
    }

    @Test("With merge=union, git keeps both lines that were added at one place, and the next lock sorts them")
    func union() throws {
      let folder = try repository(["A", "Z"], union: true)
      let result = try merge(folder) {
        try add("C", to: folder)
        try lock("2.1.0", in: folder)
      } _: {
        try add("B", to: folder)
        try lock("2.2.0", in: folder)
      }
      #expect(result.code == 0, "\(result.output)")
      #expect(try check(folder).output == "4 tribes in 1 module, 4 of them shipped, nothing wrong\n")
      try lock("2.3.0", in: folder)
      let lines = try #require(folder.text("Tribes.lock")).split(separator: "\n").filter { $0.hasPrefix("App") }
      #expect(lines.map { $0.prefix(5) } == ["App.A", "App.B", "App.C", "App.Z"])
    }

    @Test("With merge=union, two branches that both create Tribes.lock merge without a conflict")
    func begun() throws {
      let folder = try Folder()
      #expect(try git("init", "--quiet", "--initial-branch", "main", in: folder).code == 0)
      try folder.write("Tribes.lock merge=union\n", to: ".gitattributes")
      try commit(folder)
      let result = try merge(folder) {
        try add("A", to: folder)
        try lock("2.0.0", in: folder)
      } _: {
        try add("B", to: folder)
        try lock("2.0.0", in: folder)
      }
      #expect(result.code == 0, "\(result.output)")
      #expect(try check(folder).output == "2 tribes in 1 module, 2 of them shipped, nothing wrong\n")
    }

    @Test("Without merge=union, two lines added at one place conflict, and the check reports the place")
    func conflict() throws {
      let folder = try repository(["A", "Z"])
      let result = try merge(folder) {
        try add("C", to: folder)
        try lock("2.1.0", in: folder)
      } _: {
        try add("B", to: folder)
        try lock("2.1.0", in: folder)
      }
      #expect(result.code == 1)
      let found = try check(folder)
      #expect(found.code == 1)
      #expect(
        found.error.hasPrefix("Tribes.lock:6:1: error: a merge left a conflict here")
          && found.error.contains("[damaged-lock]\n")
      )
    }

    @Test("With merge=union, two releases of one tribe leave two lines, which the check reports")
    func both() throws {
      let folder = try repository(["A"], union: true)
      func change(_ release: String) throws {
        try add("B", to: folder)
        try lock(release, in: folder)
      }
      let result = try merge(folder) {
        try change("2.1.0")
      } _: {
        try change("2.2.0")
      }
      #expect(result.code == 0, "\(result.output)")
      let found = try check(folder)
      #expect(found.code == 1 && found.error.hasPrefix("Tribes.lock:7:1: error: 'App.B' has two lines"), "\(found)")
    }
  }
#endif
