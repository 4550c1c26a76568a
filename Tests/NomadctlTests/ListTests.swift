#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  @Suite struct ListTests {
    @Test(
      "List and plan also warn about tribes that the tool cannot see, and lock refuses without all targets",
      arguments: [["list"], ["plan"], ["lock"]]
    )
    func unseen(command: [String]) throws {
      let folder = try Folder()
      try folder.write(LockTests.tribe("One", #".literal("1.0.0")"#), to: "Sources/App/A.swift")
      let step = "import Kit\nstruct S: Step { static let target: TribeTarget = .literal(\"2.0\") }\n"
      try folder.write(step, to: "Sources/App/S.swift")
      try folder.write(
        "// swift-tools-version: 6.2\nimport PackageDescription\nlet package = Package(nam: \"P\")\n",
        to: "Package.swift"
      )
      try folder.write(LockTests.tribe("Two", #".literal("2.0.0")"#), to: "B/B.swift")
      let arguments = command + (command == ["lock"] ? ["--release", "1.0.0"] : [])
      let result = try Tool("nomadctl").run(arguments, in: folder.url)
      #expect(command == ["lock"] ? result.code == 1 : result.code == 0 && !result.output.isEmpty)
      #expect(result.error.hasSuffix("; Tribes.lock was not changed\n") == (command == ["lock"]))
      #expect(!folder.exists("Tribes.lock"))
      let findings = result.error.split(separator: "\n").filter { $0.hasSuffix("[unchecked-tribes]") }
      #expect(
        findings.map { $0.prefix { $0 != " " } } == [
          "B/B.swift:1:1:", "Package.swift:1:1:", "Sources/App/S.swift:2:8:",
        ]
      )
    }

    private static let tool = Tool("nomadctl")

    private static func tribe(_ name: String, _ target: String) -> String {
      "struct \(name): Tribe { static let target: TribeTarget = \(target) }\n"
    }

    @Test("The tribes of all modules are listed in migration order, one per line")
    func list() throws {
      let folder = try Folder()
      try folder.write(Self.tribe("B", ".literal(\"10.0.0\")") + Self.tribe("C", ".always"), to: "Sources/App/B.swift")
      try folder.write(Self.tribe("A", ".literal(\"9.0.0\")"), to: "Sources/Kit/A.swift")
      let result = try Self.tool.run(["list"], in: folder.url)
      #expect(result.code == 0)
      #expect(result.error == "")
      #expect(
        result.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") } == [
          ".literal(\"9.0.0\") Kit.A Sources/Kit/A.swift:1", ".literal(\"10.0.0\") App.B Sources/App/B.swift:1",
          ".always App.C Sources/App/B.swift:2",
        ]
      )
    }

    @Test("A line of the list ends with the conditions of the tribe, and without tribes the list says so")
    func remarks() throws {
      let folder = try Folder()
      try folder.write("import Nomad\n", to: "Sources/App/A.swift")
      #expect(try Self.tool.run(["list"], in: folder.url).output == "There are no tribes here.\n")
      let condition = "#if os(Linux)\n@available(macOS 14, *)\n\(Self.tribe("A", ".first"))#endif\n"
      try folder.write(condition + Self.tribe("LongerName", ".always"), to: "Sources/App/A.swift")
      let lines = try Self.tool.run(["list"], in: folder.url).output.split(separator: "\n")
      #expect(lines.count == 2 && lines[0].hasSuffix("A.swift:3  #if os(Linux), @available macOS 14"))
      #expect(lines[1].hasSuffix("A.swift:5"))
    }

    @Test("Findings go to standard error with exit code 1, and the list is still printed")
    func findings() throws {
      let folder = try Folder()
      try folder.write(Self.tribe("A", ".literal(\"1.0\")") + Self.tribe("B", ".first"), to: "A.swift")
      let result = try Self.tool.run(["list", "A.swift"], in: folder.url)
      #expect(result.code == 1)
      #expect(result.error.hasPrefix("A.swift:1:"))
      #expect(result.output.contains("Main.B"))
    }

    @Test("The JSON list is the same document as the one from nomad-gen --check")
    func json() throws {
      let folder = try Folder()
      try folder.write(Self.tribe("A", ".first"), to: "Sources/App/A.swift")
      let list = try Self.tool.run(["list", "--format", "json"], in: folder.url)
      let check = try Tool("nomad-gen").run(["--check", "--format", "json"], in: folder.url)
      #expect(list.code == 0)
      #expect(list.output == check.output)
    }

    @Test("A missing Sources folder or an unreadable file is named in the error")
    func unreadable() throws {
      let folder = try Folder()
      let nothing = try Self.tool.run(["list"], in: folder.url)
      #expect(nothing.code != 0 && nothing.error.contains("there is no folder 'Sources' here"))
      let missing = try Self.tool.run(["list", "A.swift"], in: folder.url)
      #expect(missing.code != 0 && missing.error.contains("'A.swift'"))
    }
  }
#endif
