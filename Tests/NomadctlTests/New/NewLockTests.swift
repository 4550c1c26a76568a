#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  /// The command `nomadctl new` in packages whose `Tribes.lock` lists shipped tribes.
  @Suite struct NewLockTests {
    private static let tool = Tool("nomadctl")

    private static func tribe(_ name: String, _ target: String) -> String {
      "struct \(name): Tribe { static let target: TribeTarget = \(target) }\n"
    }

    private func run(_ arguments: String..., in folder: Folder) throws -> Tool.Result {
      try Self.tool.run(arguments, in: folder.url)
    }

    /// Returns a package with three tribes that shipped in 2.0.0, two of which were removed on purpose.
    private func folder() throws -> Folder {
      let folder = try Folder()
      let kept = Self.tribe("Kept", #".literal("1.0.0")"#)
      let gone = Self.tribe("Gone", #".dotted("1.5")"#) + Self.tribe("Move", #".once("move")"#)
      try folder.write(kept + gone, to: "Sources/App/A.swift")
      try folder.write("", to: "Sources/Kit/K.swift")
      #expect(try run("lock", "--release", "2.0.0", in: folder).code == 0)
      try folder.write(kept, to: "Sources/App/A.swift")
      for name in ["App.Gone", "App.Move"] {
        #expect(try run("lock", "--accept", name, "--reason", "why not", in: folder).code == 0)
      }
      #expect(try run("check", in: folder).code == 0)
      return folder
    }

    @Test("New refuses the version or id of a removed tribe and names its line, with or without --module")
    func usedUp() throws {
      let folder = try folder()
      let lines = try #require(folder.text("Tribes.lock")).split(separator: "\n", omittingEmptySubsequences: false)
      for (arguments, name, fact) in [
        (
          ["1.5.0"], "App.Gone",
          #"App.Gone shipped at .dotted("1.5") in 2.0.0, and no longer exists: users who have run it never"#
        ),
        (
          ["--once", "move"], "App.Move",
          #"App.Move shipped at .once("move") in 2.0.0, and no longer exists: users who have run it"#
        ),
      ] {
        let line = try #require(lines.firstIndex { $0.hasPrefix(name) }) + 1
        for module in [[], ["--module", "App"]] {
          let result = try Self.tool.run(["new"] + arguments + module, in: folder.url)
          #expect(result.code == 2 && result.output == "")
          #expect(result.error.hasPrefix("nomadctl: error: Tribes.lock:\(line): \(fact)"), "\(result)")
        }
      }
      #expect(try run("list", in: folder).output.split(separator: "\n").count == 1)
    }

    @Test("With --module, new only notes that a removed tribe of another module had the target")
    func otherModule() throws {
      let folder = try folder()
      let refused = try run("new", "1.5", in: folder)
      #expect(refused.code == 2 && refused.error.contains("--module"))
      let result = try run("new", "1.5", "--module", "Kit", in: folder)
      #expect(result.code == 0 && folder.exists("Sources/Kit/Tribes/Tribe_1_5.swift"))
      #expect(
        result.error.contains("note: Tribes.lock:") && result.error.contains("if Kit shares a ledger with App")
      )
      let check = try run("check", in: folder)
      #expect(check.code == 1 && check.error.contains("[changed-tribe]"))
      #expect(check.error.contains("tribe 'Kit.Tribe_1_5' has the target "))
    }

    @Test("New recognizes late tribes by the release lock, and ignores tribes that have not shipped")
    func late() throws {
      let folder = try folder()
      let late = try run("new", "1.2.0", "--test", "none", "--dry-run", in: folder)
      #expect(late.code == 0)
      #expect(late.error.contains(#"below App.Gone .dotted("1.5"), which shipped in 2.0.0: users who have that"#))
      #expect(try run("new", "4.0.0", "--test", "none", in: folder).error == "")
      #expect(try run("new", "3.0.0", "--test", "none", in: folder).error == "")
    }

    @Test("The version of a removed tribe that never shipped can be used again")
    func unreleased() throws {
      let folder = try folder()
      try folder.write(Self.tribe("Late", #".literal("1.2.0")"#), to: "Sources/App/L.swift")
      #expect(try run("lock", "--accept", "App.Late", "--reason", "why not", in: folder).code == 0)
      #expect(folder.text("Tribes.lock")?.contains("accepted late-tribe App.Late ") == true)
      try FileManager.default.removeItem(atPath: folder.path("Sources/App/L.swift"))
      #expect(try run("new", "1.2.0", in: folder).code == 0)
    }

    @Test("With a damaged release lock, new writes nothing and reports the place of the damage")
    func damaged() throws {
      let folder = try folder()
      try folder.write("<<<<<<< HEAD\n", to: "Tribes.lock")
      let result = try run("new", "3.0.0", in: folder)
      #expect(result.code == 1 && result.output == "")
      #expect(result.error.hasPrefix("Tribes.lock:1:1: error: ") && result.error.contains("[damaged-lock]\n"))
      #expect(!folder.exists("Sources/App/Tribe_3_0_0.swift"))
    }

    @Test(
      "A tribe that is not written yet is a warning, and no release ships it",
      arguments: [["new", "2.6.0"], ["new", "2.5.0", "--for", "Note"], ["new", "--once", "move", "--for", "Note"]]
    )
    func draft(arguments: [String]) throws {
      let folder = try StoredPackage.folder()
      try folder.write(
        "struct Old: Tribe { static let target: TribeTarget = .literal(\"2.0.0\") }",
        to: "Sources/App/Old.swift"
      )
      let lock = try #require(folder.text("Tribes.lock"))
      let new = try Self.tool.run(arguments, in: folder.url)
      let path = try #require(new.output.split(separator: "\n").first?.dropFirst(6)).description
      let drafts = try #require(folder.text(path)).components(separatedBy: "\n")
      let line = try #require(drafts.firstIndex { $0.contains("unwritten(") })
      let column =
        try #require(drafts[line].firstRange(of: "NomadError.unwritten")).lowerBound.utf16Offset(in: drafts[line]) + 1
      let refused = try run("lock", "--release", "2.6.0", in: folder)
      #expect(refused.code == 1 && folder.text("Tribes.lock") == lock, "\(refused)")
      #expect(refused.error.contains("\(path):\(line + 1):\(column): warning: 'NomadError.unwritten' in tribe '"))
      #expect(refused.error.contains("a part of a tribe is not written yet, so 2.6.0 cannot ship"))
      #expect(try run("lock", "--stored", "Author", in: folder).code == 0)
      let list = try run("list", in: folder)
      #expect(list.code == 0 && list.error.contains("[unwritten-tribe]"))
      let text = try #require(folder.text(path))
      let lines = text.components(separatedBy: "\n").filter { !$0.contains("unwritten(") }
      try folder.write(lines.joined(separator: "\n"), to: path)
      let shipped = try run("lock", "--release", "2.6.0", in: folder)
      // The plain tribe does not migrate the type that changed.
      let isDone = arguments.contains("--for") ? shipped.code == 0 : shipped.error.contains("[unmigrated-shape]")
      #expect(isDone && !shipped.error.contains("unwritten"), "\(shipped)")
    }
  }
#endif
