public import Foundation

/// The place that the app and the widget share: on a device, it would be the container of an app group.
public struct NotesFolder: Sendable {
  /// The folder that the environment names.
  public static let shared = NotesFolder(
    url: URL(fileURLWithPath: ProcessInfo.processInfo.environment["NOTES_HOME"] ?? NSHomeDirectory() + "/.notes")
  )

  /// The folder of all of the app's data.
  public let url: URL

  /// The notes, each in a file.
  public var notes: URL { url.appendingPathComponent("Notes") }

  /// The ledger, which is in the same backup as the notes.
  public var ledger: URL { url.appendingPathComponent("notes.ledger") }

  /// Returns the text of a file; nil if the file does not exist.
  func read(_ name: String) throws -> String? {
    let file = notes.appendingPathComponent(name)
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    return try String(contentsOf: file, encoding: .utf8)
  }

  func write(_ text: String, to name: String) throws {
    try FileManager.default.createDirectory(at: notes, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: notes.appendingPathComponent(name), options: .atomic)
  }

  func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: notes.appendingPathComponent(name))
  }

  /// Returns the names of the note files, in order.
  func names(endingIn suffix: String) throws -> [String] {
    guard FileManager.default.fileExists(atPath: notes.path) else { return [] }
    let names = try FileManager.default.contentsOfDirectory(atPath: notes.path)
    return names.filter { $0.hasPrefix("note-") && $0.hasSuffix(suffix) }.sorted()
  }

  /// Returns the texts of the notes, as this build reads them.
  public func texts() throws -> [String] {
    #if RELEASE_2
      let names = try names(endingIn: ".txt")
    #else
      let names = try names(endingIn: ".txt") + names(endingIn: ".md")
    #endif
    return try names.compactMap(read)
  }
}
