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
        ["map", "--format", "dot"], ["check", "--format", "json"], ["check", "--format", "sarif"], ["check"],
        ["ledger", "show", "a.ledger"], ["ledger", "show", "a.ledger", "--format", "json"],
        ["ledger", "doctor", "a.ledger"], ["ledger", "doctor", "a.ledger", "--format", "json"],
      ]
    )
    func sameBytes(arguments: [String]) throws {
      let folder = try folder()
      #expect(try Self.tool.run(["lock", "--release", "1.0.0"], in: folder.url).code == 0)
      try folder.write("no ledger\n", to: "a.ledger")
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

    @Test("A repair writes its report to the file, and does not start if the file cannot be written")
    func repair() throws {
      let printed = try LedgerFolder(running: "--fail-at", "2.0.0"), written = try LedgerFolder()
      var lines = try printed.lines
      lines.swapAt(4, 5)
      try printed.write(Array(lines.joined()))
      for name in [LedgerFolder.name, LedgerFolder.name + ".lock"] {
        try FileManager.default.copyItem(atPath: printed.folder.path(name), toPath: written.folder.path(name))
      }
      let refused = try written.ledger("doctor", "--repair", "--output", "no/such/folder")
      #expect(try refused.code == 2 && written.lines == lines)
      let result = try written.ledger("doctor", "--repair", "--output", "out.txt")
      #expect(result.code == 0 && result.output == "" && result.error == "")
      let report = try printed.ledger("doctor", "--repair").output
        .replacing(printed.folder.url.path, with: written.folder.url.path)
      #expect(report.contains("repaired: kept 22 records") && written.folder.text("out.txt") == report)
      #expect(try written.lines == printed.lines)
    }

    @Test("A report never overwrites the ledger or the ledger lock", arguments: ["show", "doctor"])
    func ledgerItself(command: String) throws {
      let folder = try folder()
      for path in ["a.ledger", "./a.ledger", "a.ledger.lock"] {
        try folder.write("no ledger\n", to: "a.ledger")
        try folder.write("", to: "a.ledger.lock")
        let result = try Self.tool.run(["ledger", command, "a.ledger", "--output", path], in: folder.url)
        #expect(result.code == 2 && result.error.contains("is the ledger itself"))
        #expect(folder.text("a.ledger") == "no ledger\n" && folder.text("a.ledger.lock") == "")
      }
    }
  }
#endif
