import Foundation
import Testing

extension PluginBuilds {
  /// Follows the tutorial from an empty folder: writes its files, runs its commands, and compares their output.
  @Suite struct TutorialTests {
    private enum Step {
      case file(path: String, text: String)
      case commands(String)
      case output(String)

      /// Whether this is the output of a command that fails.
      var isError: Bool {
        if case .output(let text) = self { text.contains(" error: ") } else { false }
      }
    }

    private static let page = Consumer.repository.appending(path: "Sources/Nomad/Nomad.docc/FirstUpgrade.md")

    /// Returns the page's blocks, in order.
    ///
    /// The path of a file is above its block.
    private static func steps() throws -> [Step] {
      let lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
      var steps: [Step] = []
      var path = ""
      var block: (language: String, lines: [String])?
      for line in lines {
        if let (language, text) = block {
          guard line == "```" else {
            block?.lines.append(line)
            continue
          }
          let joined = text.map { $0 + "\n" }.joined()
          switch language {
          case "swift": steps.append(.file(path: path, text: joined))
          case "sh": steps.append(.commands(joined))
          default: steps.append(.output(joined))
          }
          block = nil
        } else if line.hasPrefix("```") {
          block = (String(line.dropFirst(3)), [])
        } else if line.hasPrefix("`"), line.hasSuffix("`") {
          path = String(line.dropFirst().dropLast())
        }
      }
      return steps
    }

    @Test("The tutorial's files and commands produce the output that it shows", .enabled(if: BuildVariant.isThorough))
    func follow() async throws {
      let consumer = try Consumer(emptyFor: BuildVariant(system: .native, configuration: .debug))
      let folder = consumer.folder
      let url = #"url: "https://github.com/ahmdx/Nomad", branch: "main""#
      var (printed, files, commands) = ("", 0, 0)
      let steps = try Self.steps()
      for (index, step) in steps.enumerated() {
        switch step {
        case .file(let path, var text):
          if path == "Package.swift" {
            try #require(text.contains(url))
            text = text.replacing(url, with: #"name: "Nomad", path: \#(Consumer.repositoryLiteral)"#)
          }
          let file = folder.appending(path: path)
          try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
          )
          try Data(text.utf8).write(to: file)
          files += 1
        case .commands(let text):
          let outcome = try await Command.run(["sh", "-e", "-c", text], in: folder)
          let fails = steps[index...].dropFirst().first?.isError == true
          try #require(outcome.succeeded != fails, "\(text)\n\(outcome.log)")
          #expect(outcome.warnings.isEmpty, "\(outcome.log)")
          printed = outcome.log
          commands += 1
        case .output(let text):
          #expect(printed.contains(text), "\(printed)")
        }
      }
      #expect(files == 8 && commands == 6)
      try await fail(in: folder)
      try await scaffold(in: folder)
    }

    /// Lets the tutorial's tribe fail once.
    private func fail(in folder: URL) async throws {
      let tribe = folder.appending(path: "Sources/Notes/Tribes/Tribe_1_1_0.swift")
      let text = try String(contentsOf: tribe, encoding: .utf8)
      let start = "  func migrate() async throws {\n"
      try #require(text.contains(start))
      let failing = text.replacing(start, with: "\(start)    if !folder.path.isEmpty { throw Damage() }\n")
      let error = #"struct Damage: Error, CustomStringConvertible { let description = "line 2 is damaged" }"#
      try Data("\(failing)\n\(error)\n".utf8).write(to: tribe)
      let old = "rm -r data && cp -R Tests/NotesTests/Fixtures/1.0.0 data"
      let failed = try await Command.run(["sh", "-c", "\(old) && swift run Notes"], in: folder)
      #expect(failed.status == 1 && !failed.crashed && failed.warnings.isEmpty, "\(failed.log)")
      #expect(failed.output.hasSuffix("error: Tribe_1_1_0 .literal(\"1.1.0\") failed: line 2 is damaged.\n"))
      #expect(!failed.log.contains("Fatal error"), "\(failed.log)")

      try Data(text.utf8).write(to: tribe)
      let retried = try await Command.run(["swift", "run", "Notes"], in: folder)
      #expect(retried.output.hasSuffix("ran: [\"Tribe_1_1_0\"]\nnotes: [\"Buy milk\", \"Call Ada\"]\n"))
    }

    /// Adds what `nomadctl new` writes: first all placeholders fail, and then those of the tests that are left.
    private func scaffold(in folder: URL) async throws {
      func write(_ template: String, to path: String, named name: String, isDone: Bool = false) throws {
        let file = Consumer.repository.appending(path: "Templates/Scaffolds/\(template).swift.template")
        var text = try String(contentsOf: file, encoding: .utf8)
        let values = [
          "name": name, "module": "Notes", "summary": name, "target": ".once(\"\(name)\")", "manifest": "",
          "releases": "\"0.0.0\"",
        ]
        for (key, value) in values { text = text.replacing("{{\(key)}}", with: value) }
        text = text.replacing(" UpgradeTests", with: " \(name)UpgradeTests")
        if isDone {
          text = text.replacing(#/try NomadError.unwritten\("the name[^)]*\)/#, with: "\"a.json\"")
            .replacing(#/try NomadError.unwritten\([^)]*_:\)"\)/#, with: "data")
        }
        try Data(text.utf8).write(to: folder.appending(path: path))
      }
      for (name, tests) in [("A", "Tests"), ("B", "XCTests")] {
        try write("Tribe", to: "Sources/Notes/Tribes/\(name).swift", named: name)
        try write("Tribe\(tests)", to: "Tests/NotesTests/\(name)Tests.swift", named: name)
        try write("Upgrade\(tests)", to: "Tests/NotesTests/\(name)UpgradeTests.swift", named: name)
      }
      let unwritten = try await Command.run(["swift", "test", "--filter", "[AB](Upgrade)?Tests"], in: folder)
      #expect(unwritten.status == 1 && !unwritten.crashed)
      for name in ["A", "B"] {
        #expect(
          unwritten.log.contains("the name of the file in \(name) is not written yet. Write it in place of"),
          "\(unwritten.log)"
        )
        let data = "the data of 0.0.0 in \(name)UpgradeTests is not written yet"
        #expect(unwritten.log.contains(data), "\(unwritten.log)")
        try write("Tribe", to: "Sources/Notes/Tribes/\(name).swift", named: name, isDone: true)
      }
      let untested = try await Command.run(["swift", "test", "--filter", "[AB]Tests"], in: folder)
      #expect(untested.status == 1 && !untested.crashed && untested.warnings.isEmpty)
      // A fresh install passes.
      #expect(!untested.log.contains("is not written yet"), "\(untested.log)")
      #expect(untested.log.components(separatedBy: "Write the old data above").count == 3, "\(untested.log)")
    }
  }
}
