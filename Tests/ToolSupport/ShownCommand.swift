import Foundation

/// A command line of one of the tools, as the documentation shows it.
package struct ShownCommand: CustomStringConvertible, Sendable {
  /// The document's path in the package, and the line.
  package let place: String
  /// The words after the tool's name, unchanged.
  package let arguments: [String]

  package var description: String { "\(place): \(arguments.joined(separator: " "))" }

  /// The folder of this package.
  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardizedFileURL

  /// Returns all commands in the README, the catalogue and the guide for contributors.
  ///
  /// - Parameter name: The command of the tool, such as `swift package nomad`.
  /// - Returns: The commands with arguments, except those with an ellipsis.
  /// - Throws: An error of the file system.
  package static func all(of name: String) throws -> [ShownCommand] {
    let catalogue = "Sources/Nomad/Nomad.docc"
    let pages = FileManager.default.enumerator(atPath: repository.appendingPathComponent(catalogue).path)
    let paths = (pages?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".md") }.sorted()
    return try (["README.md", ".github/CONTRIBUTING.md"] + paths.map { "\(catalogue)/\($0)" }).flatMap { path in
      let text = try String(contentsOf: repository.appendingPathComponent(path), encoding: .utf8)
      return code(in: text).flatMap { line, code in
        arguments(behind: name, in: code).map { ShownCommand(place: "\(path):\(line)", arguments: $0) }
      }
    }
  }

  /// Returns the code in a text, with its lines: the lines of code blocks, and the text between backticks.
  private static func code(in text: String) -> [(line: Int, code: String)] {
    var isBlock = false
    return text.components(separatedBy: "\n").enumerated().flatMap { index, line -> [(line: Int, code: String)] in
      if line.hasPrefix("```") {
        isBlock.toggle()
        return []
      }
      if isBlock { return [(index + 1, line)] }
      let parts = line.components(separatedBy: "`")
      return parts.indices.filter { $0 % 2 == 1 }.map { (index + 1, parts[$0]) }
    }
  }

  /// Returns the words after each mention of a name, split as a shell does.
  private static func arguments(behind name: String, in code: String) -> [[String]] {
    code.components(separatedBy: "\(name) ").dropFirst().compactMap { rest in
      // Messages quote a command in apostrophes and continue after it.
      let command = rest.prefix { !"'|>&;".contains($0) }
      var words: [String] = [""]
      var isQuoted = false
      for character in command {
        if character == "\"" {
          isQuoted.toggle()
        } else if character == " ", !isQuoted {
          words.append("")
        } else {
          words[words.count - 1].append(character)
        }
      }
      let all = words.filter { !$0.isEmpty }
      return all.isEmpty || all.contains { $0.contains("…") } ? nil : all
    }
  }
}
