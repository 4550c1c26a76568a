import Foundation
import Nomad

/// A note in a JSON file.
///
/// It is a stored type: the check compares it with the shape that the last release recorded. Properties that later versions
/// added are optional, because a tribe also reads older notes.
struct Note: Codable, Sendable, Stored {
  var text: String
  /// Since 1.1-1.
  ///
  /// It is also the name of the file.
  var id: String?
  /// Since 2.0.0.
  var tags: [String]?
  /// Since 2.4.0: the day on which the note was written, at midnight UTC.
  var written: Date?

  init(text: String) {
    self.text = text
  }

  init(contentsOf file: URL) throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    self = try decoder.decode(Note.self, from: Data(contentsOf: file))
  }

  /// Replaces the file as a whole, so that a kill leaves either the old file or the new one.
  func write(to file: URL) throws {
    try JSONFile.write(self, to: file)
  }
}

/// JSON files, in the format that the app writes.
enum JSONFile {
  static func write(_ value: some Encodable, to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try (encoder.encode(value) + Data("\n".utf8)).write(to: file, options: .atomic)
  }
}
