import Foundation

/// A command of one of the tools that the documentation shows.
package struct ShownCommand: CustomStringConvertible, Sendable {
  /// The document's path in the package, and the line.
  package let place: String
  /// What stands behind the tool's name, word for word.
  package let arguments: [String]

  package var description: String { "\(place): \(arguments.joined(separator: " "))" }

  /// This package's own folder.
  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..").standardizedFileURL

  /// All commands in the README, the catalogue and the guide for contributors.
  ///
  /// - Parameter name: What the tool is called by, such as `swift package nomad`.
  /// - Returns: Those with arguments that are not left out with an ellipsis.
  /// - Throws: What the file system says.
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

  /// What a text has of code, and where: the lines of its blocks, and what stands between backticks.
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

  /// The words behind each mention of a name, as a shell would take them.
  private static func arguments(behind name: String, in code: String) -> [[String]] {
    code.components(separatedBy: "\(name) ").dropFirst().compactMap { rest in
      // A message puts a command in apostrophes, and says more behind it.
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
