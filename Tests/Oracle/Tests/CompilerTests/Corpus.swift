import Foundation

/// The cases on disk: `Corpus/<Room>/<case>`, each a folder of Swift files.
enum Corpus {
  /// The part of the case names that `NOMAD_CASES` selects; nil for all cases.
  static let filter = ProcessInfo.processInfo.environment["NOMAD_CASES"].flatMap { $0.isEmpty ? nil : $0 }

  /// The folder `Tests/Oracle`.
  static let package = (0..<3).reduce(URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()) { url, _ in
    url.deletingLastPathComponent()
  }

  /// The file of the library that declares `Stored`.
  static let stored = package.deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/Nomad/Registry/Stored.swift")

  /// Returns all cases, by name.
  static func cases() throws -> [CorpusCase] {
    try folders(in: package.appendingPathComponent("Corpus")).flatMap { room in
      try folders(in: room).map {
        try CorpusCase(folder: $0, name: "\(room.lastPathComponent)/\($0.lastPathComponent)")
      }
    }
    .filter { subject in filter.map { $0.split(separator: ",").contains { subject.name.contains($0) } } ?? true }
  }

  /// Returns the folders in a folder, by name.
  static func folders(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isDirectoryKey])
      .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
      .sorted { $0.path < $1.path }
  }
}
