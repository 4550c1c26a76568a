#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  @Suite struct NewTests {
    private static let tool = Tool("nomadctl")

    private static func tribe(_ name: String, _ target: String) -> String {
      "struct \(name): Tribe { static let target: TribeTarget = \(target) }\n"
    }

    /// Returns a package with one empty module.
    private func folder() throws -> Folder {
      let folder = try Folder()
      try folder.write("", to: "Sources/App/App.swift")
      try folder.write("", to: "Tests/AppTests/AppTests.swift")
      return folder
    }

    @Test(
      "New writes a tribe with the requested target, and its test",
      arguments: [
        (["2.1.0"], "Tribe_2_1_0", #".literal("2.1.0")"#), (["1.1"], "Tribe_1_1", #".dotted("1.1")"#),
        (["1.1-2"], "Tribe_1_1_sub_2", #".dotted("1.1-2")"#), (["1.1.2"], "Tribe_1_1_2", #".literal("1.1.2")"#),
        (["3.0.0-beta.1"], "Tribe_3_0_0_beta_1", #".literal("3.0.0-beta.1")"#),
        (["1.1.0-1", "--as", "dotted"], "Tribe_1_1_0_sub_1", #".dotted("1.1.0-1")"#),
        (["1.1.0-1", "--as", "literal"], "Tribe_1_1_0_pre_1", #".literal("1.1.0-1")"#),
        (["1.1.0.1"], "Tribe_1_1_0_1", #".dotted("1.1.0.1")"#),
        (["1.1.0-rc.1+5"], "Tribe_1_1_0_rc_1", #".literal("1.1.0-rc.1+5")"#),
        (["--once", "2026-11-move-token"], "MoveToken", #".once("2026-11-move-token")"#),
        (["--once", #"say "hi" \ twice"#], "SayHiTwice", #".once("say \"hi\" \\ twice")"#),
        (["2.0.0", "--name", "SplitNotes", "--test", "xctest"], "SplitNotes", #".literal("2.0.0")"#),
      ]
    )
    func written(arguments: [String], name: String, target: String) throws {
      let folder = try folder()
      let result = try Self.tool.run(["new"] + arguments, in: folder.url)
      #expect(result.code == 0 && result.error == "", "\(result)")
      #expect(
        result.output == "wrote Sources/App/Tribes/\(name).swift\nwrote Tests/AppTests/\(name)Tests.swift\n"
      )
      let list = try Self.tool.run(["list"], in: folder.url)
      #expect(list.code == 0)
      #expect(list.output.contains(target) && list.output.contains("App.\(name) "))
      let test = try #require(folder.text("Tests/AppTests/\(name)Tests.swift"))
      #expect(test.contains("@testable import App\n") && test.contains("runAlone(\"\(name)\", "))
      #expect(!test.contains("{{"))
    }

    @Test("New writes the test to the named test target, and notes what the target needs")
    func testTarget() throws {
      let folder = try folder()
      try folder.write("// targets\n", to: "Package.swift")
      let result = try Self.tool.run(["new", "1.0.0", "--test-target", "Checks"], in: folder.url)
      #expect(result.code == 0 && folder.exists("Tests/Checks/Tribe_1_0_0Tests.swift"))
      let product = #".product(name: "NomadTesting", package: "Nomad")"#
      let target = #".testTarget(name: "Checks", dependencies: ["App", \#(product)])"#
      let place = "dd to the targets in Package.swift:"
      #expect(result.error == "nomadctl: note: the test needs NomadTesting: a\(place) \(target)\n")
      let test = try #require(folder.text("Tests/Checks/Tribe_1_0_0Tests.swift"))
      #expect(test.hasPrefix("// A\(place)\n// \(target)\nimport Foundation\n"), "\(test)")
      try folder.write("// \"Checks\"\n", to: "Package.swift")
      let old = try Self.tool.run(["new", "1.1.0", "--test-target", "Checks"], in: folder.url)
      #expect(old.error.contains("add to the dependencies of Checks in Package.swift: \(product)\n"), "\(old)")
      try folder.write("// \"Checks\" NomadTesting\n", to: "Package.swift")
      let done = try Self.tool.run(["new", "1.2.0", "--test-target", "Checks"], in: folder.url)
      #expect(done.code == 0 && !done.error.contains("NomadTesting"), "\(done)")
      #expect(folder.text("Tests/Checks/Tribe_1_2_0Tests.swift")?.hasPrefix("import Foundation\n") == true)
      for arguments in [["--test-target", "a/b"], ["--test-target", ".."], ["--test-target", "T", "--test", "none"]] {
        let refused = try Self.tool.run(["new", "1.2.0"] + arguments, in: folder.url)
        #expect(refused.code == 2 && refused.error.contains("--test-target"))
      }
    }

    @Test("A new tribe goes to the folder of its module's existing tribe")
    func beside() throws {
      let folder = try folder()
      try folder.write(Self.tribe("A", #".literal("1.0.0")"#), to: "Sources/App/Data/Steps/A.swift")
      #expect(try Self.tool.run(["new", "1.0.1"], in: folder.url).code == 0)
      #expect(folder.exists("Sources/App/Data/Steps/Tribe_1_0_1.swift"))
    }

    @Test("With several modules, a new tribe goes to the named module, or else to the only one with tribes")
    func modules() throws {
      let folder = try folder()
      try folder.write("", to: "Sources/Kit/Kit.swift")
      let unsure = try Self.tool.run(["new", "1.0.0"], in: folder.url)
      #expect(unsure.code == 2 && unsure.error.contains("--module") && unsure.error.contains("App, Kit"))
      #expect(try Self.tool.run(["new", "1.0.0", "--module", "Kit"], in: folder.url).code == 0)
      #expect(try Self.tool.run(["new", "1.1.0"], in: folder.url).code == 0)
      #expect(folder.exists("Sources/Kit/Tribes/Tribe_1_1_0.swift"))
      let unknown = try Self.tool.run(["new", "1.2.0", "--module", "Cat"], in: folder.url)
      #expect(unknown.code == 2 && unknown.error.contains("'Cat'"))
    }

    @Test(
      "A duplicate version, id, name or file is refused, and no tribe is written",
      arguments: [["1.0.0"], ["1.0"], ["--once", "move"], ["2.0.0", "--name", "A"], ["3.0.0"], ["4.0.0"]]
    )
    func duplicate(arguments: [String]) throws {
      let folder = try folder()
      let tribes = Self.tribe("A", #".literal("1.0.0")"#) + Self.tribe("B", #".once("move")"#)
      try folder.write(tribes, to: "Sources/App/Tribes/A.swift")
      try folder.write("", to: "Sources/App/Tribes/Tribe_3_0_0.swift")
      try folder.write("", to: "Tests/AppTests/Tribe_4_0_0Tests.swift")
      let result = try Self.tool.run(["new"] + arguments, in: folder.url)
      #expect(result.code == 2 && result.output == "" && result.error.contains("already"), "\(result)")
      #expect(try Self.tool.run(["list"], in: folder.url).output.split(separator: "\n").count == 2)
    }

    @Test("If the version and its default name are both taken, the error is only about the version")
    func takenPlaceAndName() throws {
      let folder = try folder()
      try folder.write(Self.tribe("Tribe_1_0_0", #".literal("1.0.0")"#), to: "Sources/App/A.swift")
      for module in [[], ["--module", "App"]] {
        let result = try Self.tool.run(["new", "1.0.0"] + module, in: folder.url)
        let fact = #"Sources/App/A.swift:1: App.Tribe_1_0_0 already has the target .literal("1.0.0")"#
        #expect(result.code == 2 && result.error.hasPrefix("nomadctl: error: \(fact); a second tribe"))
        #expect(!result.error.contains("already exists"))
      }
      // If only the name is taken, the error asks for another one.
      try folder.write(Self.tribe("Tribe_1_0_0", #".literal("1.1.0")"#), to: "Sources/App/A.swift")
      let name = try Self.tool.run(["new", "1.0.0", "--module", "App"], in: folder.url)
      #expect(name.code == 2)
      #expect(name.error.hasSuffix("a tribe Tribe_1_0_0 already exists; choose another name with --name\n"))
    }

    @Test(
      "An invalid target, name or combination of options is refused with the reason",
      arguments: [
        (["two"], "starts with a number"), (["2"], "2.0.0"), (["1.1.0-1"], "--as literal or --as dotted"),
        (["1.1", "--as", "literal"], "patch"), (["1.0.0", "--name", "class"], "not a valid name"),
        (["1.0.0", "--name", "A: B"], "not a valid name"), (["--once", "2026"], "--name"), (["--once", ""], "id"),
        ([], "--once"),
        (["1.0.0", "--once", "a"], "--once"), (["--once", "a", "--as", "literal"], "--as needs a version"),
        (["--copy-templates", "--as", "dotted"], "--as"), (["--copy-templates", "--name", "A"], "--dry-run"),
        (["--copy-templates", "--test", "xctest"], "--dry-run"),
      ]
    )
    func illegal(arguments: [String], reason: String) throws {
      let folder = try folder()
      let result = try Self.tool.run(["new"] + arguments, in: folder.url)
      #expect(result.code == 2 && result.output == "" && result.error.contains(reason), "\(result)")
      #expect(!folder.exists("Sources/App/Tribes"))
    }

    @Test("The option --module accepts target and module names, and the files go to the target's folders")
    func target() throws {
      let folder = try folder()
      try folder.write("", to: "Sources/Mod ül/Mod.swift")
      for (name, version) in [("Mod ül", "1_0_0"), ("Mod_ül", "1_1_0")] {
        let arguments = ["new", version.replacing("_", with: "."), "--module", name]
        let result = try Self.tool.run(arguments, in: folder.url)
        #expect(result.code == 0)
        let written =
          "wrote Sources/Mod ül/Tribes/Tribe_\(version).swift\nwrote Tests/Mod ülTests/Tribe_\(version)Tests.swift\n"
        #expect(result.output.hasPrefix(written), "\(result)")
      }
      #expect(folder.text("Tests/Mod ülTests/Tribe_1_0_0Tests.swift")?.contains("@testable import Mod_ül\n") == true)
      #expect(try Self.tool.run(["list"], in: folder.url).output.contains("Mod_ül.Tribe_1_1_0"))
      let unknown = try Self.tool.run(["new", "1.2.0", "--module", "Cat"], in: folder.url)
      #expect(unknown.error.contains("its modules are App, Mod ül (Mod_ül)"))
    }

    @Test("If Sources is itself a module, --module must name it")
    func loose() throws {
      let folder = try Folder()
      #expect(try Self.tool.run(["new", "1.0.0"], in: folder.url).error.contains("no folder 'Sources'"))
      try folder.write("", to: "Sources/main.swift")
      let unknown = try Self.tool.run(["new", "1.0.0"], in: folder.url)
      #expect(unknown.code == 2 && unknown.error.contains("--module"))
      let result = try Self.tool.run(["new", "1.0.0", "--module", "My"], in: folder.url)
      #expect(result.output == "wrote Sources/Tribes/Tribe_1_0_0.swift\nwrote Tests/MyTests/Tribe_1_0_0Tests.swift\n")
    }

    @Test("A duplicate in another module is refused with its name, or only noted if --module is given")
    func otherModule() throws {
      let folder = try folder()
      try folder.write(Self.tribe("A", #".literal("1.0.0")"#), to: "Sources/App/A.swift")
      try folder.write(Self.tribe("SplitNotes", #".literal("2.0.0")"#), to: "Sources/Core/S.swift")
      let fact = #"Sources/Core/S.swift:1: Core.SplitNotes already has the target .literal("2.0.0")"#
      let refused = try Self.tool.run(["new", "2.0"], in: folder.url)
      #expect(refused.code == 2 && refused.error.hasPrefix("nomadctl: error: \(fact); ") && refused.output == "")
      #expect(refused.error.contains("--module"))
      let own = try Self.tool.run(["new", "2.0", "--module", "Core"], in: folder.url)
      #expect(own.code == 2 && own.error.hasPrefix("nomadctl: error: \(fact); ") && !own.error.contains("--module"))
      let noted = try Self.tool.run(["new", "2.0", "--module", "App"], in: folder.url)
      #expect(noted.code == 0 && folder.exists("Sources/App/Tribe_2_0.swift"))
      #expect(
        noted.error.hasPrefix("nomadctl: note: \(fact): an app that runs the registries of Core and App together")
      )
      // Names are separate for each module.
      let arguments = ["new", "3.0.0", "--name", "SplitNotes", "--module"]
      #expect(try Self.tool.run(arguments + ["Core"], in: folder.url).code == 2)
      #expect(try Self.tool.run(arguments + ["App"], in: folder.url).code == 0)
    }

    @Test("A dry run prints both files and writes none")
    func dryRun() throws {
      let folder = try folder()
      let result = try Self.tool.run(["new", "1.0.0", "--dry-run"], in: folder.url)
      #expect(result.code == 0)
      #expect(result.output.contains("struct Tribe_1_0_0: Tribe") && result.output.contains("Tribe_1_0_0Tests"))
      #expect(!folder.exists("Sources/App/Tribes"))
      let templates = try Self.tool.run(["new", "--copy-templates", "--dry-run"], in: folder.url)
      #expect(templates.code == 0 && templates.output.contains("struct {{name}}: Tribe"))
      #expect(!folder.exists(".nomad"))
    }

    #if os(Linux)
      @Test("Output to a full disk ends with one error message and exit code 2", arguments: ["list", "plan", "map"])
      func fullDisk(command: String) throws {
        let folder = try folder()
        let path = Self.tool.executable.path
        let result = try Tool(at: ["/bin/sh"]).run(["-c", "'\(path)' \(command) >/dev/full"], in: folder.url)
        #expect(result.code == 2 && result.error == "nomadctl: error: cannot write the output\n", "\(result)")
      }
    #endif

    @Test("Custom templates are used, and refused if they do not create the tribe")
    func templates() throws {
      let folder = try folder()
      #expect(try Self.tool.run(["new", "--copy-templates"], in: folder.url).code == 0)
      #expect(try folder.names().contains(".nomad"))
      let own = "/// Ours\nfinal class {{name}}: Tribe { static let target: TribeTarget = {{target}} }"
      try folder.write(own, to: ".nomad/templates/Tribe.swift.template")
      #expect(try Self.tool.run(["new", "1.0.0"], in: folder.url).code == 0)
      #expect(folder.text("Sources/App/Tribes/Tribe_1_0_0.swift")?.hasPrefix("/// Ours\nfinal class") == true)
      for (broken, reason) in [("struct {{nam}}: Tribe {}", "{{nam}}"), ("struct A {}", "does not create")] {
        try folder.write(broken, to: ".nomad/templates/Tribe.swift.template")
        let result = try Self.tool.run(["new", "2.0.0"], in: folder.url)
        #expect(result.code == 2 && result.error.contains(reason), "\(result)")
      }
      #expect(try Self.tool.run(["new", "--copy-templates"], in: folder.url).code == 2)
    }

    @Test("New prints a note about a tribe below the newest version")
    func notes() throws {
      let folder = try folder()
      try folder.write(Self.tribe("A", #".literal("2.0.0")"#), to: "Sources/App/A.swift")
      let result = try Self.tool.run(["new", "1.0.0"], in: folder.url)
      #expect(result.code == 0 && result.error.contains("run Tribe_1_0_0 late"), "\(result)")
    }

    @Test("A second tribe of one version is refused, with the id that it needs")
    func secondOfVersion() throws {
      let folder = try folder()
      try folder.write(Self.tribe("A", #".literal("2.0.0")"#), to: "Sources/App/A.swift")
      let result = try Self.tool.run(["new", "2.0.0"], in: folder.url)
      let id = "--once 2.0.0-clean-up"
      #expect(result.code == 2 && result.error.contains("a second tribe of one version needs an id, such as \(id)\n"))
      #expect(try Self.tool.run(["new"] + id.split(separator: " ").map(String.init), in: folder.url).code == 0)
      #expect(folder.exists("Sources/App/CleanUp.swift"))
      let again = try Self.tool.run(["new"] + id.split(separator: " ").map(String.init), in: folder.url)
      #expect(again.code == 2 && !again.error.contains("a second tribe"), "\(again)")
    }

    @Test("From the second tribe on, new writes the test of all upgrades, and later notes the release that it lacks")
    func upgrades() throws {
      let folder = try folder()
      let path = "Tests/AppTests/UpgradeTests.swift"
      func new(_ arguments: String...) throws -> Tool.Result {
        try Self.tool.run(["new"] + arguments, in: folder.url)
      }
      _ = try new("1.1.0")
      _ = try new("--once", "tidy", "--test", "none")
      #expect(!folder.exists(path))
      for (kind, declaration) in [("testing", "@Suite struct"), ("xctest", "final class")] {
        let dry = try new("1.2.0", "--test", kind, "--dry-run")
        #expect(dry.output.contains("// \(path)\n") && dry.output.contains("\(declaration) UpgradeTests"), "\(dry)")
      }
      #expect(try new("1.2.0", "--test", "none").output == "wrote Sources/App/Tribes/Tribe_1_2_0.swift\n")
      let result = try new("1.3.0")
      #expect(result.code == 0 && result.error == "" && result.output.hasSuffix("wrote \(path)\n"), "\(result)")
      #expect(folder.text(path)?.contains("releases = [\"0.0.0\", \"1.1.0\", \"1.2.0\"]\n") == true)
      let next = try new("1.4.0")
      let note = "does not test the upgrade from 1.3.0: add that release, and its data\n"
      #expect(next.error == "nomadctl: note: \(path) \(note)")
      // The lock knows which releases there were.
      try folder.write("tribes-lock 1\nrelease 1.3.0\n", to: "Tribes.lock")
      try folder.write("// UpgradePaths(.generated, from: [\"1.3.0\"])", to: path)
      #expect(try new("1.5.0").error == "")
    }
  }
#endif
