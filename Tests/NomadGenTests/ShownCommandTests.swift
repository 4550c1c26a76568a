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
      for path in ["Sources/App"] + command.arguments.filter({ $0.contains("/") }) {
        try folder.write("struct A: Tribe { static let target: TribeTarget = .first }\n", to: "\(path)/A.swift")
      }
      for format in command.arguments.contains("FORMAT") ? formats : [""] {
        let arguments = command.arguments.map { $0 == "FORMAT" ? format : $0 }
        let result = try Tool("nomad-gen").run(arguments, in: folder.url)
        #expect(result.code == 0, "\(command): \(result.error)")
      }
    }
  }
}
