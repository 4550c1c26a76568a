#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  /// The option `--output FILE`, which writes the output of a command to a file.
  @Suite struct OutputTests {
    private static let tool = Tool("nomadctl")

    private func folder(_ target: String = #".literal("1.0.0")"#) throws -> Folder {
      let folder = try Folder()
      try folder.write(LockTests.tribe("One", target), to: "Sources/Notes/A.swift")
      return folder
    }

    @Test(
      "With --output, a command writes to the file exactly the bytes that it would print",
      arguments: [
        ["list"], ["list", "--format", "json"], ["plan", "--from", "0.9.0"], ["plan", "--format", "json"],
        ["map", "--format", "mermaid"], ["check", "--format", "json"], ["check", "--format", "sarif"], ["check"],
        ["ledger", "show", "a.ledger"], ["ledger", "show", "a.ledger", "--format", "json"],
      ]
    )
    func sameBytes(arguments: [String]) throws {
      let folder = try folder()
      #expect(try Self.tool.run(["lock", "--release", "1.0.0"], in: folder.url).code == 0)
      try folder.write("nomad-ledger 1\n", to: "a.ledger")
      let printed = try Self.tool.run(arguments, in: folder.url)
      #expect(!printed.output.isEmpty)
      try folder.write("old", to: "out.txt")
      let written = try Self.tool.run(arguments + ["--output", "out.txt"], in: folder.url)
      #expect(written.code == printed.code && written.output == "" && written.error == printed.error)
      #expect(folder.text("out.txt") == printed.output)
      #expect(try folder.names().filter { $0.hasPrefix("out") } == ["out.txt"])
    }

    @Test("A report with findings goes to the file, and the exit code is still 1")
    func findings() throws {
      let folder = try folder()
      #expect(try Self.tool.run(["lock", "--release", "1.0.0"], in: folder.url).code == 0)
      try folder.write("", to: "Sources/Notes/A.swift")
      let result = try Self.tool.run(["check", "--output", "report.txt"], in: folder.url)
      #expect(result.code == 1 && result.output == "" && result.error == "")
      #expect(folder.text("report.txt")?.contains("[removed-tribe]\n") == true)
    }

    @Test("An --output path that cannot be written causes exit code 2", arguments: ["", "no/such/folder", "Sources"])
    func unwritable(path: String) throws {
      let folder = try folder()
      let result = try Self.tool.run(["list", "--output", path], in: folder.url)
      #expect(result.code == 2 && result.output == "")
      #expect(result.error.contains(path.isEmpty ? "--output" : "cannot write"))
    }

    @Test("A report never overwrites the ledger or the ledger lock")
    func ledgerItself() throws {
      let folder = try folder()
      for path in ["a.ledger", "./a.ledger", "a.ledger.lock"] {
        try folder.write("no ledger\n", to: "a.ledger")
        try folder.write("", to: "a.ledger.lock")
        let result = try Self.tool.run(["ledger", "show", "a.ledger", "--output", path], in: folder.url)
        #expect(result.code == 2 && result.error.contains("is the ledger itself"))
        #expect(folder.text("a.ledger") == "no ledger\n" && folder.text("a.ledger.lock") == "")
      }
    }
  }
#endif
