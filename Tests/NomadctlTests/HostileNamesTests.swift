#if Nomadctl
  import Foundation
  import Testing
  import ToolSupport

  /// Names from untrusted sources reach terminals and CI services only as plain text.
  @Suite struct HostileNamesTests {
    private static let tools = [Tool("nomadctl"), Tool("nomad-gen")]
    private static let name = "a\u{1B}[2Jb \u{202E}\u{9B}31m ##[stop-commands]x"

    private func folder(_ target: String) throws -> Folder {
      let folder = try Folder()
      let text = "struct `\(Self.name)`: Tribe { static let target: TribeTarget = \(target) }\n"
      try folder.write(text, to: "Sources/App/::error::\u{1B}[31m.swift")
      return folder
    }

    /// Returns whether a text contains neither control characters nor a direction override.
    private func isHarmless(_ text: String) -> Bool {
      !text.unicodeScalars.contains { scalar in
        (scalar.value < 0x20 && scalar != "\n") || (0x7F...0x9F).contains(scalar.value) || scalar == "\u{202E}"
      }
    }

    @Test(
      "No command prints control characters from hostile names, and none but map prints CI commands",
      arguments: [
        ["list"], ["plan"], ["plan", "--from", "2.0.0"], ["map", "--format", "mermaid"],
        ["map"], ["lock", "--release", "1.0.0"], ["list", "--format", "json"], ["plan", "--format", "json"],
      ]
    )
    func commands(arguments: [String]) throws {
      let folder = try folder(#".literal("1.0.0")"#)
      let result = try Self.tools[0].run(arguments, in: folder.url)
      #expect(result.code == 0, "\(result.error)")
      #expect(isHarmless(result.output) && isHarmless(result.error), "\(result.output.debugDescription)")
      // A map is a picture for a file, so CI commands in it are harmless.
      #expect(arguments.first == "map" || !result.output.contains("##["))
    }

    @Test(
      "No format of a report contains control characters or CI commands from hostile names",
      arguments: ["text", "json", "github", "sarif"]
    )
    func reports(format: String) throws {
      let folder = try folder("\".literal(\\u{1B}[31m)\".count == 1 ? .first : .always")
      for (tool, arguments) in [(Self.tools[1], ["--check"]), (Self.tools[0], ["check"])] {
        try folder.write("tribes-lock 1\n", to: "Tribes.lock")
        let result = try tool.run(arguments + ["--format", format], in: folder.url)
        #expect(result.code == 1)
        #expect(isHarmless(result.output + result.error), "\(result)")
        #expect(!(result.output + result.error).isEmpty && !(result.output + result.error).contains("##["))
      }
    }

    @Test("A line of a report never starts like a GitHub workflow command")
    func lineStart() throws {
      let folder = try Folder()
      try folder.write("struct A: Tribe {}\n", to: "::error::x.swift")
      let result = try Self.tools[1].run(["--check", "--module", "App", "."], in: folder.url)
      #expect(result.code == 1 && result.error.hasPrefix("./::error::x.swift:1:8: error: "), "\(result.error)")
    }
  }
#endif
