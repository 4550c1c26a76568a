import Testing
import ToolSupport

/// The documentation shows only commands that the tool has.
@Suite struct ShownCommandTests {
  @Test("Every command in the documentation succeeds on a small package")
  func run() throws {
    let commands = try ShownCommand.all(of: "nomad-gen")
    #expect(commands.count > 8)
    let formats = ["text", "json", "github", "sarif"]
    for command in commands {
      let folder = try Folder()
      for path in ["Sources/App"] + command.arguments.filter({ $0.contains("/") && !$0.hasSuffix(".swift") }) {
        try folder.write("struct A: Tribe { static let target: TribeTarget = .first }\n", to: "\(path)/A.swift")
      }
      for format in command.arguments.contains("FORMAT") ? formats : [""] {
        // Prose names the option alone.
        let arguments =
          command.arguments == ["--lock"]
          ? ["--lock", "1.0.0"] : command.arguments.map { $0 == "FORMAT" ? format : $0 }
        let result = try Tool("nomad-gen").run(arguments, in: folder.url)
        // These are about something that this package does not have.
        let isForOthers = ["--accept", "--stored", "--write"].contains { arguments.contains($0) }
        #expect(result.code == 0 || isForOthers && !result.error.contains("see --help"), "\(command): \(result.error)")
      }
    }
  }
}
