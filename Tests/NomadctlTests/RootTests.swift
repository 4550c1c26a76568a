#if Nomadctl
  import Foundation
  import NomadGenCore
  import Testing
  import ToolSupport

  @testable import nomadctl

  @Suite struct RootTests {
    private static let tool = Tool("nomadctl")

    private func help(_ command: String...) throws -> String {
      let folder = try Folder()
      let result = try Self.tool.run(command + ["--help"], in: folder.url)
      #expect(result.code == 0 && result.error == "")
      return result.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test("The option --version prints only the version")
    func version() throws {
      let folder = try Folder()
      let result = try Self.tool.run(["--version"], in: folder.url)
      #expect(result.code == 0 && result.error == "" && result.output == Library.version + "\n")
    }

    @Test(
      "Help names the manifest and the default source folder",
      arguments: [[], ["list"], ["plan"], ["map"], ["check"], ["lock"]]
    )
    func sources(command: [String]) throws {
      let folder = try Folder()
      let help = try Self.tool.run(command + ["--help"], in: folder.url).output
      #expect(help.contains("./Sources") && help.contains("Package.swift"))
    }

    @Test(
      "Help explains the effects of Tribes.lock, the targets that new accepts, and the exit codes of 'swift package'"
    )
    func assumptions() throws {
      #expect(try help("plan").contains("If Tribes.lock exists, the plan assumes"))
      #expect(try help("map").contains("A user of a version below the first release of a late tribe has not run it"))
      #expect(try help("new").contains("it accepts a version or an id that only tribes of other modules have"))
      #expect(try help().contains("'swift package' reports every failure as 1"))
    }

    @Test("The usage of 'new' lists every option, and has --dry-run in each form")
    func usageOfNew() throws {
      let help = try help("new")
      let usage = try #require(help.range(of: "USAGE: ").map { help[$0.upperBound...].prefix(while: { $0 != "A" }) })
      let rest = help[usage.endIndex...]
      let options = rest.split(separator: " ").filter { $0.hasPrefix("--") }.map { $0.trimmingPrefix("--") }
      for option in Set(options).subtracting(["version", "help"]) { #expect(usage.contains("--\(option)")) }
      for line in usage.split(separator: "nomadctl new") { #expect(line.contains("[--dry-run]")) }
    }
  }
#endif
