import Foundation

/// The data of a small app, in files, as its versions kept it.
///
/// Version 1.0 had all notes in one file, a line each; 1.1 has a file for each; 2.0 has them in capitals.
struct Notes: Sendable {
  let folder: URL

  private static let texts = ["buy water", "feed the camels", "leave at dawn"]

  init(in folder: URL, plantedBy version: String) throws {
    self.folder = folder.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    let texts = version == "2.0" ? Self.texts.map { $0.uppercased() } : Self.texts
    if version == "1.0" {
      try write(texts.joined(separator: "\n"), to: "all")
    } else {
      for (number, text) in texts.enumerated() { try write(text, to: "note-\(number)") }
    }
  }

  /// All files, by their names.
  var contents: [String: String] {
    get throws { try Dictionary(uniqueKeysWithValues: names.map { ($0, try text(of: $0) ?? "") }) }
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  func text(of name: String) throws -> String? {
    let url = folder.appendingPathComponent(name)
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    return try String(contentsOf: url, encoding: .utf8)
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name), options: .atomic)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
  }
}
