#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  /// The modules of a release lock, its place, and the errors about its releases.
  @Suite struct LockScopeTests {
    private static let tool = Tool("nomadctl")
    private static let two = LockTests.tribe("Two", #".literal("2.0.0")"#)
    private static let late = LockTests.tribe("Late", #".literal("1.0.0")"#)

    private func run(_ arguments: String..., in folder: Folder, _ path: String = "") throws -> Tool.Result {
      try Self.tool.run(arguments, in: folder.url.appending(path: path))
    }

    private func folder() throws -> Folder {
      let folder = try Folder()
      try folder.write(Self.two, to: "Sources/App/Tribes/A.swift")
      return folder
    }

    @Test(
      "The lock command refuses a part of a module unless --module names it as a module",
      arguments: ["Sources/App/Tribes", "Sources/App/Tribes/A.swift"]
    )
    func part(path: String) throws {
      let folder = try folder()
      let result = try run("lock", "--release", "2.0.0", path, in: folder)
      #expect(result.code == 2 && result.output == "")
      #expect(
        result.error.hasPrefix("nomadctl: error: the paths cover only a part of module App, but a lock covers whole ")
      )
      #expect(try folder.names() == ["Sources"])
      // With `--module`, the path counts as a whole module.
      #expect(try run("lock", "--release", "2.0.0", "--module", "Kit", path, in: folder).code == 0)
      #expect(folder.text("Tribes.lock")?.contains("Kit.Two ") == true)
    }

    @Test("The lock command refuses files outside of any module")
    func loose() throws {
      let folder = try Folder()
      try folder.write(Self.two, to: "A.swift")
      let result = try run("lock", "--release", "2.0.0", "A.swift", in: folder)
      #expect(result.code == 2 && result.error.contains("a lock covers whole modules"))
    }

    @Test("Check and lock refuse to run below the folder of Tribes.lock; a nested package has its own release lock")
    func elsewhere() throws {
      let folder = try folder()
      #expect(try run("lock", "--release", "2.0.0", in: folder).code == 0)
      for arguments in [["check", "."], ["lock", "--release", "2.0.0", "."]] {
        let result = try Self.tool.run(arguments, in: folder.url.appending(path: "Sources/App"))
        #expect(result.code == 2 && result.output == "")
        #expect(result.error.hasPrefix("nomadctl: error: Tribes.lock is in '/"))
        #expect(result.error.hasSuffix("', not in the current folder; run the command there\n"))
      }
      // A nested package has a release lock of its own.
      let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(name: "Demo", targets: [.target(name: "App")])
        """
      try folder.write(manifest, to: "Demo/Package.swift")
      try folder.write(Self.two, to: "Demo/Sources/App/A.swift")
      // The target has no plugin.
      let refused = try run("lock", "--release", "1.0.0", in: folder, "Demo")
      #expect(refused.code == 1 && refused.error.contains("[missing-plugin]"))
      #expect(refused.error.hasSuffix("nomadctl: error: Tribes.lock was not changed\n") && refused.output == "")
      #expect(!folder.exists("Demo/Tribes.lock"))
      try folder.write(Self.two + "let all = try TribeRegistry([Two.self])\n", to: "Demo/Sources/App/A.swift")
      #expect(try run("lock", "--release", "1.0.0", in: folder, "Demo").code == 0)
    }

    @Test("Lock refuses before a build if other plugins generate files, and the check does not judge their module")
    func unbuilt() throws {
      let folder = try Folder()
      let manifest = """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(
          name: "Demo",
          dependencies: [.package(url: "https://nomad.invalid/Nomad", from: "1.0.0")],
          targets: [
            .plugin(name: "Codes", capability: .buildTool()),
            .target(name: "App", plugins: ["Codes", .plugin(name: "NomadPlugin", package: "Nomad")]),
          ]
        )
        """
      try folder.write(manifest, to: "Package.swift")
      try folder.write("", to: "Plugins/Codes/C.swift")
      try folder.write(Self.two + "let nomad = Nomad(.generated)\n", to: "Sources/App/A.swift")
      let lock = ["lock", "--release", "2.0.0"]
      let refused = try Self.tool.run(lock, in: folder.url)
      #expect(refused.code == 2 && refused.error.hasSuffix("Tribes.lock was not changed; run 'swift build' first\n"))
      #expect(!folder.exists("Tribes.lock"))
      let outputs = ".build/plugins/outputs/\(folder.url.lastPathComponent.lowercased())/App/destination"
      try folder.write("", to: "\(outputs)/NomadPlugin/NomadSources.txt")
      #expect(try Self.tool.run(lock, in: folder.url).code == 0)
      // The next machine has not built the package, and the tribe may be in a generated file.
      try FileManager.default.removeItem(atPath: folder.path(".build"))
      try folder.write("let nomad = Nomad(.generated)\n", to: "Sources/App/A.swift")
      let check = try Self.tool.run(["check"], in: folder.url)
      #expect(check.code == 0 && check.error.contains("[unchecked-tribes]"), "\(check)")
    }

    @Test("With --strict, the check fails because of a warning")
    func strict() throws {
      let folder = try folder()
      try folder.write(Self.two.replacing("Two", with: "Other"), to: "Sources/Kit/A.swift")
      #expect(try run("lock", "--release", "2.0.0", in: folder).code == 0)
      #expect(try run("check", in: folder).code == 0)
      let strict = try run("check", "--strict", in: folder)
      #expect(strict.code == 1 && strict.error.contains(": error: ") && strict.error.contains("[shared-target]"))
    }

    @Test("The first release is recorded, although the sources have no tribes yet")
    func empty() throws {
      let folder = try Folder()
      try folder.write("", to: "Sources/App/A.swift")
      let result = try run("lock", "--release", "2.0.0", in: folder)
      #expect(result.code == 0 && result.output.hasPrefix("recorded  release 2.0.0\n"), "\(result)")
      #expect(try run("lock", "--release", "2.0.0", in: folder).output == "Tribes.lock is up to date\n")
    }

    @Test("Locking new tribes for a release that is not the newest prints a note")
    func releases() throws {
      let folder = try folder()
      #expect(try run("lock", "--release", "2.0.0", in: folder).error == "")
      #expect(try run("lock", "--release", "1.9", in: folder).error == "")
      try folder.write(LockTests.tribe("Three", #".literal("3.0.0")"#), to: "Sources/App/B.swift")
      let below = try run("lock", "--release", "1.9", in: folder)
      #expect(
        below.code == 0 && below.error.hasPrefix("nomadctl: note: 1.9 is below 2.0.0, which is already in Tribes.lock")
      )
      try folder.write(LockTests.tribe("Four", #".literal("4.0.0")"#), to: "Sources/App/C.swift")
      let same = try run("lock", "--release", "2.0", in: folder)
      #expect(same.code == 0 && same.error.hasPrefix("nomadctl: note: Tribes.lock already had tribes of 2.0.0"))
      try folder.write(LockTests.tribe("Five", #".literal("5.0.0")"#), to: "Sources/App/D.swift")
      #expect(try run("lock", "--release", "2.1", in: folder).error == "")
    }

    @Test("An accepted change becomes the new reference for a tribe, and a later finding quotes its reason")
    func acceptedChange() throws {
      let folder = try folder()
      #expect(try run("lock", "--release", "2.0.0", in: folder).code == 0)
      try folder.write(Self.two.replacing(" }", with: "; let x = 1 }"), to: "Sources/App/Tribes/A.swift")
      #expect(try run("lock", "--accept", "App.Two", "--reason", "a typo", in: folder).code == 0)
      try folder.write(Self.two, to: "Sources/App/Tribes/A.swift")
      let result = try run("check", in: folder)
      #expect(result.code == 1)
      #expect(result.error.contains(#"'App.Two' has changed since the change "a typo" was accepted ["#))
    }

    @Test("The map marks late tribes, accepted or not", arguments: [false, true])
    func late(isAccepted: Bool) throws {
      let folder = try folder()
      #expect(try run("lock", "--release", "2.0.0", in: folder).code == 0)
      #expect(!(try run("map", "--format", "mermaid", in: folder).output.contains("late\"")))
      try folder.write(Self.late, to: "Sources/App/B.swift")
      if isAccepted {
        #expect(try run("lock", "--accept", "App.Late", "--reason", "why", "--release", "2.1.0", in: folder).code == 0)
      }
      let result = try run("map", "--format", "mermaid", in: folder)
      let lines = result.output.split(separator: "\n").filter { $0.contains("late\"") }
      #expect(result.code == 0 && lines.count == 1 && lines.allSatisfy { $0.contains("\"Late<br>") })
    }

    @Test("The map command reports a damaged release lock and draws nothing")
    func damaged() throws {
      let folder = try folder()
      try folder.write("tribes-lock 1\nApp.Two\n", to: "Tribes.lock")
      let result = try run("map", in: folder)
      #expect(result.code == 1 && result.output == "" && result.error.contains("[damaged-lock]"))
    }
  }
#endif
