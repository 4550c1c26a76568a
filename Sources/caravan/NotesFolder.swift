import Foundation
import Nomad

/// The folder that holds the app's data, and the paths in it.
struct NotesFolder: Sendable {
  let root: URL
  private var accident: Accident?

  /// Opens or makes the folder; nil makes a temporary one.
  init(at path: String?) throws {
    if let path {
      root = URL(fileURLWithPath: path, isDirectory: true)
    } else {
      let name = "caravan-\(UUID().uuidString.prefix(8))"
      root = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: root.path, isDirectory: &isFolder), !isFolder.boolValue {
      throw UsageError("\(root.path) is not a folder")
    }
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  var ledger: URL { root.appendingPathComponent("nomad.ledger") }
  var notes: URL { root.appendingPathComponent("notes", isDirectory: true) }
  var index: URL { root.appendingPathComponent("index.json") }
  var settings: URL { root.appendingPathComponent("config/settings.json") }
  var originals: URL { root.appendingPathComponent("originals", isDirectory: true) }
  var oldNotes: URL { root.appendingPathComponent("notes.txt") }
  var oldSettings: URL { root.appendingPathComponent("settings.txt") }

  var isEmpty: Bool {
    get throws { try FileManager.default.contentsOfDirectory(atPath: root.path).isEmpty }
  }

  /// Returns the notes' files, sorted by name; none if their folder does not exist.
  func noteFiles() throws -> [URL] {
    let files = try Self.unlessAbsent {
      try FileManager.default.contentsOfDirectory(at: notes, includingPropertiesForKeys: nil)
    }
    return (files ?? []).filter { $0.pathExtension == "json" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }

  /// Returns the contents of a file; nil only if it does not exist.
  ///
  /// An unreadable file is an error, because it still has contents.
  func data(of file: URL) throws -> Data? {
    try Self.unlessAbsent { try Data(contentsOf: file) }
  }

  /// Returns the nonempty lines of a file; nil only if it does not exist.
  func lines(of file: URL) throws -> [Substring]? {
    try Self.unlessAbsent { try String(contentsOf: file, encoding: .utf8) }?.split(whereSeparator: \.isNewline)
  }

  private static func unlessAbsent<Value>(_ read: () throws -> Value) throws -> Value? {
    do {
      return try read()
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
      return nil
    }
  }

  /// Returns one line for each file, with the beginning of its contents.
  func listing() throws -> [String] {
    let files = try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted().filter {
      !$0.hasSuffix(".lock")
    }
    return files.compactMap { file in
      // Folders have no text.
      guard let text = try? String(contentsOf: root.appendingPathComponent(file), encoding: .utf8) else {
        return nil
      }
      let line = text.split(whereSeparator: \.isNewline).joined(separator: " ⏎ ")
      let name = file.padding(toLength: max(22, file.count), withPad: " ", startingAt: 0)
      return "\(name) \(line.count > 84 ? line.prefix(83) + "…" : line[...])"
    }
  }

  /// Returns the same folder, with an accident that will happen in one of its tribes.
  func meeting(_ accident: Accident?) -> NotesFolder {
    var folder = self
    folder.accident = accident
    return folder
  }

  /// Lets the accident happen if it is planned for the tribe with this target.
  ///
  /// Tribes call it halfway through their work, where an interruption does the most damage.
  func stumble(at target: TribeTarget) throws {
    if let accident, try target.position() == .version(accident.version) { try accident.happen() }
  }
}
