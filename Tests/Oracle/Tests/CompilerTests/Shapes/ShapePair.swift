import Foundation

/// The sources of a stored type before and after a change, and what the change does to data.
///
/// A pair on disk is `Shapes/<group>/<name>.swift.txt`. Its first lines state the expectation; a line of `===` begins each
/// file, which is in `App/App.swift` unless it has a path:
///
/// ```
/// verdict: throws keyNotFound dueDate
/// === both Model/Author.swift
/// === old
/// === new
/// ```
///
/// Each side has a global `values`, the values to encode. If the tool deliberately says something else than the program
/// does, the pair states it with a reason: `finding: unmigrated-shape, because …`. `known: …` marks a defect.
struct ShapePair: Sendable {
  /// The file is not a pair.
  struct Malformed: Error {
    var text: String
  }

  let name: String

  /// What decoding does: `same`, `loses` or `throws`, with the kind and the key of the error; nil for a random pair.
  var verdict: String?

  /// The code of the finding, if it does not follow from the verdict; `nothing` for none.
  var finding: String?
  var known: String?

  /// The text of each file, by `Module/File.swift`.
  var old: [String: String] = [:]
  var new: [String: String] = [:]

  init(name: String, old: [String: String], new: [String: String]) {
    (self.name, self.old, self.new) = (name, old, new)
  }

  init(name: String, text: String) throws {
    self.name = name
    let parts = "\n\(text)".components(separatedBy: "\n=== ")
    for line in parts[0].split(separator: "\n") {
      let words = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      switch words[0] {
      case "verdict": verdict = words[1]
      case "finding": finding = words[1].prefix { $0 != "," }.description
      case "known": known = words[1]
      default: throw Malformed(text: "\(name): \(line)")
      }
    }
    for part in parts.dropFirst() {
      let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      let words = lines[0].split(separator: " ")
      let path = words.count > 1 ? String(words[1]) : "App/App.swift"
      let body = lines.count > 1 ? lines[1] : ""
      // A file without imports gets those that nearly all need.
      let text = body.contains("import ") ? "\(body)\n" : "import Foundation\nimport Nomad\n\(body)\n"
      guard ["old", "new", "both"].contains(words[0]) else { throw Malformed(text: "\(name): \(lines[0])") }
      if words[0] != "new" { old[path] = text }
      if words[0] != "old" { new[path] = text }
    }
    guard verdict != nil, !old.isEmpty, !new.isEmpty else { throw Malformed(text: name) }
  }

  /// Both sides, for a message.
  var text: String {
    [("old", old), ("new", new)].flatMap { side, files in
      files.sorted { $0.key < $1.key }.map { "=== \(side) \($0.key)\n\($0.value)" }
    }
    .joined()
  }

  /// The code of the finding that the tool has to report; nil for none.
  static func finding(for verdict: String) -> String? {
    switch verdict.prefix(while: { $0 != " " }) {
    case "throws": "unmigrated-shape"
    case "loses": "shape-change"
    default: nil
    }
  }

  /// The pairs on disk, by name.
  static func all() throws -> [ShapePair] {
    try Corpus.folders(in: Corpus.package.appendingPathComponent("Shapes")).flatMap { group in
      try FileManager.default.contentsOfDirectory(at: group, includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "txt" }
        .map { file in
          let name = file.deletingPathExtension().deletingPathExtension().lastPathComponent
          return try ShapePair(
            name: "\(group.lastPathComponent)/\(name)",
            text: String(contentsOf: file, encoding: .utf8)
          )
        }
    }
    .filter { pair in Corpus.filter.map { $0.split(separator: ",").contains { pair.name.contains($0) } } ?? true }
    .sorted { $0.name < $1.name }
  }
}
