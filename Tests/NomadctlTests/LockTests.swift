#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  @Suite struct LockTests {
    private static let tool = Tool("nomadctl")

    static func tribe(_ name: String, _ target: String) -> String {
      "struct \(name): Tribe { static let target: TribeTarget = \(target) }\n"
    }

    private static let two = tribe("Two", #".literal("2.0.0")"#)

    private func run(_ arguments: String..., in folder: Folder) throws -> Tool.Result {
      try Self.tool.run(arguments, in: folder.url)
    }

    /// Returns a folder with a tribe that has shipped in 2.0.0.
    private func locked() throws -> Folder {
      let folder = try Folder()
      try folder.write(Self.two, to: "Sources/App/A.swift")
      let result = try run("lock", "--release", "2.0.0", in: folder)
      #expect(result.code == 0)
      return folder
    }

    @Test("The first lock creates Tribes.lock, prints the new lines, and suggests a merge strategy")
    func new() throws {
      let folder = try Folder()
      try folder.write(Self.two + Self.tribe("Late", #".dotted("2.1")"#), to: "Sources/App/A.swift")
      let result = try run("lock", "--release", "2.0.0", in: folder)
      #expect(result.code == 0 && result.error == "")
      let lines = result.output.split(separator: "\n")
      #expect(lines.count == 4)
      #expect(lines[0] == #"locked    App.Two .literal("2.0.0") 2.0.0 3d31d3f7850f9753"#)
      #expect(
        lines[1].hasPrefix(#"locked    App.Late .dotted("2.1") 2.0.0 "#) && lines[2].contains("waits for its version")
      )
      #expect(lines[3].contains("'Tribes.lock merge=union' in .gitattributes"))
      let text = try #require(folder.text("Tribes.lock"))
      #expect(text.hasPrefix("tribes-lock 1\n# ") && text.hasSuffix(lines[0].dropFirst(10) + "\n"))
      #expect(try folder.names() == ["Sources", "Tribes.lock"])
    }

    @Test("Retired tribes can go as soon as a policy refuses the data that needs them")
    func retire() throws {
      let folder = try Folder()
      let once = Self.tribe("Once", #".once("a")"#)
      try folder.write(Self.two + once + Self.tribe("One", #".literal("1.0.0")"#), to: "Sources/App/A.swift")
      #expect(try run("retire", "--before", "2.0.0", in: folder).code != 0)
      #expect(try run("lock", "--release", "2.0.0", in: folder).code == 0)
      let result = try run("retire", "--before", "2.0.0", in: folder)
      #expect(result.code == 0, "\(result.error)")
      #expect(result.output.hasPrefix("retired   App.One "))
      #expect(result.error.contains("App.Once stays"))
      try folder.write(Self.two + once, to: "Sources/App/A.swift")
      let check = try run("check", in: folder)
      #expect(check.code == 1 && check.error.contains("[missing-oldest]"))
      try folder.write("import Nomad\nlet policy = MigrationPolicy(oldest: \"2.0.0\")\n", to: "Sources/App/B.swift")
      #expect(try !run("check", in: folder).error.contains("[missing-oldest]"))
      #expect(try run("retire", "--before", "2.0.0", in: folder).code == 2)
      #expect(try run("retire", "--before", "9.0.0", in: folder).code == 2)
      #expect(try run("retire", "--before", "nine", in: folder).code == 2)
    }

    @Test("Folders that are not checked are named beside a report for programs, too")
    func unchecked() throws {
      let folder = try Folder()
      let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(name: "App", targets: [.target(name: "App")])
        """
      try folder.write(manifest, to: "Package.swift")
      try folder.write(Self.two, to: "Sources/App/A.swift")
      try folder.write("", to: "Scripts/S.swift")
      try folder.write("tribes-lock 1\n", to: "Tribes.lock")
      let result = try run("check", "--format", "json", in: folder)
      #expect(result.error.contains("nomadctl: note: not checked: Scripts\n"), "\(result)")
    }

    @Test("A late tribe stays, with its own reason, whether it shipped with the version or after it")
    func retireLate() throws {
      let folder = try Folder()
      try folder.write(Self.two, to: "Sources/App/A.swift")
      #expect(try run("lock", "--release", "2.0.0", in: folder).code == 0)
      let late = Self.tribe("Late", #".literal("1.5.0")"#) + Self.tribe("Three", #".literal("3.0.0")"#)
      try folder.write(Self.two + late, to: "Sources/App/A.swift")
      let locked = try run("lock", "--release", "3.0.0", "--accept", "App.Late", "--reason", "a fix", in: folder)
      #expect(locked.code == 0, "\(locked.error)")
      #expect(try run("retire", "--before", "2.0.0", in: folder).error.contains("it shipped after 2.0.0, so"))
      let result = try run("retire", "--before", "3.0.0", in: folder)
      #expect(result.output.hasPrefix("retired   App.Two "), "\(result.output)")
      #expect(result.error.contains("App.Late stays: it shipped late, in 3.0.0, so"), "\(result.error)")
    }

    @Test("The merge hint is omitted if .gitattributes already follows it")
    func hint() throws {
      let folder = try Folder()
      try folder.write(Self.two, to: "Sources/App/A.swift")
      try folder.write("*.swift text\nTribes.lock merge=union\n", to: ".gitattributes")
      let lines = try run("lock", "--release", "2.0.0", in: folder).output.split(separator: "\n")
      #expect(lines.count == 2 && lines.last == "Commit Tribes.lock.")
    }

    @Test("The lock command does not rewrite an up-to-date file")
    func unchanged() throws {
      let folder = try locked()
      let text = try #require(folder.text("Tribes.lock"))
      // Different newlines do not count as a change either.
      for text in [text, text.replacing("\n", with: "\r\n")] {
        try folder.write(text, to: "Tribes.lock")
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: 1)],
          ofItemAtPath: folder.path("Tribes.lock")
        )
        let result = try run("lock", "--release", "2.0.0", in: folder)
        #expect(result.code == 0 && result.output == "Tribes.lock is up to date\n")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("Tribes.lock"))
        #expect(attributes[.modificationDate] as? Date == Date(timeIntervalSince1970: 1))
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("Tribes.lock"))) == Data(text.utf8))
      }
    }

    @Test("A changed shipped tribe prevents locking, with a finding and exit code 1")
    func refused() throws {
      let folder = try locked()
      let before = folder.text("Tribes.lock")
      let changed = Self.two.replacing(" }", with: "; let x = 1 }") + Self.tribe("New", #".literal("3.0.0")"#)
      try folder.write(changed, to: "Sources/App/A.swift")
      let result = try run("lock", "--release", "3.0.0", in: folder)
      #expect(result.code == 1 && result.output == "")
      #expect(result.error.hasPrefix("Sources/App/A.swift:1:8: error: ") && result.error.contains("[changed-tribe]"))
      #expect(result.error.hasSuffix("nomadctl: error: Tribes.lock was not changed\n"))
      #expect(folder.text("Tribes.lock") == before)
    }

    @Test("An accepted change is recorded in the release lock with its reason, and then the check passes")
    func accept() throws {
      let folder = try locked()
      try folder.write(Self.two.replacing(" }", with: "; let x = 1 }"), to: "Sources/App/A.swift")
      #expect(try run("check", in: folder).code == 1)
      let result = try run("lock", "--accept", "App.Two", "--reason", "a \"typo\"", in: folder)
      #expect(result.code == 0 && result.error == "")
      let line = try #require(result.output.split(separator: "\n").first)
      #expect(line.hasPrefix("accepted  changed-tribe App.Two ") && line.hasSuffix(#" "a \"typo\"""#), "\(result)")
      #expect(folder.text("Tribes.lock")?.contains("\naccepted \(line.dropFirst(10))\n") == true)
      #expect(try run("check", in: folder).code == 0)
    }

    @Test("Accepting a change prints the number of remaining findings, and can also lock a release")
    func acceptSome() throws {
      let folder = try Folder()
      try folder.write(Self.two + Self.tribe("B", ".first") + Self.tribe("C", ".always"), to: "Sources/App/A.swift")
      #expect(try run("lock", "--release", "2.0.0", in: folder).code == 0)
      try folder.write(Self.tribe("C", ".always") + Self.tribe("D", ".once(\"d\")"), to: "Sources/App/A.swift")
      let some = try run("lock", "--accept", "App.B", "--reason", "gone", in: folder)
      #expect(some.code == 0 && some.output.hasSuffix("1 finding is left: see 'swift run nomad-gen --check'\n"))
      let rest = try run("lock", "--accept", "App.Two", "--reason", "gone", "--release", "2.1.0", in: folder)
      #expect(rest.code == 0)
      #expect(rest.output.split(separator: "\n").map { $0.prefix(15) } == ["accepted  remov", "locked    App.D"])
      #expect(try run("check", in: folder).output == "2 tribes in 1 module, 2 of them shipped, nothing wrong\n")
    }

    @Test(
      "Bad usage causes exit code 2 and writes nothing",
      arguments: [
        ["lock"], ["lock", "--release", "two"], ["lock", "--accept", "App.Two"], ["lock", "--reason", "why"],
        ["lock", "--release", "2.0.0", "--reason", "why"], ["lock", "--accept", "App.Two", "--reason", " "],
        ["lock", "--accept", "App.Two", "--reason", "why"], ["check"], ["check", "--format", "xml"],
      ]
    )
    func usage(arguments: [String]) throws {
      let folder = try Folder()
      try folder.write(Self.two, to: "Sources/App/A.swift")
      let result = try Self.tool.run(arguments, in: folder.url)
      #expect(result.code == 2 && result.output == "" && !result.error.isEmpty)
      #expect(try folder.names() == ["Sources"])
    }

    @Test("Accepting a tribe without a finding causes exit code 2, and the error names the tribes with one")
    func nothing() throws {
      let folder = try locked()
      let result = try run("lock", "--accept", "App.Two", "--reason", "why", in: folder)
      #expect(result.code == 2)
      #expect(result.error.contains("'App.Two' has no finding to accept; no other tribe has one. See "))
      try folder.write("", to: "Sources/App/A.swift")
      let other = try run("lock", "--accept", "App.Tow", "--reason", "why", in: folder)
      #expect(other.code == 2)
      #expect(other.error.contains("'App.Tow' has no finding to accept; these have: App.Two. See "))
    }

    @Test(
      "The lock command reports a damaged release lock and does not change it",
      arguments: ["<<<<<<< HEAD\n", "tribes-lock 9\nnews\n"]
    )
    func damaged(text: String) throws {
      let folder = try Folder()
      try folder.write(Self.two, to: "Sources/App/A.swift")
      try folder.write(text, to: "Tribes.lock")
      let result = try run("lock", "--release", "2.0.0", in: folder)
      #expect(result.code == 1 && result.error.contains("[damaged-lock]"))
      #expect(folder.text("Tribes.lock") == text)
    }

    @Test("Findings that do not concern the release lock also prevent locking")
    func illegal() throws {
      let folder = try Folder()
      try folder.write(Self.tribe("A", #".literal("2.0")"#), to: "Sources/App/A.swift")
      let result = try run("lock", "--release", "2.0.0", in: folder)
      #expect(result.code == 1 && result.error.contains("[illegal-target]"))
      #expect(try folder.names() == ["Sources"])
    }

    @Test("The lock command writes through a symbolic link and keeps the link")
    func link() throws {
      let folder = try locked()
      try FileManager.default.moveItem(atPath: folder.path("Tribes.lock"), toPath: folder.path("Shared.lock"))
      try FileManager.default.createSymbolicLink(atPath: folder.path("Tribes.lock"), withDestinationPath: "Shared.lock")
      try folder.write(Self.tribe("B", ".first"), to: "Sources/App/B.swift")
      #expect(try run("lock", "--release", "2.1.0", in: folder).code == 0)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("Tribes.lock")) == "Shared.lock")
      #expect(folder.text("Shared.lock")?.contains("App.B .first 2.1.0") == true)
    }

    @Test("A dangling link in place of Tribes.lock is reported with exit code 2")
    func unwritable() throws {
      let folder = try Folder()
      try folder.write(Self.two, to: "Sources/App/A.swift")
      try FileManager.default.createSymbolicLink(atPath: folder.path("Tribes.lock"), withDestinationPath: "no/where")
      let result = try run("lock", "--release", "2.0.0", in: folder)
      #expect(result.code == 2 && result.error.hasPrefix("nomadctl: error: cannot read 'Tribes.lock': "))
    }

    @Test(
      "The check command prints the same as nomad-gen --check in every format",
      arguments: ["text", "json", "github", "sarif"]
    )
    func check(format: String) throws {
      let folder = try locked()
      let clean = try run("check", "--format", format, in: folder)
      #expect(clean.code == 0)
      #expect(clean.output == (try Tool("nomad-gen").run(["--check", "--format", format], in: folder.url).output))
      try folder.write(Self.tribe("B", #".literal("1.0.0")"#), to: "Sources/App/A.swift")
      let found = try run("check", "--format", format, in: folder)
      let expected = try Tool("nomad-gen").run(["--check", "--format", format], in: folder.url)
      #expect(found.code == 1)
      #expect(found.output == expected.output && found.error == expected.error)
      #expect(
        (found.output + found.error).contains("late-tribe") && (found.output + found.error).contains("removed-tribe")
      )
    }

    @Test("With a path, check and lock consider only its module")
    func path() throws {
      let folder = try locked()
      try folder.write(Self.tribe("K", ".first"), to: "Sources/Kit/K.swift")
      #expect(try run("lock", "--release", "2.1.0", in: folder).code == 0)
      try FileManager.default.removeItem(atPath: folder.path("Sources/Kit"))
      #expect(try run("check", "Sources/App", in: folder).code == 0)
      #expect(try run("check", in: folder).code == 1)
      #expect(try run("lock", "--release", "2.2.0", "Sources/App", in: folder).code == 0)
      #expect(folder.text("Tribes.lock")?.contains("Kit.K .first 2.1.0") == true)
    }
  }
#endif
