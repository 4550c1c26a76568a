#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  @Suite struct CheckWithoutLockTests {
    private func folder(_ target: String) throws -> Folder {
      let folder = try Folder()
      try folder.write(LockTests.tribe("One", target), to: "Sources/App/A.swift")
      return folder
    }

    @Test(
      "Without a release lock, the check reports the sources as nomad-gen does, names it, and exits with 2",
      arguments: ["json", "sarif", "github", "text"],
      [#".literal("1.0.0")"#, #".literal("1.0")"#]
    )
    func report(format: String, target: String) throws {
      let folder = try folder(target)
      let result = try Tool("nomadctl").run(["check", "--format", format], in: folder.url)
      let expected = try Tool("nomad-gen").run(["--check", "--format", format], in: folder.url)
      #expect(result.code == 2)
      let failure = try #require(result.error.split(separator: "\n").last)
      #expect(
        failure.hasPrefix("nomadctl: error: there is no Tribes.lock here") && failure.contains("nomad-gen --check")
      )
      if format == "text" {
        // No summary: "nothing wrong" would be about the release lock, too.
        #expect(result.output == "" && result.error == expected.error + failure + "\n")
      } else {
        #expect(result.output == expected.output && result.error == failure + "\n")
      }
      if format == "json" || format == "sarif" {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(result.output.utf8)) }
      }
    }

    @Test("If the release lock is in a folder above, the check names that folder, and still prints its report")
    func elsewhere() throws {
      let folder = try folder(#".literal("1.0.0")"#)
      try folder.write("tribes-lock 1\n", to: "Tribes.lock")
      let result = try Tool("nomadctl").run(
        ["check", "--format", "json", "App"],
        in: folder.url.appendingPathComponent("Sources")
      )
      #expect(result.code == 2 && result.error.contains("Tribes.lock is in '"), "\(result)")
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(result.output.utf8)) }
    }

    @Test("With --output, the report is in the file, and the exit code is the same")
    func output() throws {
      let folder = try folder(#".literal("1.0.0")"#)
      let arguments = ["check", "--format", "json", "--output", "report.json"]
      let result = try Tool("nomadctl").run(arguments, in: folder.url)
      let expected = try Tool("nomad-gen").run(["--check", "--format", "json"], in: folder.url)
      #expect(result.code == 2 && result.output == "" && folder.text("report.json") == expected.output)
    }
  }
#endif
