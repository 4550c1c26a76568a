import Foundation

/// The sources of one module of a case.
struct CorpusModule {
  let name: String
  let folder: URL

  /// The text of each file, by its name.
  var sources: [String: String]
  let comments: CorpusComments

  init(folder: URL, name: String) throws {
    self.folder = folder
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }
    sources = try files.reduce(into: [:]) { $0[$1.lastPathComponent] = try String(contentsOf: $1, encoding: .utf8) }
    comments = try CorpusComments(sources)
    self.name = comments.module ?? name
  }

  /// The modules that its files import.
  var imports: Set<String> {
    let lines = sources.values.joined(separator: "\n").split(whereSeparator: \.isNewline)
    return Set(
      lines.map { $0.split(separator: " ") }.filter { $0.contains("import") }.compactMap { $0.last.map(String.init) }
    )
  }

  /// The paths of its files, by name.
  var paths: [String] { sources.keys.sorted().map { folder.appendingPathComponent($0).path } }
}
