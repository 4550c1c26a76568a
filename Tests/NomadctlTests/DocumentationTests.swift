#if Nomadctl
  import Foundation
  import NomadGenCore
  import Testing
  import ToolSupport

  @testable import nomadctl

  /// The documentation shows only commands that the tool has, and its version.
  @Suite struct DocumentationTests {
    private func lines(of page: String) throws -> [Substring] {
      let root = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
      let file = root.appendingPathComponent("Sources/Nomad/Nomad.docc/\(page).md")
      return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    }

    @Test("The tool's version is the newest one in the changelog, with -dev until that version is released")
    func version() throws {
      let heading = try #require(try lines(of: "Changelog").first { $0.hasPrefix("### ") }).dropFirst(4)
      let unreleased = "Unreleased: "
      let expected =
        heading.hasPrefix(unreleased)
        ? "\(heading.dropFirst(unreleased.count))-dev" : String(heading.prefix { $0 != " " })
      #expect(Library.version == expected)
    }

    /// Returns whether the tool accepts a command line, or has a command with that name.
    ///
    /// The command line runs in an empty folder. Only errors about its usage count.
    private func isUsage(_ words: [String]) throws -> Bool {
      let folder = try Folder()
      let result = try Tool("nomadctl").run(words.count > 1 ? words : words + ["--help"], in: folder.url)
      return words.count > 1
        ? !result.error.contains("Usage: ") : result.output.contains("USAGE: nomadctl \(words.joined()) ")
    }

    @Test("Every command in the documentation exists, with all its options")
    func commands() throws {
      #expect(try !isUsage(["lock", "--releas", "2.4.0"]) && !isUsage(["look"]))
      let names = ["nomadctl", "package nomad", "package-directory nomad", "disable-sandbox nomad"]
      let commands = try names.flatMap { try ShownCommand.all(of: $0) }
      #expect(commands.count > 25)
      for command in commands { #expect(try isUsage(command.arguments), "\(command)") }
    }

    @Test("Every command in the README's table exists")
    func table() throws {
      let root = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
      let readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
      let section = try #require(readme.components(separatedBy: "\n## The tool for people\n").last)
      let rows = section.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("| `") }
      let commands = rows.flatMap { row in
        row.components(separatedBy: " | ")[0].split(separator: "`").filter { $0.contains(where: \.isLetter) }
      }
      #expect(commands.count == 16)
      for command in commands {
        let words = command.split(separator: " ").map(String.init)
        // The table leaves out the ledger's file, the snapshot and the database.
        let rest = [
          "ledger": ["FILE"], "snapshot": words.last == "list" ? ["FILE"] : ["FILE", "1"],
          "fleet": ["--database", "postgresql://127.0.0.1:1"],
        ][words[0], default: []]
        #expect(try isUsage(words + rest), "\(command)")
      }
    }
  }
#endif
