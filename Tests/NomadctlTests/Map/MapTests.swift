#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  @Suite struct MapTests {
    private static let tool = Tool("nomadctl")

    private func folder() throws -> Folder {
      let folder = try Folder()
      try folder.write(Roads.sample, to: "Sources/App/A.swift")
      return folder
    }

    @Test(
      "The format comes from --format, or else from the output's name, or else is SVG",
      arguments: [
        ([], "<svg "), (["--format", "svg"], "<svg "), (["--format", "mermaid"], "flowchart TB"),
      ]
    )
    func format(arguments: [String], start: String) throws {
      let folder = try folder()
      let result = try Self.tool.run(["map"] + arguments, in: folder.url)
      #expect(result.code == 0 && result.error == "" && result.output.hasPrefix(start))
      let written = try Self.tool.run(["map", "--output", "road.mmd"] + arguments, in: folder.url)
      #expect(written.code == 0 && written.output == "" && written.error == "")
      #expect(folder.text("road.mmd")?.hasPrefix(arguments.isEmpty ? "flowchart TB" : start) == true)
    }

    @Test("The same sources produce the same bytes, and an up-to-date file is not rewritten")
    func unchanged() throws {
      let folder = try folder()
      let attributes = {
        let values = try FileManager.default.attributesOfItem(atPath: folder.path("road.svg"))
        return values[.systemFileNumber] as? Int
      }
      let arguments = ["map", "--output", "road.svg", "--from", "1.0.0"]
      #expect(try Self.tool.run(arguments, in: folder.url).code == 0)
      let (text, before) = (folder.text("road.svg"), try attributes())
      #expect(try Self.tool.run(arguments, in: folder.url).code == 0)
      #expect(try text != nil && folder.text("road.svg") == text && attributes() == before)
      try folder.write("old", to: "road.svg")
      #expect(try Self.tool.run(arguments, in: folder.url).code == 0)
      #expect(folder.text("road.svg") == text)
      #expect(try folder.names() == ["Sources", "road.svg"])
    }

    @Test(
      "An output path that cannot be written is reported in one line, with exit code 2",
      arguments: [("missing/road.svg", "the folder '"), ("Sources", "it is a folder")]
    )
    func unwritable(path: String, reason: String) throws {
      let folder = try folder()
      let result = try Self.tool.run(["map", "--output", path], in: folder.url)
      #expect(result.code == 2 && result.output == "")
      #expect(result.error.hasPrefix("nomadctl: error: cannot write '\(path)': \(reason)"))
      #expect(result.error.split(separator: "\n").count == 1)
    }

    @Test("An output name with an unknown extension is bad usage without a format", arguments: ["road.png", "a.dot"])
    func otherName(file: String) throws {
      let folder = try folder()
      let result = try Self.tool.run(["map", "--output", file], in: folder.url)
      #expect(result.code == 2 && result.output == "")
      #expect(result.error.contains("--output \(file): the name has no known ending"))
      #expect(try folder.names() == ["Sources"])
    }

    @Test(
      "The extension of the output's name selects the format",
      arguments: [
        ("a.svg", "<svg "), ("a.SVG", "<svg "), ("a.mmd", "flowchart TB"), ("b.mermaid", "flowchart TB"),
        ("a.b/road", "<svg "),
      ]
    )
    func name(file: String, start: String) throws {
      let folder = try folder()
      try folder.write("", to: "a.b/c")
      #expect(try Self.tool.run(["map", "--output", file], in: folder.url).code == 0)
      #expect(folder.text(file)?.hasPrefix(start) == true)
      #expect(try Self.tool.run(["map", "--output", "road.md", "--format", "mermaid"], in: folder.url).code == 0)
    }

    @Test("The map is written through symbolic links, which stay links, and to devices")
    func link() throws {
      let folder = try folder()
      try folder.write("", to: "real.svg")
      try FileManager.default.createSymbolicLink(atPath: folder.path("road.svg"), withDestinationPath: "real.svg")
      #expect(try Self.tool.run(["map", "--output", "road.svg"], in: folder.url).code == 0)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("road.svg")) == "real.svg")
      #expect(folder.text("real.svg")?.hasPrefix("<svg ") == true)
      let shell = "'\(Self.tool.executable.path)' map --output /dev/stdout | head -c 5"
      #expect(try Tool(at: ["/bin/sh"]).run(["-c", shell], in: folder.url).output == "<svg ")
    }

    @Test("An invalid version or format is bad usage, and so is --ran without --from")
    func usage() throws {
      let folder = try folder()
      for arguments in [["--from", "two"], ["--to", "1..2"], ["--ran", "move"], ["--format", "html"]] {
        let result = try Self.tool.run(["map"] + arguments, in: folder.url)
        #expect(result.code == 2 && result.output == "" && result.error.contains(arguments[0]))
      }
    }

    @Test("A finding that is an error is printed, and no map is printed or written")
    func findings() throws {
      let folder = try Folder()
      try folder.write(Roads.tribe("A", #".literal("1")"#), to: "Sources/App/A.swift")
      let result = try Self.tool.run(["map", "--output", "road.svg"], in: folder.url)
      #expect(result.code == 1 && result.output == "" && result.error.contains("[illegal-target]"))
      #expect(!folder.exists("road.svg"))
    }

    @Test("File names are shown as text, whatever they contain")
    func fileNames() throws {
      let folder = try Folder()
      try folder.write(Roads.tribe("A", ".always"), to: "Sources/App/<b>&\"'\u{1}\n.swift")
      let result = try Self.tool.run(["map"], in: folder.url)
      let elements = try #require(SVGReader.elements(of: result.output))
      #expect(elements.contains { $0.text.hasSuffix("Sources/App/<b>&\"'\\u{01}\\n.swift:1") })
    }

    @Test("A map that is too large for Mermaid is still printed, with a note")
    func mermaidLimit() throws {
      let folder = try Folder()
      let source = (0..<999).map { Roads.tribe("TribeWithANameOfSomeLength\($0)", ".literal(\"1.\($0).0\")") }.joined()
      try folder.write(source, to: "Sources/App/A.swift")
      let result = try Self.tool.run(["map", "--format", "mermaid"], in: folder.url)
      #expect(result.code == 0 && result.error.hasPrefix("nomadctl: note: Mermaid"))
      #expect(result.output.contains("TribeWithANameOfSomeLength998"))
    }
  }
#endif
