import Foundation

extension NotesFolder {
  private static let texts = ["buy water", "feed the camels", "leave at dawn"]

  /// Makes a folder with the files that a version of the app left.
  ///
  /// Version 1 kept all notes in one file, one on each line. Since 2.0.0, each note has its own file. Since 3.0.0, the
  /// notes are in capitals.
  init(plantedBy version: String) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("nomad-notes-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    if version.hasPrefix("1.") {
      try write(Self.texts.joined(separator: "\n"), to: "all.txt")
      return
    }
    for (number, text) in Self.texts.enumerated() {
      try write(version.hasPrefix("2.") ? text : text.uppercased(), to: "note-\(number).txt")
    }
  }

  /// The texts of all files, by file name.
  var contents: [String: String] {
    get throws {
      let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
      return try Dictionary(uniqueKeysWithValues: names.map { ($0, try read($0) ?? "") })
    }
  }

  /// Returns the text of a file; nil if the file does not exist.
  func read(_ name: String) throws -> String? {
    let file = url.appendingPathComponent(name)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try String(contentsOf: file, encoding: .utf8)
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appendingPathComponent(name), options: .atomic)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: url.appendingPathComponent(name))
  }

  func removeAll() throws {
    try FileManager.default.removeItem(at: url)
  }
}
